import { describe, expect, it, vi } from 'vitest';
import type { SaveOutcome } from '../../../src/main/printing/api.ts';
import { type AppWorld, appWorld } from '../../support/app-world.ts';
import { aTcpPrinter, queueTo } from '../../support/print-queue.ts';

describe('receipts.*', () => {
  async function paidBill(world: AppWorld): Promise<string> {
    const bill = await world.call('inquiry', { productCode: 'PLNPOST', customerNo: '530000000001' });
    return (await world.call('pay', { id: bill.value.id })).value.id;
  }

  it('the first print is the original, every later one says which copy it is', async () => {
    const world = await appWorld();
    const id = await paidBill(world);
    const copies = [];
    for (let n = 0; n < 3; n += 1) copies.push((await world.call('receipts.print', { id })).value.copy);
    expect(copies).toEqual([1, 2, 3]);
    expect(world.printed.map(({ html }) => /SALINAN KE-\d/.exec(html)?.[0])).toEqual([
      undefined,
      'SALINAN KE-2',
      'SALINAN KE-3',
    ]);
    expect(await world.call('transactions.get', { id })).toMatchObject({ value: { prints: 3 } });
  });

  it('a preview is the slip as it would be printed now, and changes nothing', async () => {
    const world = await appWorld();
    const id = await paidBill(world);
    const sale = await world.call('transactions.get', { id });
    expect((await world.call('receipts.preview', { id })).value.text).not.toContain('SALINAN');
    expect(await world.call('transactions.get', { id })).toEqual(sale);
    await world.call('receipts.print', { id });
    expect((await world.call('receipts.preview', { id })).value.text).toContain('SALINAN KE-2');
  });

  it('a print that broke while the system had it may be on paper: a person is asked, and the next one is a copy', async () => {
    const world = await appWorld({ print: () => Promise.reject(new Error('driver')) });
    const id = await paidBill(world);
    expect(await world.call('receipts.print', { id })).toMatchObject({
      error: { reason: 'not_printed', transaction: { prints: 1, state: 'success' } },
    });
    expect((await world.call('prints.list', { open: true })).value.jobs).toMatchObject([{ state: 'unknown', copy: 1 }]);
    expect((await world.call('receipts.preview', { id })).value.copy).toBe(2);
  });

  it('a print that the printer did not take is not counted', async () => {
    const world = await appWorld({ print: async () => ({ kind: 'failed', reason: 'no paper' }) });
    const id = await paidBill(world);
    expect(await world.call('receipts.print', { id })).toMatchObject({
      ok: false,
      error: { code: 'internal', reason: 'not_printed', transaction: { prints: 0, state: 'success' } },
    });
    const types = (await world.call('transactions.timeline', { id })).value.map(({ type }) => type);
    expect(types.slice(-2)).toEqual(['receipt.print_requested', 'receipt.print_failed']);
  });

  it('a page that prints by itself is given the address of the slip', async () => {
    const world = await appWorld({ print: async () => ({ kind: 'page', url: '/slips/abc' }) });
    const id = await paidBill(world);
    expect(await world.call('receipts.print', { id })).toEqual({
      ok: true,
      value: { copy: 1, via: 'page', url: '/slips/abc' },
    });
  });

  it('a slip that is no proof is not counted, and the proof printed later is the original', async () => {
    // The webhook must not come before the first slip.
    const world = await appWorld({ practicePace: 1 });
    const ordered = await world.call('order', { productCode: 'TSEL10', customerNo: '081234567890' });
    const { id } = ordered.value;
    await world.call('receipts.print', { id });
    expect(world.printed[0]?.html).toContain('SEDANG DIPROSES');
    await vi.waitFor(async () => expect((await world.call('transactions.get', { id })).value.state).toBe('success'), {
      timeout: 30_000,
    });
    expect(await world.call('receipts.print', { id })).toMatchObject({ value: { copy: 1 } });
    expect(world.printed[1]?.html).not.toContain('SALINAN');
  });

  it('every slip of training says that it is not valid', async () => {
    const world = await appWorld();
    const id = await paidBill(world);
    const { text, html } = (await world.call('receipts.preview', { id })).value;
    expect(text).toContain('LATIHAN - TIDAK SAH');
    expect(text).not.toContain('BUKTI PEMBAYARAN YANG SAH');
    expect(html).toContain('LATIHAN - TIDAK SAH');
  });

  it('a slip of nothing is not found', async () => {
    const world = await appWorld();
    expect(await world.call('receipts.preview', { id: 'x' })).toMatchObject({ error: { code: 'not_found' } });
    expect(await world.call('receipts.print', { id: 'x' })).toMatchObject({ error: { code: 'not_found' } });
  });
});

describe('a print button pressed twice', () => {
  const soon = { timeout: 30_000, interval: 5 };

  async function outOfPaper() {
    const printer = await aTcpPrinter({ answers: 'paper_out' });
    const world = await appWorld({
      // A quicker webhook can overtake the order's own answer on a busy machine.
      practicePace: 1,
      env: { KONTER_PRINTER: `tcp://127.0.0.1:${printer.port}?columns=32` },
    });
    const bill = await world.call('inquiry', { productCode: 'PLNPOST', customerNo: '530000000001' });
    const { id } = (await world.call('pay', { id: bill.value.id })).value;
    const press = () => world.call('receipts.print', { id, unlessWaiting: true });
    const jobs = async () => (await world.call('prints.list', { saleId: id })).value.jobs;
    return { ...world, printer, id, press, jobs };
  }

  it('a button pressed again while the slip waits answers with what waits, in any window, and one paper comes', async () => {
    const { printer, press, jobs, call, id } = await outOfPaper();
    const printed = await Promise.all([press(), press(), press()]);
    await vi.waitFor(async () => expect(await jobs()).toMatchObject([{ state: 'blocked' }]), soon);
    printed.push(await press());
    expect(new Set(printed.map(({ value }) => value.job?.id)).size).toBe(1);
    expect(printed.map(({ value }) => value.copy)).toEqual([1, 1, 1, 1]);
    printer.behaviour.answers = 'ready';
    await press();
    await vi.waitFor(async () => expect(await jobs()).toMatchObject([{ state: 'confirmed' }]), soon);
    expect(printer.jobs).toHaveLength(1);
    expect((await call('transactions.get', { id })).value.prints).toBe(1);
    // Printed by now, it is a copy that is asked for.
    expect((await press()).value.copy).toBe(2);
  });

  it('one more copy is still to be had while the first waits, and the limit counts it', async () => {
    const { press, call, id } = await outOfPaper();
    await call('settings.save', { copiesLimit: 0, supervisorPin: { next: '2468' } });
    expect((await press()).value.copy).toBe(1);
    expect((await press()).value.copy).toBe(1);
    expect(await call('receipts.print', { id })).toMatchObject({ error: { reason: 'copies_limit' } });
    expect((await call('receipts.print', { id, pin: '2468' })).value.copy).toBe(2);
  });

  it('a slip that waits on one printer is no reason not to print on another, nor a slip that is no proof', async () => {
    const { press, jobs, call, id, printer } = await outOfPaper();
    await press();
    expect((await call('receipts.print', { id, paper: '58', unlessWaiting: true })).value.copy).toBe(2);
    const { value: ordered } = await call('order', {
      productCode: 'TSEL10',
      customerNo: '081234567890',
      allowCutOff: true,
    });
    expect(ordered.state).toBe('pending');
    const pending = (await call('receipts.print', { id: ordered.id, unlessWaiting: true })).value;
    await vi.waitFor(
      async () => expect((await call('transactions.get', { id: ordered.id })).value.state).toBe('success'),
      soon,
    );
    const proof = (await call('receipts.print', { id: ordered.id, unlessWaiting: true })).value;
    expect(proof.job?.id).not.toBe(pending.job?.id);
    expect(proof.copy).toBe(1);
    expect(await jobs()).toHaveLength(2);
    expect(printer.jobs).toHaveLength(0);
  });
});

describe('stale receipts', () => {
  const soon = { timeout: 30_000, interval: 10 };
  /** Succeeds, and is taken back by the provider some seconds later. */
  const reversed = '0800000000108';

  describe('a stale receipt', () => {
    it('a proof that waited while its sale was disputed is not printed any more, and does not count', async () => {
      const printer = await aTcpPrinter({ answers: 'paper_out' });
      const { call } = await appWorld({ env: { KONTER_PRINTER: `tcp://127.0.0.1:${printer.port}?columns=32` } });
      const { id } = (await call('order', { productCode: 'TSEL10', customerNo: reversed, allowCutOff: true })).value;
      const sale = async () => (await call('transactions.get', { id })).value;
      await vi.waitFor(async () => expect((await sale()).state).toBe('success'), soon);
      const printed = (await call('receipts.print', { id })).value;
      expect(printed.copy).toBe(1);
      await vi.waitFor(async () => expect((await sale()).state).toBe('disputed'), soon);
      printer.behaviour.answers = 'ready';
      await call('printers.tryNow');
      const jobs = async () => (await call('prints.list', { saleId: id })).value.jobs;
      await vi.waitFor(
        async () => expect(await jobs()).toMatchObject([{ state: 'failed', reason: 'sale_changed' }]),
        soon,
      );
      expect(printer.jobs).toHaveLength(0);
      const proofs = (await call('transactions.timeline', { id })).value.filter(({ type }) =>
        type.startsWith('receipt.print_'),
      );
      expect(proofs.map(({ type, actor }) => [type, actor])).toEqual([
        ['receipt.print_requested', 'cashier'],
        ['receipt.print_failed', 'system'],
      ]);
      expect((await sale()).prints).toBe(0);
      // What is printed now says what the sale is now.
      await call('receipts.print', { id });
      await vi.waitFor(() => expect(printer.jobs).toHaveLength(1), soon);
      expect(printer.jobs[0]?.bytes.toString('latin1')).toContain('DALAM PEMERIKSAAN');
    });

    it('a slip that is stale while the printer is asked how it is, is not sent', async () => {
      let changed = false;
      const sent = vi.fn<() => void>();
      const { print, state, reason } = await queueTo(
        {
          till: {
            send: async (_, leave) => {
              changed = true;
              await leave();
              sent();
              return { kind: 'sent', confirmed: false };
            },
          },
        },
        { checkStale: async () => (changed ? 'sale_changed' : null) },
      );
      const id = await print('till');
      await vi.waitFor(async () => expect(await state(id)).toBe('failed'), soon);
      expect(await reason(id)).toBe('sale_changed');
      expect(sent).not.toHaveBeenCalled();
    });
  });
});

describe('printing while paying', () => {
  it('a bill whose slip is printed at the very moment is paid all the same, once', async () => {
    const { call } = await appWorld();
    const { id } = (await call('inquiry', { productCode: 'PLNPOST', customerNo: '530000000001' })).value;
    const print = () => call('receipts.print', { id });
    const [, paid, , twice] = await Promise.all([print(), call('pay', { id }), print(), call('pay', { id })]);
    expect([paid, twice].filter((result) => result.ok)).toHaveLength(1);
    expect((await call('transactions.get', { id })).value.state).toBe('success');
    const types = (await call('transactions.timeline', { id })).value.map(({ type }) => type);
    expect(types.filter((type) => type === 'sale.submitted')).toHaveLength(1);
  });
});

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
