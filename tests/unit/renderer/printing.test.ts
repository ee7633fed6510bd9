import { t } from 'i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerPin, askPrint, stopAsking, useAskSupervisor } from '../../../src/renderer/features/prints/ask-print.ts';
import { stateWord, whyWords } from '../../../src/renderer/features/prints/print-job-text.ts';
import { trayCounts } from '../../../src/renderer/features/prints/tray.ts';
import { startI18n } from '../../../src/renderer/i18n/i18n.ts';
import { usePrints } from '../../../src/renderer/state/prints.ts';
import { useToasts } from '../../../src/renderer/ui/toast.ts';
import { fail, ok } from '../../../src/shared/contract/errors.ts';
import { PrintReason, PrintState } from '../../../src/shared/domain/print-job.ts';
import { fakePrint } from '../../support/fake-app.ts';

const print = vi.fn<(ask: unknown) => Promise<unknown>>();
const again = vi.fn<(ask: unknown) => Promise<unknown>>();
const toasts = (): string[] => useToasts.getState().toasts.map(({ text }) => text);

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('window', { konter: { receipts: { print }, prints: { reprint: again } } });
  await startI18n('id');
  print.mockReset();
  again.mockReset();
  stopAsking();
  usePrints.setState({ byId: {} });
  useToasts.setState({ toasts: [], last: 0 });
});
afterEach(() => vi.unstubAllGlobals());

describe('asking for a print', () => {
  it('asks once, however often it is pressed, and keeps the job it got', async () => {
    const job = fakePrint({ saleId: 's1' });
    print.mockResolvedValue(ok({ copy: 1, via: 'system', url: null, job }));
    await Promise.all([askPrint({ sale: 's1' }), askPrint({ sale: 's1' })]);
    expect(print).toHaveBeenCalledOnce();
    expect(usePrints.getState().byId).toEqual({ [job.id]: job });
    expect(toasts()).toEqual([]);
  });

  it('does not say that it is printed where only a dialog was opened', async () => {
    print.mockResolvedValue(ok({ copy: 2, via: 'page', url: '/print/1' }));
    await askPrint({ sale: 's1' });
    expect(toasts()).toEqual(['Jendela cetak dibuka: salinan ke-2.']);
  });

  it('asks the supervisor at the limit of copies, and prints with the PIN', async () => {
    print.mockResolvedValueOnce(fail('not_allowed', 'x', { reason: 'copies_limit' }));
    await askPrint({ sale: 's1' });
    expect(useAskSupervisor.getState().asking).toMatchObject({ error: null });
    expect(toasts()).toEqual([]);

    print.mockResolvedValueOnce(fail('not_allowed', 'x', { reason: 'wrong_pin' }));
    await answerPin('9999');
    expect(useAskSupervisor.getState().asking).toMatchObject({ error: { reason: 'wrong_pin' } });

    print.mockResolvedValueOnce(ok({ copy: 3, via: 'system', url: null, job: fakePrint() }));
    await answerPin('1234');
    expect(print).toHaveBeenLastCalledWith({ id: 's1', unlessWaiting: true, pin: '1234' });
    expect(useAskSupervisor.getState().asking).toBeNull();
  });

  it('asks the supervisor also for a job that is printed again', async () => {
    again.mockResolvedValueOnce(fail('not_allowed', 'x', { reason: 'copies_limit' }));
    await askPrint({ again: 'j1' });
    again.mockResolvedValueOnce(ok({ job: fakePrint({ again: 'j1' }) }));
    await answerPin('1234');
    expect(again).toHaveBeenLastCalledWith({ id: 'j1', pin: '1234' });
    expect(useAskSupervisor.getState().asking).toBeNull();
  });

  it('says what went wrong, and that the sale is as it was', async () => {
    print.mockResolvedValue(fail('internal', 'x', { reason: 'not_printed' }));
    await askPrint({ sale: 's1' });
    expect(toasts()[0]).toContain('Penjualannya tidak berubah.');
  });
});

describe('the words for print jobs', () => {
  it('say for every way to be blocked why, and for those that go on by themselves that they do', () => {
    const silent = PrintReason.options.filter(
      (reason) => !whyWords(t, fakePrint({ state: 'blocked', reason }))?.endsWith('.'),
    );
    expect(silent).toEqual(['given_up']);
    expect(whyWords(t, fakePrint({ state: 'blocked', reason: 'paper_out' }))).toMatch(/Isi kertas.*sendiri/);
    expect(whyWords(t, fakePrint({ state: 'blocked', reason: 'printer_changed' }))).not.toMatch(/sendiri/);
    expect(whyWords(t, fakePrint({ state: 'unknown', reason: 'paper_out' }))).not.toMatch(/sendiri/);
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
    expect(whyWords(t, fakePrint({ state: 'unknown', reason: 'stopped', decided: 'given_up' }))).toBeNull();
  });
});

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
