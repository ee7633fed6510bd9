import type Database from 'better-sqlite3';
import { answerRollback, readHeadFile, type SeenHead } from '../backup/known-heads.ts';
import { diskFiles } from '../backup/restore-files.ts';
import type { WhoActs } from '../base/actor.ts';
import type { Random } from '../base/system/random.ts';
import { prepareItems } from '../catalogue/catalogue-items.ts';
import { sqliteCatalogue } from '../catalogue/catalogue-repository.ts';
import { sqliteCustomerData } from '../customers/erasure/customer-data.ts';
import { type CustomerDigest, digestOfThisRun } from '../customers/erasure/customer-digest.ts';
import { prepareEraseQueue } from '../customers/erasure/erasure-queue.ts';
import { prepareRecordErasure } from '../customers/erasure/erasures.ts';
import { prepareEntries } from '../customers/saved-customer-entries.ts';
import { sqliteCustomerBook } from '../customers/saved-customers-repository.ts';
import { sqliteBooks } from '../ledger/sales-report.ts';
import { prepareShiftIsOpen, sqliteShifts } from '../ledger/shift-repository.ts';
import { prepareKeepBook } from '../ledger/update.ts';
import { prepareWishes } from '../printing/auto-print-outbox.ts';
import { preparePrints } from '../printing/print-jobs.ts';
import { sqlitePrintBook } from '../printing/print-repository.ts';
import { prepareOutline } from '../search/outline.ts';
import { prepareSearch } from '../search/search.ts';
import { sqlitePeople } from '../staff/staff-repository.ts';
import { sqliteShopLog } from './audit-log.ts';
import { headOf, holds } from './chain-head.ts';
import { prepareCommit } from './commit.ts';
import { connect } from './connection.ts';
import { asFault, faulting } from './database-error.ts';
import { prepareAppend } from './event-log/append.ts';
import { namingWho } from './event-log/event-actor.ts';
import { prepareCodesSpelt, prepareHasWebhook, prepareOtherWithWebhook } from './event-log/known-webhooks.ts';
import { prepareSetAside } from './event-log/quarantine.ts';
import { prepareResultEvent } from './event-log/result-event.ts';
import { prepareTimeline } from './event-log/timeline.ts';
import { preparePassedOver, prepareUnverified } from './event-log/unverified.ts';
import { prepareUnverifiedOrders } from './event-log/unverified-orders.ts';
import { prepareWebhooksOf } from './event-log/webhooks-of.ts';
import { claimKind, createMeta, journalId, readMeta } from './metadata.ts';
import { checkVersion, migrate, schemaVersion } from './migrations/migrate.ts';
import { preparePriced } from './price-changes.ts';
import { prepareProducts } from './products.ts';
import { prepareRelayCursors } from './relay-cursors.ts';
import { prepareByReceipt } from './sales/by-receipt.ts';
import { prepareInTheWay } from './sales/conflicts.ts';
import { prepareOpenMoney } from './sales/open-money.ts';
import { prepareReceipts } from './sales/receipts.ts';
import { prepareSales } from './sales/sales-repository.ts';
import { prepareUnnamed } from './sales/unidentified.ts';
import { type Journal, JournalFault, type JournalKind } from './sales-store.ts';
import { immediately, lazily } from './statements.ts';
import { takeWriter } from './writer-lock.ts';

export interface OpenJournal {
  /** the database file; its folder must exist */
  path: string;
  random: Random;
  /** reads a database that is there and changes nothing in it */
  readOnly?: boolean;
  /** recognises an erased customer; left out, nobody is recognised once the database was closed */
  digest?: CustomerDigest;
  /** asked for every event that a person causes; left out, nobody is named */
  whoActs?: WhoActs;
  /** whose world it is; a database of the other one is refused */
  kind?: JournalKind;
  /** what was seen of it before, outside of it: one that lacks any of that is answered as a restored copy is */
  seen?: {
    heads: readonly SeenHead[];
    at: string;
    /** where the end of the log is kept outside of the folder, by the journal's id; null: nowhere */
    headFile?: ((id: string) => string) | null;
  };
}

/**
 * Opens the shop's journal, makes it when there is none, and brings an older one up to date. One writer for each file in
 * this process; that there is one process is lockFolder's. Rejects with JournalFault, and has then let go of the file.
 */
export async function openJournal({
  path,
  random,
  readOnly = false,
  kind,
  seen,
  digest,
  whoActs,
}: OpenJournal): Promise<Journal> {
  let db: Database.Database | null = null;
  let letGo = (): void => {};
  try {
    db = connect(path, readOnly);
    if (readOnly) assertCurrent(db);
    else letGo = prepareToWrite(db, path, random);
    if (kind && !readOnly) claimKind(db, kind);
    if (seen && !readOnly) {
      const outside = seen.headFile ? readHeadFile(seen.headFile(journalId(readMeta(db))), diskFiles) : null;
      answerRollback(db, random, outside ? [...seen.heads, outside] : seen.heads, seen.at);
    }
    return sqliteJournal({
      db,
      random,
      ...(digest ? { digest } : {}),
      ...(whoActs ? { whoActs } : {}),
      letGo,
    });
  } catch (thrown) {
    db?.close();
    letGo();
    throw asFault(thrown);
  }
}

function prepareToWrite(db: Database.Database, path: string, random: Random): () => void {
  const letGo = takeWriter(path);
  try {
    migrate(db, () => createMeta(db, random));
    return letGo;
  } catch (thrown) {
    letGo();
    throw thrown;
  }
}

function assertCurrent(db: Database.Database): void {
  const version = checkVersion(db);
  if (version < schemaVersion) {
    throw new JournalFault(
      'other',
      `the database has version ${version}: open it for writing once to bring it up to date`,
    );
  }
}

interface Opened {
  db: Database.Database;
  random: Random;
  digest?: CustomerDigest;
  /** asked for every event that a person causes */
  whoActs?: WhoActs;
  letGo: () => void;
}

/** The port over one open connection. Every statement is prepared once, when it is first needed. */
export function sqliteJournal({
  db,
  random,
  digest = digestOfThisRun(),
  whoActs = () => null,
  letGo,
}: Opened): Journal {
  const { terminal, restored, genesis } = readMeta(db);
  const sales = prepareSales(db);
  const inTheWay = prepareInTheWay(db, digest);
  const cursors = prepareRelayCursors(db);
  const receipts = prepareReceipts(db, terminal);
  const prints = preparePrints(db);
  const wishes = prepareWishes(db);
  const append = namingWho(prepareAppend(db, random), whoActs);
  const priced = preparePriced(append);
  const products = prepareProducts(db, priced);
  const commit = prepareCommit(db, {
    sales,
    inTheWay,
    receipts,
    append,
    cursors,
    products,
    prints,
    wishes,
    keepBook: prepareKeepBook(db),
    shiftIsOpen: prepareShiftIsOpen(db),
    eraseQueue: prepareEraseQueue(db),
  });
  const entries = prepareEntries(db);
  const record = prepareRecordErasure(db, append);
  const recordForgotten = (id: string, at: string): void =>
    record({ at, digest: `saved:${id}`, sales: [], webhooks: [], saved: [id] }, at, 'cashier', null);
  const search = lazily(() => prepareSearch(db));
  const outline = lazily(() => prepareOutline(db));
  const timeline = lazily(() => prepareTimeline(db));
  const setAside = lazily(() => prepareSetAside(db));
  const unverified = lazily(() => prepareUnverified(db));
  const unverifiedOrders = lazily(() => prepareUnverifiedOrders(db));
  const passedOver = lazily(() => preparePassedOver(db));
  const webhooksOf = lazily(() => prepareWebhooksOf(db));
  const hasWebhook = lazily(() => prepareHasWebhook(db));
  const otherWithWebhook = lazily(() => prepareOtherWithWebhook(db));
  const unnamed = lazily(() => prepareUnnamed(db, digest));
  const byReceipt = lazily(() => prepareByReceipt(db));
  const resultEvent = lazily(() => prepareResultEvent(db));
  const codesSpelt = lazily(() => prepareCodesSpelt(db));
  const openMoney = lazily(() => prepareOpenMoney(db));

  // Synchronous inside; a rejection rather than a throw is what the port promises.
  const read = async <T>(work: () => T): Promise<T> => faulting(work);
  const write = async <T>(work: () => T): Promise<T> =>
    faulting(() => {
      if (db.readonly) throw new JournalFault('read_only', 'the journal was opened for reading');
      return work();
    });

  const acceptRollback = immediately(db, (at: string): void => {
    const before = readMeta(db).restored;
    if (!before) return;
    db.prepare('UPDATE meta SET restored = ? WHERE only = 1').run(JSON.stringify({ ...before, acceptedAt: at }));
    append({ type: 'database.accepted', at, actor: 'supervisor', data: { upTo: before.upTo }, bodies: [] }, null);
  });

  return {
    id: journalId({ genesis }),
    terminal,
    restored,
    prints: sqlitePrintBook({ db, prints, wishes, read, write }),
    books: sqliteBooks({ db, read, write }),
    catalogue: sqliteCatalogue({ db, items: prepareItems(db), products, priced, read, write }),
    shifts: sqliteShifts({ db, append, read, write }),
    people: sqlitePeople({ db, append, read, write }),
    shopLog: sqliteShopLog({ db, append, read, write }),
    customers: sqliteCustomerData({ db, genesis, sales, entries, append, digest, record, read, write }),
    customerBook: sqliteCustomerBook({ db, entries, recordForgotten, read, write }),
    acceptRollback: (at) => write(() => acceptRollback(at)),
    head: () => read(() => headOf(db)),
    commit: (change) => write(() => commit(change)),
    get: (id) => read(() => sales.get(id)),
    allByTransactionId: (id, provider) => read(() => sales.allByTransactionId(id, provider)),
    findByTransactionId: (id, provider) => read(() => sales.findByTransactionId(id, provider)),
    findByReceiptNo: (receiptNo) => read(() => byReceipt()(receiptNo)),
    resultEvent: (saleId) => read(() => resultEvent()(saleId)),
    holds: (head) => read(() => holds(db, head)),
    standingInTheWay: ({ at, day, ...ask }) =>
      read(() => {
        const inFlight = inTheWay.inFlight(ask);
        if (inFlight) return { kind: 'in_flight', other: inFlight };
        const repeated = inTheWay.repeated(ask, { at, day });
        return repeated ? { kind: 'duplicate', other: repeated } : null;
      }),
    repeatedByOrder: (sale, now) => read(() => inTheWay.repeatedByOrder({ ...sale, exceptId: null }, now)),
    newestInquiry: (productCode, customerNo) => read(() => sales.newestInquiry(productCode, customerNo)),
    search: (ask, today) =>
      read(() => {
        const found = search()({ ask, today: today ?? null, index: null, stillWanted: () => undefined });
        const { search: told, ...page } = found;
        return told ? { ...page, search: { ...told, index: 'missing' } } : page;
      }),
    outline: (ask, stillWanted = () => undefined) => read(() => outline()(ask, stillWanted)),
    foundSending: () => read(() => sales.foundSending()),
    unresolved: () => read(() => sales.unresolved()),
    ordersAtOtherMailbox: (mailbox) => read(() => sales.ordersAtOtherMailbox(mailbox)),
    timeline: (id) => read(() => timeline()(id)),
    setAside: (limit, signed, onlyOpen) => read(() => setAside()(limit, signed, onlyOpen)),
    unverified: (limit) => read(() => unverified()(limit)),
    unverifiedOrders: () => read(() => unverifiedOrders()()),
    passedOver: (first, last) => read(() => passedOver()(first, last)),
    webhooksOf: (saleId) => read(() => webhooksOf()(saleId)),
    hasWebhook: (saleId, body) => read(() => hasWebhook()(saleId, body)),
    otherWithWebhook: (sale, body) => read(() => otherWithWebhook()(sale, body)),
    otherUnnamed: (sale) => read(() => unnamed()(sale)),
    openMoney: (before, after) => read(() => openMoney()(before, after)),
    codesSpelt: (spelling, provider) => read(() => codesSpelt()(spelling, provider)),
    cursor: (mailbox) => read(() => cursors.read(mailbox)),
    ackedPosition: (mailbox) => read(() => cursors.readAcked(mailbox)),
    saveAckedPosition: (mailbox, acked) => write(() => cursors.writeAcked(mailbox, acked)),
    saveProduct: (product, at, sellingPrice) => write(() => products.save(product, at, sellingPrice)),
    knownProducts: () => read(() => products.known()),
    close: () =>
      read(() => {
        if (db.open) db.close();
        letGo();
      }),
  };
}
