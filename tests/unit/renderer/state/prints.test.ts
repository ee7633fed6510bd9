import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  markRead,
  mergePrints,
  newerPrint,
  printsOf,
  refreshPrints,
  trayOf,
  usePrints,
} from '../../../../src/renderer/state/prints.ts';
import { ok } from '../../../../src/shared/contract/errors.ts';
import type { PrintJob } from '../../../../src/shared/domain/print-job.ts';
import { fakePrint } from '../../../support/fake-app.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 2, 2, 3, 4, second)).toISOString();
const job = (fields: Partial<PrintJob>): PrintJob => fakePrint({ createdAt: at(0), updatedAt: at(0), ...fields });
const inTray = (): string[] => trayOf(usePrints.getState()).map(({ id }) => id);

beforeEach(() => usePrints.setState({ byId: {}, read: new Set() }));
afterEach(() => vi.unstubAllGlobals());

describe('what the page knows of print jobs', () => {
  it('keeps the later of two tellings, whichever came first', () => {
    const queued = job({ state: 'queued' });
    const sent = job({ state: 'sent', updatedAt: at(1) });
    expect(newerPrint(queued, sent)).toBe(sent);
    expect(newerPrint(sent, queued)).toBe(sent);
  });

  it('keeps, of two tellings of one moment, the one that is further on', () => {
    const checking = job({ state: 'checking' });
    const sending = job({ state: 'sending' });
    expect(newerPrint(checking, sending)).toBe(sending);
    expect(newerPrint(sending, checking)).toBe(sending);
    const undecided = job({ state: 'unknown' });
    expect(newerPrint(undecided, job({ state: 'unknown', decided: 'given_up' })).decided).toBe('given_up');
  });

  it('shows what waits, is blocked or must be decided, oldest first, and nothing that is through', () => {
    mergePrints([
      job({ id: 'c', state: 'unknown', createdAt: at(3) }),
      job({ id: 'a', state: 'blocked', reason: 'paper_out', createdAt: at(1) }),
      job({ id: 'b', state: 'queued', createdAt: at(2) }),
      job({ id: 'd', state: 'unknown', decided: 'given_up' }),
      job({ id: 'e', state: 'sent' }),
      job({ id: 'f', state: 'confirmed' }),
    ]);
    expect(inTray()).toEqual(['a', 'b', 'c']);
  });

  it('shows a print that failed until somebody has read about it, and none that was given up', () => {
    mergePrints([
      job({ id: 'a', state: 'failed', reason: 'refused' }),
      job({ id: 'b', state: 'failed', reason: 'given_up', decided: 'given_up' }),
      job({ id: 'c', state: 'failed', reason: 'refused', decided: 'again' }),
    ]);
    expect(inTray()).toEqual(['a']);
    markRead('a');
    expect(inTray()).toEqual([]);
  });

  it('leaves out what somebody has in a dialog, but not what may have left by it', () => {
    mergePrints([
      job({ id: 'a', printer: '', state: 'sending' }),
      job({ id: 'b', printer: 'PDF', state: 'sending' }),
      job({ id: 'c', printer: 'PNG', state: 'failed', reason: 'refused' }),
      job({ id: 'd', printer: '', state: 'unknown' }),
    ]);
    expect(inTray()).toEqual(['d']);
  });

  it('gives the prints of one sale, newest first', () => {
    mergePrints([
      job({ id: 'a', saleId: 's1', createdAt: at(1) }),
      job({ id: 'b', saleId: 's1', createdAt: at(2) }),
      job({ id: 'c', saleId: 's2', createdAt: at(3) }),
    ]);
    expect(printsOf(usePrints.getState().byId, 's1').map(({ id }) => id)).toEqual(['b', 'a']);
  });
});

describe('reading what is under way again', () => {
  const list = vi.fn<(query: { before?: string }) => Promise<unknown>>();
  beforeEach(() => {
    list.mockReset();
    vi.stubGlobal('window', { konter: { prints: { list } } });
  });

  it('lets go of a job that ended while nobody listened', async () => {
    mergePrints([job({ id: 'a', state: 'queued' }), job({ id: 'b', state: 'queued' })]);
    list.mockResolvedValue(ok({ jobs: [job({ id: 'b', state: 'blocked', updatedAt: at(1) })] }));
    await refreshPrints();
    expect(usePrints.getState().byId).toEqual({ b: job({ id: 'b', state: 'blocked', updatedAt: at(1) }) });
  });

  it('keeps a job that was asked for while the list was on its way', async () => {
    list.mockImplementation(async () => {
      mergePrints([job({ id: 'new', state: 'queued' })]);
      return ok({ jobs: [] });
    });
    await refreshPrints();
    expect(inTray()).toEqual(['new']);
  });

  it('reads on where more wait than one answer holds', async () => {
    const many = Array.from({ length: 200 }, (_, n) => job({ id: `n${n}`, createdAt: at(9) }));
    list.mockImplementation(async ({ before }) => ok({ jobs: before === 'n199' ? [job({ id: 'last' })] : many }));
    await refreshPrints();
    expect(inTray()).toHaveLength(201);
    expect(inTray()[0]).toBe('last');
  });

  it('changes nothing where main does not answer', async () => {
    mergePrints([job({ id: 'a', state: 'queued' })]);
    list.mockRejectedValue(new Error('gone'));
    await refreshPrints();
    expect(inTray()).toEqual(['a']);
  });
});
