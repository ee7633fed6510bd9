import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { BookBy, NamedLine } from '../../shared/contract/ledger.ts';
import type { Handlers, HandlersOf, Input } from '../../shared/contract/registry.ts';
import { buildShiftSlip } from '../../shared/domain/receipt/shift-slip.ts';
import type { ReportRow } from '../../shared/domain/sales-report.ts';
import type { SalesRules } from '../../shared/domain/sales-rules.ts';
import { blindReport, reportWithoutCosts, type ShiftReport } from '../../shared/domain/shift.ts';
import type { Person, SupervisorVerdict } from '../../shared/domain/staff.ts';
import { given, seesCosts } from '../api/index.ts';
import { defineFeature, type ModeContext } from '../base/feature.ts';
import { type Clock, isoNow, shopDay } from '../base/system.ts';
import type { SalesStore } from '../db/sales-store.ts';
import type { DatabaseParts } from '../db/sqlite-sales-store.ts';
import { type PrintService, printShift, printSlip } from '../printing/index.ts';
import type { ShopSettings } from '../settings/index.ts';
import type { StaffService } from '../staff/index.ts';
import { ledgerHook } from './ledger-rows.ts';
import { daysWithCash, linesOf } from './recap.ts';
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
    journal: LedgerJournal;
    ports: LedgerPorts;
    ledgerRebuild: LedgerRebuild;
  };
  shop: ShopSettings;
  people: StaffService;
}

const notForYou = (reason: 'no_pin_set' | 'pin_needed' | 'wrong_pin' | 'locked') =>
  fail('not_allowed', 'Only a supervisor may see this.', { reason });

/** books.* */
export function ledgerHandlers({
  runtime,
  shop,
  people,
}: LedgerDeps): Pick<Handlers, 'books.day' | 'books.range' | 'books.rebuild'> {
  /** A drawer is counted blind: the cash of an open shift's days is for the supervisor. Null: none is hidden. */
  const blindFrom = async (pin: string | undefined): Promise<Result<string | null>> => {
    if (pin !== undefined) {
      const verdict = await runtime().ports.supervisor(pin);
      return verdict === 'ok' ? ok(null) : notForYou(verdict);
    }
    return ok((await runtime().journal.shifts.current())?.day ?? null);
  };
  const readOptions = (from: string | null) => ({
    timeZone: shop.config().settings.timeZone,
    blindFrom: from,
    people: people.directory().all(),
  });
  return {
    async 'books.day'(ask) {
      const { journal, ports } = runtime();
      const { day = shopDay(ports), pin, ...filters } = ask ?? {};
      const hidden = await blindFrom(pin);
      if (!hidden.ok) return hidden;
      const lines = (by: 'hour' | 'cashier' | 'shift') =>
        readLines(journal, { from: day, to: day, by, ...given(filters) }, readOptions(hidden.value));
      const { lines: hours, total } = await lines('hour');
      const { lines: cashiers } = await lines('cashier');
      const { lines: shifts } = await lines('shift');
      const filling = await journal.books.filling();
      return ok({ day, total, hours, cashiers, shifts, filling, ...hiddenCash(hidden.value, day) });
    },

    async 'books.range'({ from, to, by, cursor, limit = 100, pin, ...filters }) {
      const { journal } = runtime();
      const hidden = await blindFrom(pin);
      if (!hidden.ok) return hidden;
      const { lines, total } = await readLines(journal, { from, to, by, ...given(filters) }, readOptions(hidden.value));
      const page = pageOf(lines, cursor, limit);
      if (!page) return fail('invalid_input', 'This is no place in the list.', { fields: ['cursor'] });
      return ok({ ...page, total, filling: await journal.books.filling(), ...hiddenCash(hidden.value, to) });
    },

    async 'books.rebuild'(ask) {
      const { journal, ports, ledgerRebuild } = runtime();
      const verdict = await ports.supervisor(ask?.pin);
      if (verdict !== 'ok') return notForYou(verdict);
      await journal.books.startOver();
      ledgerRebuild.start();
      return ok({});
    },
  };
}

/** @param to the last day that is asked for */
const hiddenCash = (blindFrom: string | null, to: string): { cashHiddenFrom?: string } =>
  blindFrom === null || blindFrom > to ? {} : { cashHiddenFrom: blindFrom };

interface Asked extends Omit<ReportQuery, 'by'> {
  by: BookBy;
}

type LedgerDatabase = Pick<SalesStore, 'knownProducts'> & { readonly books: SalesReport };
/** What books.* read. */
export type LedgerJournal = LedgerDatabase & { readonly shifts: Pick<ShiftRepository, 'current'> };

interface ReportContext {
  timeZone: string;
  /** the cash of the days from this one on is left out; null: of none */
  blindFrom: string | null;
  /** who works here, those who left too */
  people: readonly Person[];
}

/** The named lines of a question, in their order, with what they come to together. */
export async function readLines(
  journal: LedgerDatabase,
  ask: Asked,
  { timeZone, blindFrom, people }: ReportContext,
): Promise<{ lines: NamedLine[]; total: ReportRow }> {
  const { by } = ask;
  const slicesOf = (days: { from: string; to: string }) =>
    journal.books.slices({ ...ask, ...days, by: by === 'hour' ? 'slot' : by === 'month' ? 'day' : by });
  const slices = await slicesOf(ask);
  const shown = daysWithCash(ask, blindFrom);
  const withCash = shown === null ? [] : shown.to === ask.to ? slices : await slicesOf(shown);
  const names = new Map([...((await journal.books.namesOf?.(by)) ?? []), ...(await namesOf(by, journal, people))]);
  return linesOf(by, slices, { timeZone, names, withCash: shown && withCash });
}

async function namesOf(by: BookBy, journal: LedgerDatabase, people: readonly Person[]): Promise<Map<string, string>> {
  if (by === 'product') return productNames(journal);
  return new Map(by === 'cashier' ? people.map(({ id, name }) => [id, name]) : []);
}

async function productNames({ knownProducts }: Pick<SalesStore, 'knownProducts'>): Promise<Map<string, string>> {
  const known = await knownProducts();
  return new Map(
    known.flatMap(({ product: { productCode, productName } }) =>
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
  runtime(): {
    journal: { readonly shifts: ShiftRepository };
    ports: LedgerPorts;
    prints: PrintService;
  };
  statusChanged(): void;
}

const noneOpen = () => fail('not_allowed', 'No shift is open.', { reason: 'no_shift_open' });

/** shifts.* */
export function shiftHandlers({ runtime, statusChanged }: ShiftDeps): HandlersOf<'shifts'> {
  const said = () => ({ actor: 'cashier', at: isoNow(runtime().ports.clock) });

  const move = async (direction: 'in' | 'out', ask: Input<'shifts.payIn'>) => {
    const moved = await runtime().journal.shifts.move({ ...said(), ...ask, direction });
    if (moved === 'moved_meanwhile') {
      return fail('not_allowed', 'Cash was put in or taken out since.', { reason: 'moved_meanwhile' });
    }
    return moved ? ok(moved) : noneOpen();
  };

  const report = async ({
    number,
    withCash,
    pin,
  }: NonNullable<Input<'shifts.report'>>): Promise<Result<ShiftReport>> => {
    const { journal, ports } = runtime();
    const { shifts } = journal;
    const asked = number ?? (await shifts.current())?.number;
    if (asked === undefined) return noneOpen();
    const found = await shifts.report(asked, isoNow(ports.clock));
    if (!found) return fail('not_found', 'There is no such shift.');
    if (found.kind === 'z') return ok(found);
    if (!withCash) return ok(blindReport(found));
    const verdict = await ports.supervisor(pin);
    if (verdict !== 'ok') {
      return fail('not_allowed', 'Only a supervisor may see the cash before it is counted.', { reason: verdict });
    }
    await shifts.wasRead({ ...said(), actor: 'supervisor' });
    return ok(found);
  };

  return {
    'shifts.current': async () =>
      ok({ shift: await runtime().journal.shifts.current(), required: runtime().ports.rules().shiftsRequired }),
    async 'shifts.open'({ counted, accept }) {
      const { shifts } = runtime().journal;
      const { difference = 0, reason } = accept ?? {};
      const day = shopDay(runtime().ports);
      const opened = await shifts.open({
        ...said(),
        counted,
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
    'shifts.payIn': (ask) => move('in', ask),
    'shifts.payOut': (ask) => move('out', ask),
    'shifts.report': (ask) => report(ask ?? {}),
    async 'shifts.close'({ counted, number }) {
      const { shifts } = runtime().journal;
      const closed = await shifts.close({ ...said(), counted, number });
      statusChanged();
      if (closed) return ok(closed);
      // Another window was quicker: its count stands, and this one is for a drawer that is no longer that shift's.
      const [last] = number === undefined ? [] : await shifts.list({ before: number + 1, limit: 1 });
      return last?.number === number && last?.closed
        ? fail('not_allowed', 'That shift is closed already.', { reason: 'shift_closed' })
        : noneOpen();
    },
    async 'shifts.explain'(ask) {
      const noted = await runtime().journal.shifts.explain({ ...said(), ...ask });
      if (noted) return report({ number: ask.number });
      return fail('not_allowed', 'Only the shift that was closed last takes notes.', { reason: 'shift_not_last' });
    },
    async 'shifts.list'(ask) {
      const { before, limit = 50 } = ask ?? {};
      return ok({
        shifts: await runtime().journal.shifts.list({ limit, ...(before === undefined ? {} : { before }) }),
      });
    },
    async 'shifts.print'(ask) {
      const found = await report(ask ?? {});
      if (!found.ok) return found;
      const { prints } = runtime();
      const shown = seesCosts() ? found.value : reportWithoutCosts(found.value);
      const doc = buildShiftSlip(shown, prints.slipWords());
      return printSlip(prints, doc, ask?.paper, (usual) => printShift(prints, usual, found.value));
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
  open({ journal, system, log, onClose }: ModeContext & { journal: { books: SalesReport } }) {
    const ledgerRebuild = createLedgerRebuild(journal, system.clock, log);
    ledgerRebuild.start();
    onClose(ledgerRebuild.stop);
    return { ledgerRebuild };
  },
  handlers: (deps: Deps) => ({ ...ledgerHandlers(deps), ...shiftHandlers(deps) }),
});
