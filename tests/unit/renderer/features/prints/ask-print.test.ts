import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  answerPin,
  askPrint,
  stopAsking,
  useAskSupervisor,
} from '../../../../../src/renderer/features/prints/ask-print.ts';
import { loadLaterMessages, startI18n } from '../../../../../src/renderer/i18n/i18n.ts';
import { usePrints } from '../../../../../src/renderer/state/prints.ts';
import { useToasts } from '../../../../../src/renderer/state/toast.ts';
import { fail, ok } from '../../../../../src/shared/contract/errors.ts';
import { fakePrint } from '../../../../support/fake-app.ts';

const print = vi.fn<(input: unknown) => Promise<unknown>>();
const again = vi.fn<(input: unknown) => Promise<unknown>>();
const toasts = (): string[] => useToasts.getState().toasts.map(({ text }) => text);

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('window', { konter: { receipts: { print }, prints: { reprint: again } } });
  await startI18n('id');
  await loadLaterMessages();
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
