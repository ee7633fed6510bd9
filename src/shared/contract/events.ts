import { z } from 'zod';
import { CatalogueItem, itemWithoutCosts } from '../domain/catalogue.ts';
import { CatalogueWork } from '../domain/catalogue-jobs.ts';
import { NonNegativeInt, NullableInt, PositiveInt } from '../domain/common-schemas.ts';
import { Rupiah } from '../domain/money.ts';
import { PrintJob, PrintReason } from '../domain/print-job.ts';
import { saleWithoutCosts, Transaction } from '../domain/transaction.ts';
import { BackupState } from './backups.ts';
import { Batch, batchWithoutCosts } from './batches.ts';
import { diskReasons } from './errors.ts';
import { FileTask } from './files.ts';
import { CounterId, OfficeState } from './office.ts';
import { ParkedSale } from './parking.ts';
import { PeopleState } from './people.ts';
import { nothing, procedure } from './procedure.ts';
import { UpdatesState } from './updates.ts';

const Tally = z.object({ count: NonNegativeInt, amount: Rupiah });

export const Status = z.object({
  /** it sells nothing and follows the counters of a shop (docs/adr/0031-office.md). Left out at a counter */
  role: z.literal('office').optional(),
  mode: z.enum(['training', 'live']),
  version: z.string(),
  /** the first part of every receipt number */
  terminal: z.string(),
  /** settings that must be set before anything can be sold; empty when selling is possible */
  missing: z.array(
    z.enum([
      'providerUrl',
      'secretKey',
      'relayUrl',
      'relayMailbox',
      'relayToken',
      'providerHeaders',
      /** kept secrets that cannot be opened now: what they hold is not known */
      'secrets',
    ]),
  ),
  provider: z.object({
    /** "untried" until something was asked of it since the start */
    state: z.enum(['not_configured', 'untried', 'reachable', 'unreachable']),
    at: z.iso.datetime().nullable(),
  }),
  relay: z.object({
    /** "taken": another counter reads this mailbox; "refused": wrong mailbox or token; "deaf": no poll succeeded in 60 s, or the last two failed: orders wait */
    state: z.enum(['not_configured', 'starting', 'listening', 'deaf', 'refused', 'taken']),
    lastPolledAt: z.iso.datetime().nullable(),
  }),
  /** the shop that this counter shares with others. Left out where there is none */
  shop: z
    .object({
      name: z.string(),
      /** this counter lacks the shop's key, and sells nothing */
      isKeyMissing: z.boolean(),
      /** the relay was put back to an older copy: these counters have not compared since. Left out: it was not, or each has */
      waitsFor: z.array(z.string()).optional(),
      /** that copy is of before a change of the shop's counters, whose sales it cannot know */
      lacksCounters: z.literal(true).optional(),
      /** the relay says that this counter is in no shop any more: it sells nothing until a supervisor says so too */
      isLeft: z.literal(true).optional(),
    })
    .optional(),
  /** orders of ours whose webhooks failed the signature check: from two on no order is sent. Left out where there are none */
  keyChange: z.object({ orders: PositiveInt, stopped: z.boolean() }).optional(),
  /** what is left at the provider, estimated. Left out until something was recorded; the balance is null for who may not see costs */
  deposit: z.object({ balance: NullableInt, correctedAt: z.iso.datetime().nullable(), isLow: z.boolean() }).optional(),
  /** several sales in a row failed for lack of deposit at the provider. Left out where it is not so */
  lowDeposit: z.literal(true).optional(),
  /** sending, pending, unknown and disputed; amounts are what customers paid or owe */
  unresolved: z.object({ sending: Tally, pending: Tally, unknown: Tally, disputed: Tally }),
  /** pending for longer than the shop waits */
  overdue: Tally,
  /** cash in the drawer for unresolved sales */
  cashHeld: Tally,
  /** cash in the drawer for sales that failed or never left */
  cashToReturn: Tally,
  /** the same of every method, the cash included: what a person has to give back */
  moneyToReturn: Tally,
  /** the change that is handed over together with that, beside it: one sum everywhere. Whole rupiah */
  changeToReturn: NonNegativeInt,
  /** cash that was handed back for sales that succeeded after all */
  cashToCollect: Tally,
  /** the same of every method */
  moneyToCollect: Tally,
  /** what customers owe on their tabs; of sales that may still fail, too */
  onTab: Tally,
  /** webhooks kept but not applied */
  quarantined: NonNegativeInt,
  /** when the oldest unresolved sale was made */
  oldestUnresolvedAt: z.iso.datetime().nullable(),
  /** answers of the provider that the disk did not take yet: nothing is sent while there are any */
  notWritten: z.object({
    count: NonNegativeInt,
    /** the reason of errors: "disk_full" ... */
    reason: z.enum(diskReasons).nullable(),
  }),
  /** all null in training */
  backup: BackupState,
  /** the database is a copy that was put back, or fell behind what was seen of it before */
  restored: z.object({ at: z.iso.datetime(), reason: z.enum(['copy', 'rolled_back']) }).nullable(),
  prints: z.object({
    /** not begun yet */
    waiting: NonNegativeInt,
    /** why the oldest of those that cannot go on does not; null when none is blocked */
    blocked: PrintReason.nullable(),
    /** may be on paper or not: a person must look and decide */
    unknown: NonNegativeInt,
  }),
  /** how far the relay's clock is ahead, in milliseconds, where that is more than two minutes and not accepted */
  clockAheadMs: NullableInt,
  /** the database fell behind what was seen of it, and a supervisor is to decide before anything is sold */
  olderBook: z.boolean(),
  supervisorPinSet: z.boolean(),
  now: z.iso.datetime(),
});
export type Status = z.infer<typeof Status>;

/** What a sale takes off the deposit is what it costs. */
const statusWithoutCosts = (status: Status): Status =>
  status.deposit ? { ...status, deposit: { ...status.deposit, balance: null } } : status;

export const status = {
  status: procedure({ input: nothing, output: Status, needs: 'anybody', office: 'own', costs: statusWithoutCosts }),
};

const Diagnostics = z.object({
  /** Lines to paste into a chat with support: no customer's data, no secret, no address with one. */
  text: z.string(),
});
type Diagnostics = z.infer<typeof Diagnostics>;

export const diagnostics = {
  /** how this counter is: versions, settings, last errors, queues, database, disk, clock. Sends nothing anywhere */
  'diagnostics.get': procedure({ input: nothing, output: Diagnostics, needs: 'settingsShop', office: 'own' }),
};

/** Events that main publishes to the pages. */
export const KonterEvent = z.discriminatedUnion('type', [
  /** a sale as it is stored now; it may be new to the listener */
  z.object({
    type: z.literal('transaction'),
    transaction: Transaction,
    /** at an office: the counter that sold it */
    counter: CounterId.optional(),
  }),
  /** a batch as it is now; it may be new to the listener */
  z.object({ type: z.literal('batch'), batch: Batch }),
  /** a print job's state; the job may be new to the listener */
  z.object({ type: z.literal('print'), job: PrintJob }),
  /** the state of a task that makes a file or compares a statement */
  z.object({ type: z.literal('task'), task: FileTask }),
  /** products of the catalogue as they are now, maybe new to the listener; null: many, so read the list again */
  z.object({ type: z.literal('catalogue'), items: z.array(CatalogueItem).nullable() }),
  /** how far the asking about a list or about every product is */
  z.object({ type: z.literal('catalogueWork'), work: CatalogueWork }),
  /** every parked sale, oldest first */
  z.object({ type: z.literal('parking'), parked: z.array(ParkedSale) }),
  /** the person at the counter changed, or the list of people */
  z.object({ type: z.literal('people'), state: PeopleState }),
  z.object({ type: z.literal('status'), status: Status }),
  /** settings were saved: each page reads them again */
  z.object({ type: z.literal('settings') }),
  /** at an office: sales changed without an event for each, so read the lists again */
  z.object({ type: z.literal('receipts') }),
  /** the counters of an office's shop */
  z.object({ type: z.literal('office'), office: OfficeState }),
  /** what a page shows of a group of bills has changed: it is read again */
  z.object({ type: z.literal('billGroups') }),
  /** the state of the program's updates */
  z.object({ type: z.literal('updates'), updates: UpdatesState }),
  /** the counter was reopened (another mode or connection): reload the page */
  z.object({ type: z.literal('reload') }),
]);
export type KonterEvent = z.infer<typeof KonterEvent>;

export function eventWithoutCosts(event: KonterEvent): KonterEvent {
  if (event.type === 'transaction') return { ...event, transaction: saleWithoutCosts(event.transaction) };
  if (event.type === 'batch') return { ...event, batch: batchWithoutCosts(event.batch) };
  if (event.type === 'status') return { ...event, status: statusWithoutCosts(event.status) };
  if (event.type === 'catalogue') return { ...event, items: event.items?.map(itemWithoutCosts) ?? null };
  return event;
}
