import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { printReasonText, stateWord, trayCounts } from '../../../../../src/renderer/features/prints/print-job-text.ts';
import { loadLaterMessages, startI18n } from '../../../../../src/renderer/i18n/i18n.ts';
import { t } from '../../../../../src/renderer/i18n/translation.ts';
import { PrintReason, PrintState } from '../../../../../src/shared/domain/print-job.ts';
import { fakePrint } from '../../../../support/fake-app.ts';

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await startI18n('id');
  await loadLaterMessages();
});
afterEach(() => vi.unstubAllGlobals());

describe('the words for print jobs', () => {
  it('say for every way to be blocked why, and for those that go on by themselves that they do', () => {
    const silent = PrintReason.options.filter(
      (reason) => !printReasonText(t, fakePrint({ state: 'blocked', reason }))?.endsWith('.'),
    );
    expect(silent).toEqual(['given_up']);
    expect(printReasonText(t, fakePrint({ state: 'blocked', reason: 'paper_out' }))).toMatch(/Isi kertas.*sendiri/);
    expect(printReasonText(t, fakePrint({ state: 'blocked', reason: 'printer_changed' }))).not.toMatch(/sendiri/);
    expect(printReasonText(t, fakePrint({ state: 'unknown', reason: 'paper_out' }))).not.toMatch(/sendiri/);
  });

  it('say of a slip that was shared, or left to a dialog, nothing of a printer', () => {
    for (const printer of ['', 'PDF', 'PNG', 'TEXT']) {
      for (const state of ['sending', 'sent', 'failed'] as const) {
        expect(stateWord(t, fakePrint({ printer, state, reason: 'refused' }))).not.toMatch(/printer/i);
      }
    }
    expect(stateWord(t, fakePrint({ printer: 'PDF', state: 'sent' }))).toBe('Dibagikan');
  });

  it('say for every state a word of its own, and what a person decided', () => {
    const words = PrintState.options.map((state) => stateWord(t, fakePrint({ state })));
    expect(new Set(words).size).toBe(words.length);
    expect(stateWord(t, fakePrint({ state: 'unknown', decided: 'given_up' }))).not.toBe(
      stateWord(t, fakePrint({ state: 'unknown' })),
    );
    expect(printReasonText(t, fakePrint({ state: 'unknown', reason: 'stopped', decided: 'given_up' }))).toBeNull();
  });
});

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await startI18n('id');
  await loadLaterMessages();
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
