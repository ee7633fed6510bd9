import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { trayCounts } from '../../../../../src/renderer/features/prints/tray.ts';
import { startI18n } from '../../../../../src/renderer/i18n/i18n.ts';
import { fakePrint } from '../../../../support/fake-app.ts';

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await startI18n('id');
});
afterEach(() => vi.unstubAllGlobals());

describe('what the top of the screen says about printing', () => {
  it('counts what waits behind a blocked printer with it, and what another printer does apart', () => {
    expect(
      trayCounts([
        fakePrint({ id: 'a', state: 'blocked', reason: 'paper_out' }),
        fakePrint({ id: 'b', state: 'queued' }),
        fakePrint({ id: 'c', state: 'sending', printer: 'other' }),
        fakePrint({ id: 'd', state: 'unknown' }),
        fakePrint({ id: 'e', state: 'failed', reason: 'refused' }),
      ]),
    ).toEqual({ held: 2, blocked: 'paper_out', moving: 1, unknown: 1, failed: 1 });
  });
});
