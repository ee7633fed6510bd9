import { randomInt, randomUUID } from 'node:crypto';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { migrate } from '../../../src/main/db/migrate.ts';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import { migrations } from '../../../src/main/schema/index.ts';
import type { RawInput } from '../../../src/shared/contract/registry.ts';
import { customerServices, isCustomerService, purseMoves } from '../../../src/shared/domain/cash-service.ts';
import { type CashServiceEntry } from '../../../src/shared/domain/cash-service-entry.ts';
import { totalOf } from '../../../src/shared/domain/cash-service-sums.ts';
import { wallClock } from '../../../src/shared/domain/zone.ts';
import { type AppWorld, appWorld, pinOf, staffed } from '../../support/app-world.ts';
import { aJournal, journalPath } from '../../support/database-files.ts';
import { soakSize } from '../../support/soak.ts';
import { tamper } from '../../support/tamper.ts';

type Recorded = RawInput<'cashServices.record'>;

const day = wallClock(Date.now(), 'Asia/Jakarta').day;
const days = { from: '2020-01-01', to: '2099-12-31' };

const withdrawal = (more: Partial<Extract<Recorded, { fee: number }>> = {}): Recorded => ({
  id: randomUUID(),
  kind: 'withdrawal',
  amount: 500_000,
  fee: 5000,
  feeSide: 'cash',
  reference: `BRI-${randomUUID().slice(0, 8)}`,
  ...more,
});

async function shop(): Promise<AppWorld> {
  const world = await appWorld();
  const saved = await world.call('settings.save', {
    purse: 'BRILink',
    cashServiceFees: [{ kind: 'withdrawal', from: 1, to: 1_000_000, fee: 5000 }],
  });
  expect(saved.ok).toBe(true);
  return world;
}

/** Records it, and answers the entry. */
async function record({ call }: AppWorld, input: Recorded): Promise<CashServiceEntry> {
  const { ok, value, error } = await call('cashServices.record', input);
  expect(ok ? null : error).toBeNull();
  return value;
}

const closed = async (world: AppWorld, counted: number, purse?: number) => {
  const answer = await world.call('shifts.close', { counted, ...(purse === undefined ? {} : { purse }) });
  expect(answer.ok).toBe(true);
  return answer.value;
};

const verified = async ({ call }: AppWorld) => (await call('journal.verify')).value.flaw;

describe('what a service moves', () => {
  it.each([
    ['withdrawal', 'cash', -495_000, 500_000],
    ['withdrawal', 'purse', -500_000, 505_000],
    ['transfer', 'cash', 505_000, -500_000],
    ['transfer', 'purse', 500_000, -495_000],
    ['deposit', 'cash', 505_000, -500_000],
    ['topup', 'cash', 505_000, -500_000],
  ] as const)('%s, fee by %s: drawer %i, purse %i', async (kind, feeSide, cash, purse) => {
    const world = await shop();
    expect(await record(world, withdrawal({ kind, feeSide }))).toMatchObject({ cash, purse, fee: 5000 });
  });

  it.each([
    ['purse_in', true, -200_000, 200_000],
    ['purse_in', false, 0, 200_000],
    ['purse_out', true, 200_000, -200_000],
    ['purse_out', false, 0, -200_000],
  ] as const)(
    '%s, through the drawer %s: drawer %i, purse %i, and no fee',
    async (kind, throughDrawer, cash, purse) => {
      const world = await shop();
      const input = { id: randomUUID(), kind, amount: 200_000, throughDrawer, reason: 'isi saldo' };
      expect(await record(world, input)).toMatchObject({ cash, purse, fee: 0, note: 'isi saldo' });
    },
  );
});

it.each(['transfer', 'deposit', 'topup'] as const)(
  '%s: a fee within the amount leaves something of it; one in cash may be as large',
  async (kind) => {
    const world = await shop();
    const all = { kind, amount: 5000, fee: 5000 } as const;
    const refused = await world.call('cashServices.record', withdrawal({ ...all, feeSide: 'purse' }));
    expect(refused.error.code).toBe('invalid_input');
    expect(await record(world, withdrawal({ ...all, fee: 4999, feeSide: 'purse' }))).toMatchObject({ purse: -1 });
    expect(await record(world, withdrawal({ ...all, feeSide: 'cash' }))).toMatchObject({ cash: 10_000 });
  },
);

it('the same call again records nothing twice, and answers what is recorded', async () => {
  const world = await shop();
  const input = withdrawal();
  const first = await record(world, input);
  expect(await record(world, input)).toEqual(first);
  const { value } = await world.call('cashServices.list', {});
  expect(value.entries).toEqual([first]);
});

it('asks about a reference that the same service has on that day, and takes it once a person says that it is another', async () => {
  const world = await shop();
  await record(world, withdrawal({ reference: 'BRI-7' }));
  const again = await world.call('cashServices.record', withdrawal({ reference: 'bri-7' }));
  expect(again.error).toMatchObject({ code: 'duplicate', reason: 'same_reference' });
  await record(world, withdrawal({ reference: 'BRI-7', kind: 'transfer' }));
  await record(world, withdrawal({ reference: 'BRI-7', allowSameReference: true }));
  expect((await world.call('cashServices.list', { text: 'bri-7' })).value.entries).toHaveLength(3);
});

it('is found by a part of its reference, its amount and the number on its slip, newest first and page by page', async () => {
  const world = await shop();
  const ids: string[] = [];
  for (const [at, amount] of [100_000, 250_000, 300_000].entries())
    ids.push((await record(world, withdrawal({ amount, reference: `EDC 00${at}` }))).id);
  const search = async (input: RawInput<'cashServices.list'>) =>
    (await world.call('cashServices.list', input)).value.entries.map(({ id }) => id);
  const [first = '', second = '', third = ''] = ids;
  expect(await search({ text: 'edc 001' })).toEqual([second]);
  expect(await search({ text: 'Rp250.000' })).toEqual([second]);
  expect(await search({ text: first.slice(-8).toUpperCase() })).toEqual([first]);
  expect(await search({ from: '2020-01-01', to: '2020-01-02' })).toEqual([]);
  const page = (await world.call('cashServices.list', { limit: 2 })).value;
  expect(page.entries).toHaveLength(2);
  const rest = await search({ limit: 2, ...(page.next ? { before: page.next } : {}) });
  expect([...page.entries.map(({ id }) => id), ...rest].toSorted()).toEqual([first, second, third].toSorted());
});

describe('taking a record back', () => {
  it('is a counter entry with a reason; the record stays, and nothing is left of the sums', async () => {
    const world = await shop();
    const entry = await record(world, withdrawal());
    const id = randomUUID();
    const { value } = await world.call('cashServices.reverse', { id, of: entry.id, reason: 'salah ketik' });
    expect(value).toMatchObject({ amount: -500_000, fee: -5000, cash: 495_000, purse: -500_000, reverses: entry.id });
    const { entries } = (await world.call('cashServices.list', {})).value;
    expect(entries.find((each) => each.id === entry.id)).toEqual({ ...entry, reversedBy: id });
    const { sums } = (await world.call('cashServices.sums', days)).value;
    expect(totalOf(sums)).toMatchObject({ count: 0, amount: 0, fee: 0 });
    expect(await verified(world)).toBeNull();
  });

  it('happens once, whichever window asks, and never to a counter entry', async () => {
    const world = await shop();
    const { id: of } = await record(world, withdrawal());
    const input = { id: randomUUID(), of, reason: 'salah ketik' };
    const first = await world.call('cashServices.reverse', input);
    expect((await world.call('cashServices.reverse', input)).value).toEqual(first.value);
    const other = await world.call('cashServices.reverse', { ...input, id: randomUUID() });
    expect(other.error).toMatchObject({ code: 'not_allowed', reason: 'moved_meanwhile' });
    const counter = await world.call('cashServices.reverse', { ...input, id: randomUUID(), of: input.id });
    expect(counter.error.code).toBe('not_found');
  });

  it('says of no other record, whose id it is called with, that it took one back', async () => {
    const world = await shop();
    const [one, other] = [await record(world, withdrawal()), await record(world, withdrawal())];
    for (const id of [one.id, other.id]) {
      const answer = await world.call('cashServices.reverse', { id, of: one.id, reason: 'salah ketik' });
      expect(answer.error?.code).toBe('not_found');
    }
    expect((await world.call('cashServices.get', { id: one.id })).value.entry.reversedBy).toBeNull();
  });

  it('needs a supervisor, whose PIN a cashier may have typed', async () => {
    const world = await shop();
    const { signIn } = await staffed(world);
    await signIn('cashier');
    const { id: of } = await record(world, withdrawal());
    const input = { of, reason: 'salah ketik' };
    const refused = await world.call('cashServices.reverse', { ...input, id: randomUUID() });
    expect(refused.error.code).toBe('not_allowed');
    const allowed = await world.call('cashServices.reverse', { ...input, id: randomUUID(), pin: pinOf.supervisor });
    expect(allowed.ok && allowed.value.by).toBe('Sari');
  });
});

it('the slip says who recorded it and that it proves nothing of a bank', async () => {
  const world = await shop();
  const { id } = await record(world, withdrawal({ reference: 'BRI-9' }));
  const { text } = (await world.call('cashServices.get', { id })).value;
  expect(text).toContain('CATATAN JASA TUNAI');
  expect(text).toContain('BRI-9');
  expect(text).toContain('Dicatat oleh kasir.');
  expect(text).toMatch(/Biaya +Rp5\.000\n/);
  const inPurse = await record(world, withdrawal({ feeSide: 'purse' }));
  const other = (await world.call('cashServices.get', { id: inPurse.id })).value.text;
  expect(other).toMatch(/Biaya, bukan tunai +Rp5\.000\n[^]*TUNAI DISERAHKAN +Rp500\.000/);
  expect(text.replace(/\s+/g, ' ')).toContain('bukan bukti dari bank atau penyedia');
  expect((await world.call('cashServices.print', { id })).ok).toBe(true);
  expect(world.printed.at(-1)?.html).toContain('Tarik tunai');
});

it('the purse is compared from its first count on, and its difference is named on paper', async () => {
  const world = await shop();
  await world.call('shifts.open', { counted: 1_000_000 });
  await record(world, withdrawal());
  const first = await closed(world, 505_000, 2_500_000);
  expect(first.purse).toMatchObject({ name: 'BRILink', openingBalance: null, counted: 2_500_000, difference: null });
  // Between two shifts it moves too.
  await record(world, withdrawal({ kind: 'transfer', amount: 100_000, fee: 0 }));
  await world.call('shifts.open', { counted: 605_000, accept: { difference: 0, reason: 'pas saja' } });
  await record(world, withdrawal({ kind: 'topup', amount: 50_000, fee: 2000 }));
  const { value } = await world.call('shifts.report');
  expect([value.cash, value.purse]).toEqual([null, null]);
  const second = await closed(world, 657_000, 2_340_000);
  expect(second.purse).toMatchObject({
    openingBalance: 2_400_000,
    in: 0,
    out: 50_000,
    expected: 2_350_000,
    counted: 2_340_000,
    difference: -10_000,
  });
  const { text } = (await world.call('shifts.print', { number: 2 })).value;
  expect(text).toContain('SELISIH SALDO');
  expect(text).toContain('-Rp10.000');
  expect(await verified(world)).toBeNull();
});

it('a shop without a purse is asked for no count, and its closing has none', async () => {
  const world = await appWorld();
  await world.call('shifts.open', { counted: 0 });
  expect((await closed(world, 0)).purse).toBeNull();
});

it('an entry belongs to the shift that is open, and to none where none is', async () => {
  const world = await shop();
  expect(await record(world, withdrawal())).toMatchObject({ shift: null, day });
  await world.call('shifts.open', { counted: 0 });
  expect(await record(world, withdrawal())).toMatchObject({ shift: 1, day });
});

describe('the database', () => {
  const act = { actor: 'cashier', at: '2026-03-03T01:00:00.000Z', day: '2026-03-03', needsShift: false };
  const terms = { kind: 'withdrawal', amount: 50_000, fee: 3000, feeSide: 'cash' } as const;
  const [id, other] = ['01890a5d-ac96-774b-bcce-b302099a8057', '01890a5d-ac96-774b-bcce-b302099a8058'];

  it('refuses a record outside a shift where the shop wants one', async () => {
    const db = await aJournal();
    const entry = { ...act, id, terms, note: 'R1', allowSameReference: false, needsShift: true };
    expect(await db.cashServices.record(entry)).toEqual({ kind: 'no_shift' });
    await db.shifts.open({ ...act, counted: 0 });
    expect(await db.cashServices.record(entry)).toMatchObject({ kind: 'recorded' });
  });

  it.each([
    ['an amount', 'UPDATE cash_services SET amount = 60000'],
    ['the fee', 'UPDATE cash_services SET fee = 0'],
    ['the reference', `UPDATE cash_services SET note = 'R2'`],
    ['its time', `UPDATE cash_services SET at = '2026-03-04T01:00:00.000Z'`],
    ['its row, which is gone', 'DELETE FROM cash_services'],
    [
      'a row that no event made',
      `INSERT INTO cash_services SELECT '${other}', 1, at, day, shift, kind, amount, fee, cash, purse, note, NULL FROM cash_services`,
    ],
  ])('shows by its check that somebody changed %s', async (_, sql) => {
    const path = journalPath();
    const db = await aJournal(path);
    await db.shifts.open({ ...act, counted: 0 });
    await db.cashServices.record({ ...act, id, terms, note: 'R1', allowSameReference: false });
    await db.close();
    expect(verifyJournal(path).flaw).toBeNull();
    tamper(path, sql);
    expect(verifyJournal(path).flaw?.why).toBe('cash_service_differs');
  });

  it('shows by its check that somebody changed what a shift counted of the purse', async () => {
    const path = journalPath();
    const db = await aJournal(path);
    await db.shifts.open({ ...act, counted: 0 });
    await db.cashServices.record({ ...act, id, terms, note: 'R1', allowSameReference: false });
    await db.shifts.close({ ...act, counted: 0, purse: { name: 'BRILink', counted: 100_000 } });
    await db.shifts.open({ ...act, counted: 0, difference: 0 });
    await db.shifts.close({ ...act, counted: 0, purse: { name: 'BRILink', counted: 100_000 } });
    await db.close();
    expect(verifyJournal(path).flaw).toBeNull();
    tamper(path, `UPDATE cash_services SET purse = 0`);
    expect(verifyJournal(path).flaw).not.toBeNull();
  });

  it('keeps the print jobs of an older version, and takes those of cash services', async () => {
    const db = new Database(':memory:');
    // What it refers to is not what this is about.
    db.pragma('foreign_keys = OFF');
    migrate(db, () => undefined, migrations.slice(0, 4));
    const job = (kind: string, more = ''): string =>
      `INSERT INTO print_jobs (id, kind, printer, counted, state, asked_by, format, created_at, updated_at${more && ', cash_service, reprint_of'})
       VALUES ('${kind}', '${kind}', 'p1', 0, 'sent', 'cashier', 'page', 'x', 'x'${more})`;
    db.exec(job('test'));
    migrate(db, () => undefined);
    expect(db.prepare('SELECT seq, id, kind, printer FROM print_jobs').all()).toEqual([
      { seq: 1, id: 'test', kind: 'test', printer: 'p1' },
    ]);
    db.exec(job('cash_service', `, '${id}', 'test'`));
    expect(() => db.exec(job('head', `, '${id}', NULL`))).toThrow(/CHECK/);
  });
});

it('over random days drawer, purse, profit and books are the sums of the entries', async () => {
  const world = await shop();
  let [cash, purse] = [randomInt(1_000_000), randomInt(5_000_000)];
  const all: CashServiceEntry[] = [];
  await world.call('shifts.open', { counted: cash });
  await closed(world, cash, purse);
  for (let shift = 2; shift <= soakSize({ usual: 4, full: 12, soak: 60 }); shift++) {
    await world.call('shifts.open', { counted: cash });
    const entries: CashServiceEntry[] = [];
    for (let n = randomInt(8); n > 0; n--) {
      const [amount, fee] = [20_000 + randomInt(2_000_000), randomInt(20_000)];
      const kind = customerServices[randomInt(customerServices.length)] ?? 'transfer';
      const move = purseMoves[randomInt(2)] ?? 'purse_in';
      const input: Recorded =
        randomInt(4) === 0
          ? { id: randomUUID(), kind: move, amount, throughDrawer: randomInt(2) === 0, reason: 'isi saldo' }
          : withdrawal({ kind, amount, fee, feeSide: randomInt(2) === 0 ? 'cash' : 'purse' });
      const entry = await record(world, input);
      entries.push(entry);
      if (randomInt(4) > 0) continue;
      const reversal = { id: randomUUID(), of: entry.id, reason: 'salah ketik' };
      entries.push((await world.call('cashServices.reverse', reversal)).value);
    }
    const sum = (of: (entry: CashServiceEntry) => number): number =>
      entries.reduce((total, each) => total + of(each), 0);
    cash += sum((entry) => entry.cash);
    purse += sum((entry) => entry.purse);
    const off = randomInt(3) - 1;
    const report = await closed(world, Math.max(0, cash), Math.max(0, purse + off));
    expect(report.cash?.expected).toBe(cash);
    expect(report.purse?.expected).toBe(purse);
    expect(report.purse?.difference).toBe(Math.max(0, purse + off) - purse);
    const services = entries.filter(({ kind }) => isCustomerService(kind));
    expect(totalOf(report.services)).toMatchObject({
      fee: services.reduce((total, { fee }) => total + fee, 0),
      amount: services.reduce((total, { amount }) => total + amount, 0),
    });
    // What the shop earned is what drawer and purse hold more, but for its own money.
    expect(services.reduce((total, each) => total + each.cash + each.purse, 0)).toBe(totalOf(report.services).fee);
    all.push(...entries);
    // The counts are the truth of the next shift.
    [cash, purse] = [Math.max(0, cash), Math.max(0, purse + off)];
  }
  const { sums } = (await world.call('cashServices.sums', days)).value;
  const ofCustomers = all.filter(({ kind }) => isCustomerService(kind));
  expect(totalOf(sums)).toMatchObject({
    fee: ofCustomers.reduce((total, { fee }) => total + fee, 0),
    amount: ofCustomers.reduce((total, { amount }) => total + amount, 0),
    cashIn: all.reduce((total, each) => total + Math.max(0, each.cash), 0),
    purseOut: all.reduce((total, each) => total + Math.max(0, -each.purse), 0),
  });
  const books = (await world.call('books.day', { day })).value;
  expect([books.total.turnover.amount, books.total.count]).toEqual([null, 0]);
  expect(await verified(world)).toBeNull();
});
