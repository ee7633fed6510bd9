import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { BookBy, NamedLine } from '../../shared/contract/ledger.ts';
import type { HandlersOf, Input } from '../../shared/contract/registry.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import type { CashCount } from '../../shared/domain/drawer-count.ts';
import { buildShiftSlip } from '../../shared/domain/receipt/shift-slip.ts';
import type { ReportRow } from '../../shared/domain/sales-report.ts';
import type { SalesRules } from '../../shared/domain/sales-rules.ts';
import { blindReport, reportWithoutCosts, type ShiftReport } from '../../shared/domain/shift.ts';
import type { Person, SupervisorVerdict } from '../../shared/domain/staff.ts';
import { seesCosts, withoutUndefined } from '../api/index.ts';
import { defineFeature, type ModeContext } from '../base/feature.ts';
import { type Clock, isoNow, shopDay } from '../base/system.ts';
import type { SalesStore } from '../db/sales-store.ts';
import type { DatabaseParts } from '../db/sqlite-sales-store.ts';
import { type PrintService, printShift, printSlip } from '../printing/index.ts';
import type { ShopSettings } from '../settings/index.ts';
import type { StaffService } from '../staff/index.ts';
import { ledgerHook } from './ledger-rows.ts';
import { daysWithCash, linesOf, slotsUntil } from './recap.ts';
import type { LedgerRebuild, ReportQuery } from './sales-report.ts';
import { createLedgerRebuild, type SalesReport, sqliteSalesReport } from './sales-report.ts';
import type { ShiftRepository } from './shift-repository.ts';
import { shiftHook, sqliteShiftRepository } from './shift-repository.ts';

interface LedgerPorts {
  clock: Clock;
  rules(): Pick<SalesRules, 'timeZone' | 'shiftsRequired'>;
  supervisor(pin: string | undefined): Promise<SupervisorVerdict>;
}

export interface LedgerDeps {
  runtime(): {
    db: LedgerStore;
    ports: LedgerPorts;
    ledgerRebuild: LedgerRebuild;
  };
  shop: ShopSettings;
  people: StaffService;
}

const notForYou = (reason: 'no_pin_set' | 'pin_needed' | 'wrong_pin' | 'locked') =>
  fail('not_allowed', 'Only a supervisor may see this.', { reason });

/** books.* */
export function ledgerHandlers({ runtime, shop, people }: LedgerDeps): HandlersOf<'books'> {
  /** A drawer is counted blind: the cash of an open shift's days is for the supervisor. Null: none is hidden. */
  const blindFrom = async (pin: string | undefined): Promise<Result<string | null>> => {
    if (pin !== undefined) {
      const verdict = await runtime().ports.supervisor(pin);
      return verdict === 'ok' ? ok(null) : notForYou(verdict);
    }
    return ok((await runtime().db.shifts.current())?.day ?? null);
  };
  const readOptions = (from: string | null) => ({
    timeZone: shop.config().settings.timeZone,
    blindFrom: from,
    people: people.directory().all(),
  });
  return {
    async 'books.day'(input) {
      const { db, ports } = runtime();
      const { day = shopDay(ports), pin, ...filters } = input ?? {};
      const hidden = await blindFrom(pin);
      if (!hidden.ok) return hidden;
      const lines = (by: 'hour' | 'cashier' | 'shift') =>
        readLines(db, { from: day, to: day, by, ...withoutUndefined(filters) }, readOptions(hidden.value));
      const { lines: hours, total } = await lines('hour');
      const { lines: cashiers } = await lines('cashier');
      const { lines: shifts } = await lines('shift');
      const filling = await db.books.filling();
      return ok({ day, total, hours, cashiers, shifts, filling, ...hiddenCash(hidden.value, day) });
    },

    async 'books.range'({ from, to, by, cursor, limit = 100, pin, ...filters }) {
      const { db } = runtime();
      if (filters.untilHour !== undefined && by !== 'hour')
        return fail('invalid_input', 'Only hours can end at an hour.', { fields: ['untilHour'] });
      const hidden = await blindFrom(pin);
      if (!hidden.ok) return hidden;
      const { lines, total } = await readLines(
        db,
        { from, to, by, ...withoutUndefined(filters) },
        readOptions(hidden.value),
      );
      const page = pageOf(lines, cursor, limit);
      if (!page) return fail('invalid_input', 'This is no place in the list.', { fields: ['cursor'] });
      return ok({ ...page, total, filling: await db.books.filling(), ...hiddenCash(hidden.value, to) });
    },

    'books.drawers': async (input) => ok(await runtime().db.shifts.drawers(input)),

    async 'books.rebuild'(input) {
      const { db, ports, ledgerRebuild } = runtime();
      const verdict = await ports.supervisor(input?.pin);
      if (verdict !== 'ok') return notForYou(verdict);
      await db.books.startOver();
      ledgerRebuild.start();
      return ok({});
    },
  };
}

/** @param to the last day that is asked for */
const hiddenCash = (blindFrom: string | null, to: string): { cashHiddenFrom?: string } =>
  blindFrom === null || blindFrom > to ? {} : { cashHiddenFrom: blindFrom };

interface BooksQuery extends Omit<ReportQuery, 'by'> {
  by: BookBy;
  /** of each day only what was sold before this hour; hours alone know it */
  untilHour?: number;
}

type LedgerDatabase = Pick<SalesStore, 'knownProducts'> & { readonly books: SalesReport };
/** What books.* read. */
export type LedgerStore = LedgerDatabase & { readonly shifts: Pick<ShiftRepository, 'current' | 'drawers'> };

interface ReportContext {
  timeZone: string;
  /** the cash of the days from this one on is left out; null: of none */
  blindFrom: string | null;
  /** who works here, those who left too */
  people: readonly Person[];
}

/** The named lines of a question, in their order, with what they come to together. */
export async function readLines(
  db: LedgerDatabase,
  query: BooksQuery,
  { timeZone, blindFrom, people }: ReportContext,
): Promise<{ lines: NamedLine[]; total: ReportRow }> {
  const { by, untilHour, ...filters } = query;
  const slicesOf = async (days: { from: string; to: string }) => {
    const slices = await db.books.slices({
      ...filters,
      ...days,
      by: by === 'hour' ? 'slot' : by === 'month' ? 'day' : by,
    });
    return untilHour === undefined ? slices : slotsUntil(slices, untilHour, timeZone);
  };
  const slices = await slicesOf(query);
  const visible = daysWithCash(query, blindFrom);
  const withCash = visible === null ? [] : visible.to === query.to ? slices : await slicesOf(visible);
  const names = new Map([...((await db.books.namesOf?.(by)) ?? []), ...(await namesOf(by, db, people))]);
  return linesOf(by, slices, { timeZone, names, withCash: visible && withCash });
}

async function namesOf(by: BookBy, db: LedgerDatabase, people: readonly Person[]): Promise<Map<string, string>> {
  if (by === 'product') return productNames(db);
  return new Map(by === 'cashier' ? people.map(({ id, name }) => [id, name]) : []);
}

async function productNames({ knownProducts }: Pick<SalesStore, 'knownProducts'>): Promise<Map<string, string>> {
  const products = await knownProducts();
  return new Map(
    products.flatMap(({ product: { productCode, productName } }) =>
      productName === null ? [] : [[productCode, productName] as const],
    ),
  );
}

/** A page of lines that are all at hand: the place is the number of lines before it. Null: no such place. */
function pageOf(
  lines: readonly NamedLine[],
  cursor: string | undefined,
  limit: number,
): { lines: NamedLine[]; next: string | null } | null {
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) return null;
  const from = Number(cursor ?? 0);
  if (from > lines.length) return null;
  const to = from + limit;
  return { lines: lines.slice(from, to), next: to < lines.length ? String(to) : null };
}

export interface ShiftDeps {
  shop: { config(): { settings: Pick<Settings, 'purse' | 'drawerCount' | 'cashCategories'> } };
  runtime(): {
    db: { readonly shifts: ShiftRepository };
    ports: LedgerPorts;
    prints: PrintService;
  };
  statusChanged(): void;
}

const countPieces = () =>
  fail('invalid_input', 'The shop counts its drawers by each note and coin.', { fields: ['count'] });

const noneOpen = () => fail('not_allowed', 'No shift is open.', { reason: 'no_shift_open' });

/** shifts.* */
export function shiftHandlers({ runtime, shop, statusChanged }: ShiftDeps): HandlersOf<'shifts'> {
  const newAct = () => ({ actor: 'cashier', at: isoNow(runtime().ports.clock) });

  const move = async (direction: 'in' | 'out', input: Input<'shifts.payIn'>) => {
    if (input.category !== undefined && !shop.config().settings.cashCategories.includes(input.category))
      return fail('invalid_input', 'The shop has no such category.', { fields: ['category'] });
    const moved = await runtime().db.shifts.move({ ...newAct(), ...input, direction });
    if (moved === 'moved_meanwhile') {
      return fail('not_allowed', 'Cash was put in or taken out since.', { reason: 'moved_meanwhile' });
    }
    return moved ? ok(moved) : noneOpen();
  };

  const purseName = (): string => shop.config().settings.purse;
  /** A shift that is closed has the purse's name of then. */
  const named = (read: ShiftReport | null): ShiftReport | null =>
    read?.kind === 'x' && read.purse ? { ...read, purse: { ...read.purse, name: purseName() } } : read;

  const report = async ({
    number,
    withCash,
    pin,
  }: NonNullable<Input<'shifts.report'>>): Promise<Result<ShiftReport>> => {
    const { db, ports } = runtime();
    const { shifts } = db;
    const shiftNumber = number ?? (await shifts.current())?.number;
    if (shiftNumber === undefined) return noneOpen();
    const shiftReport = named(await shifts.report(shiftNumber, isoNow(ports.clock)));
    if (!shiftReport) return fail('not_found', 'There is no such shift.');
    if (shiftReport.kind === 'z') return ok(shiftReport);
    if (!withCash) return ok(blindReport(shiftReport));
    const verdict = await ports.supervisor(pin);
    if (verdict !== 'ok') {
      return fail('not_allowed', 'Only a supervisor may see the cash before it is counted.', { reason: verdict });
    }
    await shifts.wasRead({ ...newAct(), actor: 'supervisor' });
    return ok(shiftReport);
  };

  /** Coins of which only the sum is known are not counted by the piece. */
  const lacksPieces = (count: CashCount | undefined): boolean =>
    shop.config().settings.drawerCount === 'pieces' && (count === undefined || count.coins !== 0);

  return {
    'shifts.current': async () =>
      ok({ shift: await runtime().db.shifts.current(), required: runtime().ports.rules().shiftsRequired }),
    async 'shifts.open'({ counted, count, accept }) {
      if (lacksPieces(count)) return countPieces();
      const { shifts } = runtime().db;
      const { difference = 0, reason } = accept ?? {};
      const day = shopDay(runtime().ports);
      const opened = await shifts.open({
        ...newAct(),
        counted,
        count,
        difference,
        day,
        ...(difference === 0 ? {} : { reason }),
      });
      const carried = opened || (await shifts.current()) ? null : await shifts.carried(counted);
      if (carried)
        return fail('not_allowed', 'The count is another than at the last close.', {
          reason: 'opening_differs',
          carried,
        });
      statusChanged();
      return opened ? ok(opened) : fail('not_allowed', 'A shift is open already.', { reason: 'shift_open' });
    },
    'shifts.payIn': (input) => move('in', input),
    'shifts.payOut': (input) => move('out', input),
    'shifts.report': (input) => report(input ?? {}),
    async 'shifts.close'({ counted, count, number, purse = null }) {
      if (lacksPieces(count)) return countPieces();
      const { shifts } = runtime().db;
      const name = purseName();
      const closed = await shifts.close({
        ...newAct(),
        counted,
        count,
        number,
        purse: name === '' ? null : { name, counted: purse },
      });
      statusChanged();
      if (closed) return ok(closed);
      // Another window was quicker: its count stands, and this one is for a drawer that is no longer that shift's.
      const [last] = number === undefined ? [] : await shifts.list({ before: number + 1, limit: 1 });
      return last?.number === number && last?.closed
        ? fail('not_allowed', 'That shift is closed already.', { reason: 'shift_closed' })
        : noneOpen();
    },
    async 'shifts.explain'(input) {
      const noted = await runtime().db.shifts.explain({ ...newAct(), ...input });
      if (noted) return report({ number: input.number });
      return fail('not_allowed', 'Only the shift that was closed last takes notes.', { reason: 'shift_not_last' });
    },
    async 'shifts.list'(input) {
      const { before, limit = 50 } = input ?? {};
      return ok({
        shifts: await runtime().db.shifts.list({ limit, ...(before === undefined ? {} : { before }) }),
      });
    },
    async 'shifts.print'(input) {
      const result = await report(input ?? {});
      if (!result.ok) return result;
      const { prints } = runtime();
      const visibleReport = seesCosts() ? result.value : reportWithoutCosts(result.value);
      const doc = buildShiftSlip(visibleReport, prints.slipWords());
      return printSlip(prints, doc, input?.paper, (usual) => printShift(prints, usual, result.value));
    },
  };
}

type Deps = Parameters<typeof ledgerHandlers>[0] & Parameters<typeof shiftHandlers>[0];

export const ledgerFeature = defineFeature({
  tables: (database: DatabaseParts) => ({
    books: sqliteSalesReport(database),
    shifts: sqliteShiftRepository(database),
  }),
  hooks: ({ db }: Pick<DatabaseParts, 'db'>) => [shiftHook(db), ledgerHook(db)],
  open({ db, system, log, onClose }: ModeContext & { db: { books: SalesReport } }) {
    const ledgerRebuild = createLedgerRebuild(db, system.clock, log);
    ledgerRebuild.start();
    onClose(ledgerRebuild.stop);
    return { ledgerRebuild };
  },
  handlers: (deps: Deps) => ({ ...ledgerHandlers(deps), ...shiftHandlers(deps) }),
});
