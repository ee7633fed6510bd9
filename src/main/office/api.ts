import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { FlawKind, VerifyReport } from '../../shared/contract/journal.ts';
import type { CounterId } from '../../shared/contract/office.ts';
import { procedureNames } from '../../shared/contract/procedure-names.ts';
import type { PrintedSlip } from '../../shared/contract/receipts.ts';
import { type Handlers, type Input, registry } from '../../shared/contract/registry.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import type { Tab } from '../../shared/contract/tabs.ts';
import { slipText } from '../../shared/domain/receipt/layout.ts';
import { buildShiftSlip } from '../../shared/domain/receipt/shift-slip.ts';
import { blindReport, reportWithoutCosts, type ShiftReport } from '../../shared/domain/shift.ts';
import type { SupervisorVerdict } from '../../shared/domain/staff.ts';
import { seesCosts } from '../api/index.ts';
import { singleFlight } from '../base/async.ts';
import { type Clock, isoNow, type Log } from '../base/system.ts';
import type { RunTask } from '../db/database-tasks.ts';
import { type HostPrintOutcome, type PrintService, slipHtml, slipOf } from '../printing/index.ts';
import type { VerificationKeys } from '../proofs/index.ts';
import type { SearchService } from '../search/index.ts';
import type { ShopMembership, ShopNotices } from '../shop/index.ts';
import type { Office } from './office.ts';
import type { FollowedOffice } from './office-of-counter.ts';
import type { OpenOffice, Publisher } from './publish.ts';
import type { ReadCounter, ReplicaJournals } from './replica-journals.ts';

const refuse = async () => fail('not_allowed', 'This is the office. Only a counter does that.', { reason: 'office' });

interface OfficeRuntime {
  office: Office | null;
  searchService: SearchService;
  db: object;
}

/** What an office reads through the features' own procedures, in the place of what a counter has. */
export interface ReplicaDeps<Runtime> {
  runtime(): Runtime;
  /** the replicas' files, by their counters' names */
  counters(counter?: string): { database: string; name: string }[];
}

/**
 * The procedures as an office serves them.
 * @param own as a counter serves them
 * @param over the features’ own procedures over other databases
 */
export function officeProcedures<Runtime extends OfficeRuntime & ReturnType<ReadingDeps['runtime']>>(
  own: Handlers,
  deps: Omit<ReadingDeps, 'office' | 'runtime'> & { runtime(): Runtime },
  over: (replicas: ReplicaDeps<Runtime>) => Handlers,
): Handlers {
  const office = (): Office => {
    const { office: open } = deps.runtime();
    if (!open) throw new Error('this is no office');
    return open;
  };
  const replicas = over({
    runtime: () => overReplicas(deps.runtime(), office()),
    counters: (counter) =>
      office()
        .journals.of(counter)
        .map(({ path, name }) => ({ database: path, name })),
  });
  const reading = procedureNames
    .filter((name) => registry[name].office === 'replicas')
    .map((name) => [name, replicas[name]]);
  const refused = procedureNames.filter((name) => registry[name].office === 'counter').map((name) => [name, refuse]);
  return {
    ...own,
    ...Object.fromEntries([...reading, ...refused]),
    ...replicaHandlers({ ...deps, office }),
  };
}

/** The runtime as the features read it: what is the counters' comes from their replicas, and nothing is written there. */
function overReplicas<Runtime extends OfficeRuntime>(own: Runtime, { journals, search }: Office): Runtime {
  const db: Record<string, unknown> = { ...own.db };
  for (const [name, member] of Object.entries(journals.union))
    db[name] = typeof member === 'function' ? member : Object.assign({}, db[name], member);
  return { ...own, searchService: search, db };
}

const noOffice = async () => fail('not_allowed', 'This is no office.', { reason: 'no_office' });

/** office.counters. @param office null: this is a counter */
export function officeHandlers(office: () => Office | null): Pick<Handlers, 'office.counters'> {
  return {
    'office.counters': async () => {
      const open = office();
      return open ? ok(await open.state()) : noOffice();
    },
  };
}

export interface ReadingDeps {
  office(): Office;
  runtime(): { prints: PrintService; connection: { verificationKeys(): VerificationKeys } };
  settings(): Settings;
  clock: Clock;
  runTask: RunTask;
  log: Log;
}

type ReadByCounter =
  | 'receipts.preview'
  | 'receipts.print'
  | 'shifts.list'
  | 'shifts.report'
  | 'shifts.print'
  | 'tabs.list'
  | 'tabs.get'
  | 'journal.verify';

const noSuchSale = () => fail('not_found', 'There is no such sale.');
const noSuchShift = () => fail('not_found', 'There is no such shift.');
/** Some millions of events of each counter on a slow disk. */
const verifyWithinMs = 30 * 60_000;

type Of = ReplicaJournals['of'];

/** What an office reads counter by counter; the rest is read over all of them as at a counter. */
function replicaHandlers(deps: ReadingDeps): Pick<Handlers, ReadByCounter> {
  const of: Of = (counter) => deps.office().journals.of(counter);
  return {
    ...receiptHandlers(of, deps),
    ...shiftHandlers(of, deps),
    ...tabHandlers(of),
    'journal.verify': singleFlight(() => verifyAll(of(), deps)),
  };
}

function receiptHandlers(of: Of, deps: ReadingDeps): Pick<Handlers, 'receipts.preview' | 'receipts.print'> {
  const { settings } = deps;
  const slip = async (id: string) => {
    for (const { store } of of()) {
      const sale = await store.get(id);
      if (!sale) continue;
      const copy = sale.state === 'success' ? sale.prints + 1 : null;
      // The counter's key is not here: a copy of the office proves nothing.
      const sources = { runtime: () => ({ mode: 'live' as const, db: store }), settings, proofKeys: noKeys };
      return { copy, doc: await slipOf(sale, copy ?? 1, sources) };
    }
    return null;
  };
  return {
    async 'receipts.preview'({ id, paper }) {
      const receipt = await slip(id);
      if (!receipt) return noSuchSale();
      const html = slipHtml(receipt.doc, paper ?? settings().paper);
      return ok({ ...receipt, html, text: slipText(receipt.doc), beyondLimit: false });
    },

    // On the system's printer: its jobs are the counter's, and so is the number of its copies.
    async 'receipts.print'({ id, paper: requestedPaper }) {
      const receipt = await slip(id);
      if (!receipt) return noSuchSale();
      const paper = requestedPaper ?? settings().paper;
      const copy = receipt.copy ?? 1;
      const job = { saleId: id, copy, html: slipHtml(receipt.doc, paper), paper };
      const via = printedVia(await deps.runtime().prints.host.print(job, settings().printer));
      return via ? ok({ copy, ...via }) : notPrinted();
    },
  };
}

function shiftHandlers(of: Of, deps: ReadingDeps): Pick<Handlers, 'shifts.list' | 'shifts.report' | 'shifts.print'> {
  const { settings, clock } = deps;
  const report = async (input: NonNullable<Input<'shifts.report'>>): Promise<Result<ShiftReport>> => {
    const [counter] = input.counter === undefined ? [] : of(input.counter);
    if (!counter) return fail('invalid_input', 'A shift is of one counter.', { fields: ['counter'] });
    const { shifts } = counter.store;
    const number = input.number ?? (await shifts.current())?.number;
    if (number === undefined) return fail('not_allowed', 'No shift is open.', { reason: 'no_shift_open' });
    const shiftReport = await shifts.report(number, isoNow(clock));
    if (!shiftReport) return noSuchShift();
    if (shiftReport.kind === 'z') return ok(shiftReport);
    // A look into an open drawer is written into the log of its counter.
    return input.withCash
      ? fail('not_allowed', 'Only at the counter itself.', { reason: 'office' })
      : ok(blindReport(shiftReport));
  };
  return {
    async 'shifts.list'(input) {
      const { counter, before, limit = 50 } = input ?? {};
      const lists = await Promise.all(
        of(counter).map(async ({ id, store }) => {
          const page = { limit, ...(before === undefined || counter === undefined ? {} : { before }) };
          return (await store.shifts.list(page)).map((shift) => ({ id, shift }));
        }),
      );
      const newest = lists
        .flat()
        .toSorted((one, other) => (one.shift.openedAt < other.shift.openedAt ? 1 : -1))
        .slice(0, limit);
      return ok({ shifts: newest.map(({ shift }) => shift), counters: newest.map(({ id }) => id) });
    },
    'shifts.report': (input) => report(input ?? {}),
    async 'shifts.print'(input): Promise<Result<PrintedSlip>> {
      const result = await report(input ?? {});
      if (!result.ok) return result;
      const { prints } = deps.runtime();
      const visibleReport = seesCosts() ? result.value : reportWithoutCosts(result.value);
      const doc = buildShiftSlip(visibleReport, prints.slipWords());
      const paper = input?.paper ?? settings().paper;
      const job = { saleId: null, copy: 1, html: slipHtml(doc, paper), paper };
      const via = printedVia(await prints.host.print(job, settings().printer));
      return via ? ok({ ...via, text: slipText(doc) }) : notPrinted();
    },
  };
}

const tabHandlers = (of: Of): Pick<Handlers, 'tabs.list' | 'tabs.get'> => ({
  async 'tabs.list'() {
    const lists = await Promise.all(
      of().map(async (counter) => {
        const tabs = await counter.store.tabs.list();
        return Promise.all(tabs.map((tab) => named(counter, tab)));
      }),
    );
    const tabs = lists.flat().toSorted((one, other) => other.owed + other.unsettled - one.owed - one.unsettled);
    return ok({ tabs, owed: tabs.reduce((sum, { owed }) => sum + owed, 0) });
  },
  async 'tabs.get'({ customerId }) {
    for (const counter of of()) {
      const { tabs } = counter.store;
      const tab = await tabs.of(customerId);
      if (!tab) continue;
      return ok({
        tab: await named(counter, tab),
        sales: await tabs.salesOf(customerId),
        settlements: await tabs.settlementsOf(customerId),
      });
    }
    return fail('not_allowed', 'This customer owes nothing.', { reason: 'nothing_owed' });
  },
});

const noKeys = { signer: async () => null };

const notPrinted = () => fail('internal', 'The printer did not take the slip.', { reason: 'not_printed' });

function printedVia(outcome: HostPrintOutcome): Pick<PrintedSlip, 'via' | 'url'> | null {
  if (outcome.kind === 'page') return { via: 'page', url: outcome.url };
  return outcome.kind === 'handed_over' ? { via: 'system', url: null } : null;
}

/** A customer who was saved since the last snapshot is known by the sales alone. */
async function named({ id, store }: ReadCounter, tab: Tab): Promise<Tab> {
  if (tab.name !== null || tab.customerId === null) return { ...tab, counter: id };
  const sales = await store.tabs.salesOf(tab.customerId);
  const name = sales.findLast(({ customerName }) => customerName !== null)?.customerName ?? null;
  const numbers = tab.numbers.length > 0 ? tab.numbers : [...new Set(sales.map(({ customerNo }) => customerNo))];
  return { ...tab, name, numbers, counter: id };
}

/** Every replica, one after the other: counts of all together, and the first flaw with its counter's name. */
async function verifyAll(
  counters: readonly ReadCounter[],
  { runtime, runTask, log }: Pick<ReadingDeps, 'runtime' | 'runTask' | 'log'>,
): Promise<Result<VerifyReport>> {
  const { present, retired } = runtime().connection.verificationKeys();
  const reports: Array<{ counter: CounterId; name: string; report: VerifyReport }> = [];
  for (const { id, name, path } of counters) {
    const task = { task: 'verify' as const, database: path, keys: [...present, ...retired] };
    const answer = await runTask(task, { withinMs: verifyWithinMs });
    if (answer.kind !== 'verified') {
      log.error('a replica could not be verified');
      return fail('internal', 'A counter’s journal could not be read.', { reason: 'database_unreadable' });
    }
    if (answer.report.flaw) log.error('a replica is not whole', { why: answer.report.flaw.why });
    reports.push({ counter: id, name, report: answer.report });
  }
  const sum = (of: (report: VerifyReport) => number): number =>
    reports.reduce((total, { report }) => total + of(report), 0);
  const flawed = reports.find(({ report }) => report.flaw !== null);
  const why: FlawKind | undefined = flawed?.report.flaw?.why;
  const [only] = reports;
  return ok({
    terminal: reports.length === 1 && only ? only.report.terminal : '',
    events: sum(({ events }) => events),
    sales: sum(({ sales }) => sales),
    receipts: sum(({ receipts }) => receipts),
    erased: sum(({ erased }) => erased),
    erasedSales: sum(({ erasedSales }) => erasedSales),
    head: only && reports.length === 1 ? only.report.head : { seq: 0, hash: '' },
    flaw: why === undefined ? null : { row: `${flawed?.name ?? ''}: ${flawed?.report.flaw?.row ?? ''}`, why },
    webhooks: null,
    counters: reports.map(({ counter, name, report: { events, sales, head, flaw, terminal } }) => ({
      counter,
      name,
      terminal,
      events,
      sales,
      head,
      flaw,
    })),
  });
}

/** What the office of a shop publishes and its counters follow, of the database that is open. */
export interface Publishing {
  membership: Pick<ShopMembership, 'shop'>;
  notices: Pick<ShopNotices, 'send' | 'readAgain'>;
  followed: FollowedOffice;
}

interface PublishingDeps {
  runtime(): {
    /** null without a relay, as in training */
    publishing: Publishing | null;
    db: OpenOffice['db'];
    ports: { supervisor(pin: string | undefined): Promise<SupervisorVerdict> };
  };
  publisher: Publisher;
  /** Refuses while the program stops; stopping waits for the work. */
  whileOpen<T>(work: () => Promise<Result<T>>): Promise<Result<T>>;
}

type PublishingProcedure = 'office.published' | 'office.publish' | 'office.ofCounter' | 'office.accept';

/** office.published and office.publish at an office, office.ofCounter and office.accept at a counter. */
export function publishingHandlers({
  runtime,
  publisher,
  whileOpen,
}: PublishingDeps): Pick<Handlers, PublishingProcedure> {
  const atOffice = (): Result<OpenOffice> => {
    const { publishing, db } = runtime();
    if (publishing?.membership.shop()?.role !== 'office')
      return fail('not_allowed', 'This is no office.', { reason: 'no_office' });
    return ok({ db, ...publishing });
  };
  const atCounter = (): Result<Publishing> => {
    const { publishing } = runtime();
    const role = publishing?.membership.shop()?.role;
    if (role === 'office') return fail('not_allowed', 'This is the office.', { reason: 'office' });
    return publishing ? ok(publishing) : noShop();
  };
  const approve = async (pin: string | undefined): Promise<Result<never> | null> => {
    const verdict = await runtime().ports.supervisor(pin);
    return verdict === 'ok' ? null : fail('not_allowed', 'The PIN is needed.', { reason: verdict });
  };
  return {
    async 'office.published'() {
      const office = atOffice();
      return office.ok ? ok(await publisher.published(office.value)) : office;
    },
    'office.publish': ({ pin }) =>
      whileOpen(async () => {
        const office = atOffice();
        if (!office.ok) return office;
        return (await approve(pin)) ?? (await publisher.publish(office.value));
      }),
    async 'office.ofCounter'() {
      const counter = atCounter();
      return counter.ok ? ok(await counter.value.followed.view()) : counter;
    },
    'office.accept': ({ fingerprint, pin }) =>
      whileOpen(async () => {
        const counter = atCounter();
        if (!counter.ok) return counter;
        const { membership, notices, followed } = counter.value;
        const shop = membership.shop();
        if (!shop) return noShop();
        const refused = await approve(pin);
        if (refused) return refused;
        if (!(await followed.accept(fingerprint, shop, notices))) {
          return fail('invalid_input', 'The fingerprint is another one.', { fields: ['fingerprint'] });
        }
        return ok(await followed.view());
      }),
  };
}

const noShop = (): Result<never> => fail('not_found', 'This counter is in no shop with others.', { reason: 'no_shop' });
