import { describe, expect, it, vi } from 'vitest';
import type { SaveOutcome } from '../../../src/main/printing/share-api.ts';
import { appWorld } from '../../support/app-world.ts';
import { aTcpPrinter } from '../../support/print-queue.ts';

async function shopWithPrinter(save?: () => Promise<SaveOutcome>) {
  const printer = await aTcpPrinter({ answers: 'paper_out' });
  const world = await appWorld({
    env: { KONTER_PRINTER: `tcp://127.0.0.1:${printer.port}?columns=32` },
    ...(save ? { saver: { save } } : {}),
  });
  const bill = await world.call('inquiry', { productCode: 'PLNPOST', customerNo: '530000000001' });
  const { id } = (await world.call('pay', { id: bill.value.id })).value;
  const copies = async (): Promise<number[]> =>
    (await world.call('prints.list', { saleId: id })).value.jobs.flatMap(({ state, copy }) =>
      state === 'failed' || copy === null ? [] : [copy],
    );
  return { ...world, printer, id, copies };
}

describe('receipts.share', () => {
  it('a number that a waiting print has is not given to a shared slip, nor one that was shared to a print', async () => {
    const { call, id, copies } = await shopWithPrinter();
    const first = (await call('receipts.print', { id })).value.job;
    await call('receipts.print', { id });
    await vi.waitFor(async () => expect((await call('status')).value.prints.blocked).toBe('paper_out'));
    await call('prints.giveUp', { id: first?.id ?? '' });
    const shared = await call('receipts.share', { id, as: 'text' });
    expect(shared.value.copy).toBe(3);
    expect(shared.value.text).toContain('SALINAN KE-3');
    expect((await call('receipts.print', { id, paper: '58' })).value.copy).toBe(4);
    const all = await copies();
    expect(new Set(all).size).toBe(all.length);
    expect((await call('transactions.get', { id })).value.prints).toBe(3);
  });

  it('a shared original that followed a print is not followed by a second of its number when that print is given up', async () => {
    const { call, id } = await shopWithPrinter();
    const waiting = (await call('receipts.print', { id })).value.job;
    expect((await call('receipts.share', { id, as: 'text' })).value.copy).toBe(2);
    await call('prints.giveUp', { id: waiting?.id ?? '' });
    expect((await call('receipts.print', { id })).value.copy).toBe(3);
  });

  it('sharing is under the owner’s limit as printing is, and a supervisor lifts it', async () => {
    const { call, id } = await shopWithPrinter();
    await call('settings.save', { copiesLimit: 0, supervisorPin: { next: '2468' } });
    expect((await call('receipts.share', { id, as: 'text' })).value.copy).toBe(1);
    const refused = await call('receipts.share', { id, as: 'text' });
    expect(refused).toMatchObject({
      error: { code: 'not_allowed', reason: 'copies_limit', transaction: { prints: 1 } },
    });
    expect(refused.value).toBeUndefined();
    const lifted = await call('receipts.share', { id, as: 'text', pin: '2468' });
    expect(lifted).toMatchObject({ ok: true, value: { copy: 2 } });
    const shared = (await call('transactions.timeline', { id })).value.filter(
      ({ type }) => type === 'receipt.print_requested',
    );
    expect(shared.map(({ actor, data }) => [actor, data['copy'], data['as']])).toEqual([
      ['cashier', 1, 'text'],
      ['supervisor', 2, 'text'],
    ]);
  });

  it('a text that is sent on carries what the QR code would, as a link where the shop has a page for it', async () => {
    const { call, id } = await shopWithPrinter();
    const textOf = async () => (await call('receipts.share', { id, as: 'text' })).value.text ?? '';
    expect(await textOf()).toMatch(/\nCek keaslian:\nKTR1\.TRAINING\.\S+\n$/);
    expect((await call('receipts.preview', { id })).value.text).not.toContain('KTR1');
    const verifierUrl = 'https://relay.toko.example/verify';
    await call('settings.save', { verifierUrl });
    const link = (await textOf()).trimEnd().split('\n').at(-1) ?? '';
    expect(link).toMatch(/^https:\/\/relay\.toko\.example\/verify#KTR1\.TRAINING\.\S+$/);
    expect((await call('proof.verify', { text: link })).value.verdict).toBe('training');
  });

  it('what was shared stands among the prints of the sale, what was cancelled is decided about', async () => {
    const outcomes: SaveOutcome[] = [{ kind: 'saved', name: 'x.pdf' }, { kind: 'cancelled' }];
    const { call, id } = await shopWithPrinter(async () => outcomes.shift() ?? { kind: 'cancelled' });
    await call('receipts.share', { id, as: 'pdf' });
    await call('receipts.share', { id, as: 'png' });
    expect((await call('prints.list', { saleId: id })).value.jobs).toMatchObject([
      { printer: 'PNG', state: 'failed', decided: 'given_up', copy: 2 },
      { printer: 'PDF', state: 'sent', decided: null, copy: 1 },
    ]);
    expect((await call('prints.list', { open: true })).value.jobs).toEqual([]);
  });
});
