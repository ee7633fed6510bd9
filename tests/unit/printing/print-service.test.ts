import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import type { PrintJob } from '../../../src/shared/domain/print-job.ts';
import type { Transaction } from '../../../src/shared/domain/transaction.ts';
import { type AppWorld, appWorld } from '../../support/app-world.ts';
import { realRandom, temporaryFolder } from '../../support/database-files.ts';
import { aTcpPrinter } from '../../support/print-queue.ts';
import { begin, order, stored, updated } from '../../support/stored-sales.ts';
import { deadPort } from '../../support/tcp-printer.ts';

const soon = { timeout: 30_000, interval: 5 };
const envOf = (port: number, more = ''): Record<string, string> => ({
  KONTER_PRINTER: `tcp://127.0.0.1:${port}?columns=32${more}`,
});

async function paidBill(world: AppWorld): Promise<Transaction> {
  const bill = await world.call('inquiry', { productCode: 'PLNPOST', customerNo: '530000000001' });
  return (await world.call('pay', { id: bill.value.id })).value;
}

const saleOf = async (world: AppWorld, id: string): Promise<Transaction> =>
  (await world.call('transactions.get', { id })).value;
const jobsOf = async (world: AppWorld, saleId?: string): Promise<PrintJob[]> =>
  (await world.call('prints.list', saleId === undefined ? {} : { saleId })).value.jobs;
const ends = (world: AppWorld, id: string, state: PrintJob['state']): Promise<PrintJob> =>
  vi.waitFor(async () => {
    const job = (await jobsOf(world)).find((each) => each.id === id);
    if (job?.state !== state) throw new Error(`the job is ${job?.state}`);
    return job;
  }, soon);
const jobOf = (result: { value: { job?: PrintJob | undefined } }): PrintJob => {
  if (!result.value.job) throw new Error('nothing was queued');
  return result.value.job;
};
/** What a customer pays and gets; all that a print must not touch. */
const money = ({ prints: _prints, revision: _revision, updatedAt: _updatedAt, ...rest }: Transaction) => rest;

describe('a receipt for the shop’s printer', () => {
  it('is queued and printed, numbered, and logged with who and when; the sale stays as it was paid', async () => {
    const printer = await aTcpPrinter();
    const world = await appWorld({ env: envOf(printer.port) });
    const sale = await paidBill(world);
    for (const copy of [1, 2, 3]) {
      const printed = await world.call('receipts.print', { id: sale.id });
      expect(printed).toMatchObject({
        ok: true,
        value: { copy, via: 'system', url: null, job: { state: 'queued', copy } },
      });
      await ends(world, jobOf(printed).id, 'confirmed');
    }
    const papers = printer.jobs.map(({ bytes }) => bytes.toString('latin1'));
    expect(papers.map((paper) => /SALINAN KE-\d/.exec(paper)?.[0])).toEqual([
      undefined,
      'SALINAN KE-2',
      'SALINAN KE-3',
    ]);
    expect(papers.every((paper) => paper.includes(sale.receiptNo ?? '?'))).toBe(true);
    expect(world.printed).toEqual([]);
    const after = await saleOf(world, sale.id);
    expect(after.prints).toBe(3);
    expect(money(after)).toEqual(money(sale));
    const timeline = (await world.call('transactions.timeline', { id: sale.id })).value;
    const printed = timeline.filter(({ type }) => type === 'receipt.print_requested');
    expect(printed.map(({ actor, data }) => [actor, data['copy']])).toEqual([1, 2, 3].map((copy) => ['cashier', copy]));
    expect((await world.call('journal.verify')).value.flaw).toBeNull();
  });

  it('waits with its reason while the printer cannot print, and the page gets every step', async () => {
    const port = await deadPort();
    const world = await appWorld({ env: envOf(port) });
    const sale = await paidBill(world);
    const job = jobOf(await world.call('receipts.print', { id: sale.id }));
    expect(await ends(world, job.id, 'blocked')).toMatchObject({ reason: 'unreachable', receiptNo: sale.receiptNo });
    expect((await world.call('status')).value.prints).toEqual({ waiting: 1, blocked: 'unreachable', unknown: 0 });
    // Nothing is on paper: what a print would give now is that original.
    const preview = async () => (await world.call('receipts.preview', { id: sale.id })).value;
    expect(await preview()).toMatchObject({
      copy: 1,
      beyondLimit: false,
      text: expect.not.stringContaining('SALINAN'),
    });
    const printer = await aTcpPrinter({}, port);
    await world.call('printers.tryNow');
    await ends(world, job.id, 'confirmed');
    expect(await preview()).toMatchObject({ copy: 2, text: expect.stringContaining('SALINAN KE-2') });
    expect(printer.jobs).toHaveLength(1);
    const states = world.events.flatMap((event) =>
      event.type === 'print' && event.job.id === job.id ? [event.job.state] : [],
    );
    expect([...new Set(states)]).toEqual(['queued', 'blocked', 'sending', 'confirmed']);
    expect((await world.call('status')).value.prints).toEqual({ waiting: 0, blocked: null, unknown: 0 });
  });

  it('asked for twice at the same moment is an original and a copy, not two originals', async () => {
    const printer = await aTcpPrinter();
    const world = await appWorld({ env: envOf(printer.port) });
    const { id } = await paidBill(world);
    const printed = await Promise.all(Array.from({ length: 5 }, () => world.call('receipts.print', { id })));
    expect(new Set(printed.map(({ value }) => value.copy))).toEqual(new Set([1, 2, 3, 4, 5]));
    for (const each of printed) await ends(world, jobOf(each).id, 'confirmed');
    expect(new Set(printer.jobs.map(({ bytes }) => bytes.toString('hex'))).size).toBe(5);
  });

  it('waits through the end of the program, and is printed once by the next start as it was asked for', async () => {
    const printer = await aTcpPrinter({ answers: 'paper_out' });
    const dataDir = temporaryFolder();
    const first = await appWorld({ env: envOf(printer.port), dataDir });
    const { id } = await paidBill(first);
    const job = jobOf(await first.call('receipts.print', { id }));
    await ends(first, job.id, 'blocked');
    await first.call('settings.save', { shop: { name: 'NAMA BARU', address: '', phone: '', footer: '' } });
    await first.app.close();
    printer.behaviour.answers = 'ready';
    const second = await appWorld({ env: envOf(printer.port), dataDir, secrets: first.secrets });
    await ends(second, job.id, 'confirmed');
    expect(printer.jobs).toHaveLength(1);
    expect(printer.jobs[0]?.bytes.toString('latin1')).not.toContain('NAMA BARU');
  });

  it('goes to the printer that is named, to the dialog where a paper is named, and to no printer that is not there', async () => {
    const printer = await aTcpPrinter();
    const world = await appWorld({ env: envOf(printer.port) });
    const { id } = await paidBill(world);
    expect(await world.call('receipts.print', { id, printer: 'other' })).toMatchObject({
      error: { code: 'not_found' },
    });
    expect((await saleOf(world, id)).prints).toBe(0);
    expect(await world.call('receipts.print', { id, paper: 'a4' })).toEqual({
      ok: true,
      value: { copy: 1, via: 'system', url: null },
    });
    expect(world.printed).toHaveLength(1);
    const printed = await world.call('receipts.print', { id, printer: 'environment' });
    expect(printed.value.copy).toBe(2);
    await ends(world, jobOf(printed).id, 'confirmed');
    expect((await jobsOf(world, id)).map(({ copy, printer: on, state }) => [copy, on, state])).toEqual([
      [2, 'environment', 'confirmed'],
      [1, '', 'sent'],
    ]);
  });
});

describe('a print that nobody can be certain of', () => {
  async function unknownPrint() {
    const printer = await aTcpPrinter({ resetAfter: 40 });
    const world = await appWorld({ env: envOf(printer.port) });
    const sale = await paidBill(world);
    const job = jobOf(await world.call('receipts.print', { id: sale.id }));
    await ends(world, job.id, 'unknown');
    printer.behaviour.resetAfter = null;
    return { printer, world, sale, job };
  }

  it('is repeated only when a person says so, once, as the next copy, linked to it', async () => {
    const { printer, world, sale, job } = await unknownPrint();
    await world.call('printers.tryNow');
    expect((await world.call('status')).value.prints.unknown).toBe(1);
    const tries = await Promise.all([1, 2, 3].map(() => world.call('prints.reprint', { id: job.id })));
    const [again, ...refused] = tries.toSorted((one, other) => Number(other.ok) - Number(one.ok));
    expect(again).toMatchObject({ ok: true, value: { job: { again: job.id, copy: 2 } } });
    expect(refused).toMatchObject([1, 2].map(() => ({ error: { code: 'not_allowed', reason: 'already_decided' } })));
    await ends(world, again?.value.job.id ?? '', 'confirmed');
    expect(printer.jobs).toHaveLength(2);
    expect(printer.jobs[1]?.bytes.toString('latin1')).toContain('SALINAN KE-2');
    expect((await saleOf(world, sale.id)).prints).toBe(2);
    expect(money(await saleOf(world, sale.id))).toEqual(money(sale));
    expect((await jobsOf(world)).find(({ id }) => id === job.id)).toMatchObject({ state: 'unknown', decided: 'again' });
    expect((await world.call('status')).value.prints.unknown).toBe(0);
  });

  it.each([
    ['prints.confirmPrinted', { state: 'confirmed', decided: 'printed' }],
    ['prints.giveUp', { state: 'unknown', decided: 'given_up', reason: 'connection_lost' }],
  ] as const)('is settled by %s, once, in the log too, and its copy still counts', async (name, expected) => {
    const { printer, world, sale, job } = await unknownPrint();
    expect(await world.call(name, { id: job.id })).toMatchObject({ ok: true, value: { job: expected } });
    for (const other of ['prints.confirmPrinted', 'prints.giveUp', 'prints.reprint'] as const) {
      expect(await world.call(other, { id: job.id })).toMatchObject({ ok: false, error: { code: 'not_allowed' } });
    }
    expect((await saleOf(world, sale.id)).prints).toBe(1);
    const types = (await world.call('transactions.timeline', { id: sale.id })).value.map(({ type }) => type);
    expect(types.filter((type) => type === 'receipt.print_resolved')).toHaveLength(1);
    expect((await world.call('prints.list', { open: true })).value.jobs).toEqual([]);
    expect((await world.call('receipts.print', { id: sale.id })).value.copy).toBe(2);
    await vi.waitFor(() => expect(printer.jobs).toHaveLength(2), soon);
  });
});

it('a test page that nobody can be certain of is repeated once, however often that is pressed', async () => {
  const printer = await aTcpPrinter({ resetAfter: 20 });
  const world = await appWorld({ env: envOf(printer.port) });
  const { job } = (await world.call('printers.test', { printer: 'environment' })).value;
  await ends(world, job.id, 'unknown');
  printer.behaviour.resetAfter = null;
  const tries = await Promise.all([1, 2, 3].map(() => world.call('prints.reprint', { id: job.id })));
  expect(new Set(tries.map((result) => (result.ok ? 'again' : result.error.reason)))).toEqual(
    new Set(['again', 'already_decided']),
  );
  expect(await jobsOf(world)).toHaveLength(2);
});

it('a print that waits can be given up: it does not count, and the next is the original', async () => {
  const printer = await aTcpPrinter({ answers: 'cover_open' });
  const world = await appWorld({ env: envOf(printer.port) });
  const { id } = await paidBill(world);
  const job = jobOf(await world.call('receipts.print', { id }));
  await ends(world, job.id, 'blocked');
  expect(await world.call('prints.giveUp', { id: job.id })).toMatchObject({
    value: { job: { state: 'failed', reason: 'given_up' } },
  });
  // Said twice, it stays as it was said first.
  await world.call('prints.giveUp', { id: job.id });
  expect((await saleOf(world, id)).prints).toBe(0);
  printer.behaviour.answers = 'ready';
  const printed = await world.call('receipts.print', { id });
  expect(printed.value.copy).toBe(1);
  await ends(world, jobOf(printed).id, 'confirmed');
  expect(printer.jobs).toHaveLength(1);
  expect(await world.call('prints.giveUp', { id: jobOf(printed).id })).toMatchObject({
    error: { reason: 'print_begun' },
  });
});

it('what is no job, is not found', async () => {
  const world = await appWorld();
  for (const name of ['prints.reprint', 'prints.giveUp', 'prints.confirmPrinted'] as const) {
    expect(await world.call(name, { id: 'x' })).toMatchObject({ error: { code: 'not_found' } });
  }
  for (const name of ['printers.test', 'printers.ruler', 'printers.openDrawer'] as const) {
    expect(await world.call(name, { printer: 'x' })).toMatchObject({ error: { reason: 'no_printer_set' } });
  }
});

describe('the owner’s limit on copies', () => {
  async function limited(copiesLimit: number) {
    const printer = await aTcpPrinter();
    const world = await appWorld({ env: envOf(printer.port) });
    await world.call('settings.save', { copiesLimit, supervisorPin: { next: '2468' } });
    return { world, printer, sale: await paidBill(world) };
  }

  it('is lifted by the supervisor’s PIN, one copy at a time, and the log names the supervisor', async () => {
    const { world, sale } = await limited(1);
    const print = (pin?: string) =>
      world.call('receipts.print', { id: sale.id, ...(pin === undefined ? {} : { pin }) });
    expect([(await print()).value.copy, (await print()).value.copy]).toEqual([1, 2]);
    expect(await print()).toMatchObject({
      error: { code: 'not_allowed', reason: 'copies_limit', transaction: { prints: 2 } },
    });
    expect(await print('1357')).toMatchObject({ error: { code: 'not_allowed', reason: 'wrong_pin' } });
    expect(await print('2468')).toMatchObject({ ok: true, value: { copy: 3, job: { askedBy: 'supervisor' } } });
    expect(await print()).toMatchObject({ error: { reason: 'copies_limit' } });
    const printed = (await world.call('transactions.timeline', { id: sale.id })).value.filter(
      ({ type }) => type === 'receipt.print_requested',
    );
    expect(printed.map(({ actor }) => actor)).toEqual(['cashier', 'cashier', 'supervisor']);
  });

  it('asks for no PIN twice: a copy that was allowed, and waits, is only tried again', async () => {
    const { world, sale, printer } = await limited(0);
    const original = jobOf(await world.call('receipts.print', { id: sale.id }));
    await ends(world, original.id, 'confirmed');
    const preview = async () => (await world.call('receipts.preview', { id: sale.id })).value;
    expect(await preview()).toMatchObject({ copy: 2, beyondLimit: true });
    printer.behaviour.answers = 'paper_out';
    const allowed = jobOf(await world.call('receipts.print', { id: sale.id, pin: '2468' }));
    await ends(world, allowed.id, 'blocked');
    expect(await preview()).toMatchObject({ copy: 2, beyondLimit: false });
    expect((await world.call('receipts.print', { id: sale.id, unlessWaiting: true })).value).toMatchObject({
      copy: 2,
      job: { id: allowed.id },
    });
    printer.behaviour.answers = 'ready';
    await world.call('printers.tryNow');
    await ends(world, allowed.id, 'confirmed');
    expect(await preview()).toMatchObject({ copy: 3, beyondLimit: true });
  });

  it('of none lets the original be printed, and is changed by who knows the PIN only', async () => {
    const { world, sale } = await limited(0);
    expect((await world.call('receipts.print', { id: sale.id })).value.copy).toBe(1);
    expect(await world.call('receipts.print', { id: sale.id })).toMatchObject({ error: { reason: 'copies_limit' } });
    expect(await world.call('settings.save', { copiesLimit: null })).toMatchObject({ error: { reason: 'pin_needed' } });
    expect(await world.call('settings.save', { copiesLimit: null, pin: '2468' })).toMatchObject({ ok: true });
    expect((await world.call('receipts.print', { id: sale.id })).value.copy).toBe(2);
  });
});

describe('printing by itself on success', () => {
  it('prints a bill that was paid, and an order whose result comes later, once each', async () => {
    const printer = await aTcpPrinter();
    const world = await appWorld({ env: envOf(printer.port) });
    await world.call('settings.save', { autoPrint: true });
    const bill = await paidBill(world);
    await vi.waitFor(async () => expect(await jobsOf(world, bill.id)).toMatchObject([{ state: 'confirmed' }]), soon);
    const ordered = (
      await world.call('order', { productCode: 'TSEL10', customerNo: '081234567890', allowCutOff: true })
    ).value;
    await vi.waitFor(async () => expect((await saleOf(world, ordered.id)).state).toBe('success'), soon);
    await vi.waitFor(async () => expect(await jobsOf(world, ordered.id)).toMatchObject([{ state: 'confirmed' }]), soon);
    expect((await jobsOf(world)).map(({ copy, askedBy }) => [copy, askedBy])).toEqual([
      [1, 'system'],
      [1, 'system'],
    ]);
    expect((await saleOf(world, bill.id)).prints).toBe(1);
    expect(printer.jobs).toHaveLength(2);
  });

  /** A book whose program was killed right after a success was written down. */
  async function cutShort(): Promise<{ dataDir: string; id: string }> {
    const dataDir = temporaryFolder();
    const { mkdirSync } = await import('node:fs');
    mkdirSync(join(dataDir, 'training'));
    const path = join(dataDir, 'training', 'journal.db');
    const db = await openShopDatabase({ path, random: realRandom, kind: 'training' });
    const begun = await stored(db, begin(order(1)));
    const sale = await stored(db, {
      ...updated(begun, { state: 'success', sn: '0001' }),
      parts: { autoPrintReceipt: true },
    });
    await db.close();
    return { dataDir, id: sale.id };
  }

  it('prints at the next start what the program ended before', async () => {
    const printer = await aTcpPrinter();
    const { dataDir, id } = await cutShort();
    const settings = { autoPrint: true };
    const { writeFileSync } = await import('node:fs');
    writeFileSync(join(dataDir, 'settings.json'), JSON.stringify(settings));
    const first = await appWorld({ env: envOf(printer.port), dataDir });
    await vi.waitFor(async () => expect(await jobsOf(first, id)).toMatchObject([{ state: 'confirmed' }]), soon);
    await first.app.close();
    const second = await appWorld({ env: envOf(printer.port), dataDir });
    expect(await jobsOf(second, id)).toHaveLength(1);
    expect(printer.jobs).toHaveLength(1);
  });

  it('prints nothing at the next start where it was switched off', async () => {
    const printer = await aTcpPrinter();
    const { dataDir, id } = await cutShort();
    const world = await appWorld({ env: envOf(printer.port), dataDir });
    await world.call('settings.save', { autoPrint: true });
    await paidBill(world);
    await vi.waitFor(() => expect(printer.jobs).toHaveLength(1), soon);
    expect(await jobsOf(world, id)).toEqual([]);
  });
});

describe('a printer that is being set up', () => {
  it('prints a test page and a ruler in its own columns, and opens its drawer at once', async () => {
    const printer = await aTcpPrinter();
    const world = await appWorld();
    const till = {
      id: 'till',
      name: 'Kasir',
      transport: { kind: 'tcp' as const, host: '127.0.0.1', port: printer.port },
      columns: 42 as const,
      drawer: 'by_hand' as const,
    };
    await world.call('settings.save', { printers: [till], defaultPrinter: 'till' });
    for (const name of ['printers.test', 'printers.ruler'] as const) {
      await ends(world, (await world.call(name, { printer: 'till' })).value.job.id, 'confirmed');
    }
    const [page, ruler] = printer.jobs.map(({ bytes }) => bytes.toString('latin1'));
    for (const end of ['=32\n', '=42\n', '=48\n']) expect(page).toContain(end);
    expect(page).toContain('KONTER TEST PAGE');
    expect(page).toContain('BUKAN STRUK');
    expect(ruler).toContain('123456789012345678901234567890123456789012345678');
    expect(await world.call('printers.openDrawer')).toMatchObject({ ok: true });
    expect(printer.jobs[2]?.bytes.subarray(0, 2)).toEqual(Buffer.of(0x1b, 0x70));
    await printer.off();
    expect(await world.call('printers.openDrawer')).toMatchObject({ ok: false, error: { reason: 'drawer_shut' } });
    expect(await jobsOf(world)).toHaveLength(2);
  });

  it('prints the end of the log without a dialog', async () => {
    const printer = await aTcpPrinter();
    const world = await appWorld({ env: envOf(printer.port) });
    const printed = await world.call('journal.printHead');
    expect(printed).toMatchObject({ ok: true, value: { via: 'system', url: null } });
    await vi.waitFor(() => expect(printer.jobs).toHaveLength(1), soon);
    expect(printer.jobs[0]?.bytes.toString('latin1')).toContain(printed.value.head.hash.slice(0, 4));
    expect(world.printed).toEqual([]);
  });

  it('cannot be given another way, or columns that are guessed', async () => {
    const world = await appWorld({ env: envOf(9100) });
    expect(await world.call('settings.save', { printers: [] })).toMatchObject({ error: { reason: 'managed_setting' } });
    const transport = { kind: 'tcp', host: '127.0.0.1' };
    const broken: unknown[] = [
      { id: 'a', name: 'A', transport },
      { id: 'a', name: 'A', transport, columns: 40 },
      { id: 'a', name: 'A', transport: { kind: 'device', path: '/etc/passwd' }, columns: 32 },
      { id: 'a', name: 'A', transport: { kind: 'device', path: '/dev/usb/../sda' }, columns: 32 },
      { id: 'a', name: 'A', transport: { kind: 'system', name: '-x' }, columns: 32 },
    ];
    for (const each of broken) {
      expect(await world.call('settings.save', { printers: [each] } as never)).toMatchObject({
        error: { code: 'invalid_input' },
      });
    }
  });
});

describe('a printer that pages are laid out for', () => {
  const office = {
    id: 'office',
    name: 'Kantor',
    transport: { kind: 'system-graphic' as const, name: 'Office Laser', paper: 'a4' as const },
    columns: 48 as const,
  };

  it('is handed the slip by the host, and more than that is not said', async () => {
    const world = await appWorld();
    await world.call('settings.save', { printers: [office], defaultPrinter: 'office' });
    const { id } = await paidBill(world);
    const job = jobOf(await world.call('receipts.print', { id }));
    await ends(world, job.id, 'sent');
    expect(world.printed).toMatchObject([{ saleId: id, copy: 1, paper: 'a4' }]);
  });

  it('that refuses the slip leaves it uncounted, and the next print is the original', async () => {
    const world = await appWorld({ print: async () => ({ kind: 'failed', reason: 'no such printer' }) });
    await world.call('settings.save', { printers: [office], defaultPrinter: 'office' });
    const { id } = await paidBill(world);
    const job = jobOf(await world.call('receipts.print', { id }));
    expect(await ends(world, job.id, 'failed')).toMatchObject({ reason: 'refused' });
    expect((await saleOf(world, id)).prints).toBe(0);
    expect((await world.call('receipts.print', { id })).value.copy).toBe(1);
  });
});
