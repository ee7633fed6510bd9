import type { Change, CommitOutcome } from '../../../src/main/db/change.ts';
import { DatabaseError } from '../../../src/main/db/database-error.ts';
import { type ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import type { Life } from '../engine/life.ts';
import { markOf, trusts } from './key-book.ts';
import type { Outside } from './outside.ts';

/** The disk below the counter: it can be full for a while. */
export interface CounterDisk {
  fullUntil: number;
}

const decoder = new TextDecoder();

/** The journal as one process reaches it: asynchronous, perhaps slow, perhaps on a full disk, and every commit is seen. */
export function watchedJournal(world: Outside, life: Life, disk: CounterDisk, real: ShopDatabase): ShopDatabase {
  const write = <T>(work: () => Promise<T>): Promise<T> =>
    life.run(() => {
      // As SQLite does it: the commit is refused, and nothing of it is there.
      if (world.schedule.now() < disk.fullUntil) throw new DatabaseError('full', 'the disk is full');
      return work();
    });
  return {
    ...real,
    prints: whileAlive(life, real.prints),
    books: whileAlive(life, real.books),
    shifts: whileAlive(life, real.shifts),
    people: whileAlive(life, {
      ...real.people,
      note: (...args) => counted(world, real.people.note(...args)),
    }),
    auditLog: whileAlive(life, {
      ...real.auditLog,
      settingsChanged: (changes, at) => counted(world, real.auditLog.settingsChanged(changes, at), changes.length > 0),
    }),
    close: () => (life.alive() ? real.close() : new Promise(() => undefined)),
    customers: whileAlive(life, countedErasures(world, real.customers)),
    customerBook: whileAlive(life, real.customerBook),
    catalogue: whileAlive(life, real.catalogue),
    head: () => life.run(() => real.head()),
    beyond: (end) => life.run(() => real.beyond(end)),
    resultEvent: (id) => life.run(() => real.resultEvent(id)),
    commit: (change) =>
      write(async () => {
        const outcome = await real.commit(change);
        if (outcome.kind === 'committed') seen(world, change, outcome);
        return outcome;
      }),
    commitAll: (changes) =>
      write(async () => {
        const outcomes = await real.commitAll(changes);
        for (const [at, outcome] of outcomes.entries()) {
          const change = changes[at];
          if (outcome.kind === 'committed' && change) seen(world, change, outcome);
        }
        return outcomes;
      }),
    tabs: whileAlive(life, real.tabs),
    batches: whileAlive(life, {
      ...real.batches,
      resumed: (change) => write(() => counted(world, real.batches.resumed(change))),
      stopped: (change) =>
        write(async () => {
          const isNew = await real.batches.stopped(change);
          if (isNew) world.books.otherEvents += 1;
          return isNew;
        }),
    }),
    saveProduct: (product, at, price) => write(() => real.saveProduct(product, at, price)),
    get: (id) => life.run(() => real.get(id)),
    findByTransactionId: (id) => life.run(() => real.findByTransactionId(id)),
    allByTransactionId: (id) => life.run(() => real.allByTransactionId(id)),
    findConflict: (query) => life.run(() => real.findConflict(query)),
    repeatedByOrder: (sale, now) => life.run(() => real.repeatedByOrder(sale, now)),
    newestInquiry: (product, customer) => life.run(() => real.newestInquiry(product, customer)),
    search: (query) => life.run(() => real.search(query)),
    foundSending: () => life.run(() => real.foundSending()),
    unresolved: () => life.run(() => real.unresolved()),
    succeededSince: (day) => life.run(() => real.succeededSince(day)),
    timeline: (id) => life.run(() => real.timeline(id)),
    unverifiedOrders: () => life.run(() => real.unverifiedOrders()),
    unverified: (limit) => life.run(() => real.unverified(limit)),
    discardedBetween: (first, last) => life.run(() => real.discardedBetween(first, last)),
    quarantined: (limit, signed) => life.run(() => real.quarantined(limit, signed)),
    webhooksOf: (id) => life.run(() => real.webhooksOf(id)),
    hasWebhook: (id, body) => life.run(() => real.hasWebhook(id, body)),
    otherWithWebhook: (sale, body) => life.run(() => real.otherWithWebhook(sale, body)),
    hasUnidentifiedSibling: (sale) => life.run(() => real.hasUnidentifiedSibling(sale)),
    openMoney: (before, after) => life.run(() => real.openMoney(before, after)),
    codesSpelt: (spelling) => life.run(() => real.codesSpelt(spelling)),
    cursor: (mailbox) => life.run(() => real.cursor(mailbox)),
    ackedPosition: (mailbox) => life.run(() => real.ackedPosition(mailbox)),
    saveAckedPosition: (mailbox, acked) => write(() => real.saveAckedPosition(mailbox, acked)),
    knownProducts: () => life.run(() => real.knownProducts()),
  };
}

function seen(world: Outside, change: Change, outcome: Extract<CommitOutcome, { kind: 'committed' }>): void {
  const { books, note } = world;
  const { event } = change;
  const { sale } = outcome;
  const before = sale ? (books.sales.get(sale.id) ?? null) : null;
  if (sale) books.sales.set(sale.id, sale);
  const { learntCost } = change.parts ?? {};
  if (learntCost) books.learntCosts.add(learntCost.productCode);
  if (change.cursor) books.cursor = change.cursor.cursor;
  const webhook = event.bodies.find(({ role }) => role === 'webhook')?.bytes;
  const body = webhook ? decoder.decode(webhook) : null;
  const { ref, signature, reason } = event.data;
  if (reason === 'bad_signature' && body !== null && typeof signature === 'string') {
    const came = { ref: typeof ref === 'string' ? ref : null, signature, body };
    if (!trusts(books.keys, came)) books.keys.unapplied.set(markOf(came), came);
  }
  books.written.push({
    seq: outcome.seq,
    at: world.schedule.now(),
    saidAt: event.at,
    type: event.type,
    saleId: sale?.id ?? null,
    taughtFor: event.data['spelling'] === undefined ? null : (sale?.productCode ?? null),
    data: event.data,
    webhook: body,
  });
  note(() => {
    const moves = sale ? ` ${world.nameOf(sale.id)} ${before?.state ?? 'new'} -> ${sale.state}` : '';
    const detail = event.data['status'] ?? event.data['reason'] ?? '';
    return `journal   ${event.type} ${typeof detail === 'string' ? detail : ''}${moves}${change.cursor ? ` cursor ${change.cursor.cursor?.split('-')[1]}` : ''}`;
  });
  world.step({ kind: 'committed', change, outcome, before });
}

/** Counts an event that is written without a sale. */
async function counted({ books }: Outside, written: Promise<void>, isEvent = true): Promise<void> {
  await written;
  if (isEvent) books.otherEvents += 1;
}

/** A repository that does nothing for a process that was killed. */
function whileAlive<T extends object>(life: Life, repository: T): T {
  const guarded = Object.entries(repository).map(([name, member]: [string, unknown]) => [
    name,
    typeof member === 'function'
      ? (...args: unknown[]): unknown => (life.alive() ? member(...args) : new Promise(() => undefined))
      : member,
  ]);
  return Object.fromEntries(guarded) as T;
}

/** One event for each customer, and one for each sale. */
function countedErasures(
  { books, schedule }: Outside,
  customers: ShopDatabase['customers'],
): ShopDatabase['customers'] {
  return {
    ...customers,
    async begin(request) {
      const begun = await customers.begin(request);
      if (begun.kind === 'begun') {
        books.erased.customers.add(request.customerNo);
        books.erased.inquiries.push({ customerNo: request.customerNo, at: schedule.now() });
        books.erased.events += 1;
      }
      return begun;
    },
    async follow(request) {
      const before = (await customers.erasures()).length;
      const done = await customers.follow(request);
      const written = (await customers.erasures()).length - before;
      if (written > 0) books.erased.customers.add(request.customerNo);
      books.erased.events += written;
      return done;
    },
    async eraseNext(at, evenUnsettled) {
      const erased = await customers.eraseNext(at, evenUnsettled);
      for (const { id } of erased) books.erased.sales.add(id);
      books.erased.events += erased.length;
      return erased;
    },
  };
}
