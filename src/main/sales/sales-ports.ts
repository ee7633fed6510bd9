import type { MeterName } from '../../shared/contract/customers.ts';
import type { DiskReason, Result } from '../../shared/contract/errors.ts';
import type { Product } from '../../shared/contract/selling.ts';
import type { CatalogueItem } from '../../shared/domain/catalogue.ts';
import { saysLackOfDeposit } from '../../shared/domain/provider-answer.ts';
import type { SalesRules } from '../../shared/domain/sales-rules.ts';
import type { SupervisorVerdict } from '../../shared/domain/staff.ts';
import { isUnresolved, type Transaction } from '../../shared/domain/transaction.ts';
import type { OtherClaim } from '../../shared/wire/shop.ts';
import type { SerialQueue } from '../base/async.ts';
import type { Clock, Log, Random } from '../base/system.ts';
import type { SalesStore } from '../db/sales-store.ts';
import type { Provider } from '../provider/index.ts';

/** The sales, and what selling asks of other features' tables. */
export interface SalesDatabase extends SalesStore {
  readonly catalogue: { get(productCode: string): Promise<CatalogueItem | null> };
  /** whether the number is that of the sale's customer, also of one who was erased */
  readonly customers: { isCustomer(saleId: string, customerNo: string): Promise<boolean> };
}

/** The other counters of the shop (docs/adr/0028-one-shop.md). */
export interface Claims {
  /** Why nothing is sold: it lacks the shop's key, or the relay says that it is in no shop any more. null: it may sell. */
  hindrance(): ShopHindrance | null;
  /** the id under which this sale was claimed when it was read back; null: it was not, or too long ago */
  readBackId(sale: Pick<Transaction, 'productCode' | 'customerNo'>): string | null;
  /**
   * Claims a sale before `sending` is committed; answers within seconds and does not reject.
   * @param sale as it is to be sent; it may not be stored yet
   */
  claim(sale: Transaction): Promise<ClaimAnswer>;
  /** The caller no longer waits for the answer to that press: it is `stopped`. False: no answer is waited for. */
  stopWaiting(sale: Pick<Transaction, 'productCode' | 'customerNo'>): boolean;
  /** To be called once after each `claim`, whatever came of it. From then on the relay gets what the journal says. */
  release(id: string): void;
  /** what the relay waits for since an older copy of it was put back: the counters that have not compared; null: none was */
  restore(): { id: string; waiting: readonly string[] } | null;
  /** goes on without them; false: the relay did not answer */
  acceptRestore(): Promise<boolean>;
  /** the counter sells for itself from now on; false: the relay does not say that it is in no shop */
  leaveShop(): Promise<boolean>;
}

export type ShopHindrance = 'shop_key_missing' | 'shop_left';

export type ClaimAnswer =
  /** `others`: unresolved, or succeeded today, for the same number */
  | { kind: 'recorded'; others: readonly OtherClaim[] }
  /** another counter holds the same product and number */
  | { kind: 'in_flight'; other: OtherClaim }
  /** no answer: it may be recorded or not */
  | { kind: 'silent' }
  /** the cashier did not wait for it */
  | { kind: 'stopped' }
  /** the relay answers, and does not take it */
  | { kind: 'refused' }
  | { kind: ShopHindrance }
  /** the relay was put back to an older copy, and counters have not compared since */
  | { kind: 'restored' }
  /** this sale may have been sent by a journal that was lost */
  | { kind: 'lost_journal' };

/** Everything the counter needs of the world. */
export interface SalesPorts {
  db: SalesDatabase;
  /** null while the shop has not set up its connection */
  provider: Provider | null;
  /** the address that an order's result is sent to, or null without a relay */
  callbackUrl: ((ref: string) => string) | null;
  /** whether an order's result can be received: where polls fail, one is made at once and waited for, up to 3 s */
  isRelayLive(): Promise<boolean>;
  /** whether another counter took the mailbox. Left out, none can */
  isMailboxTaken?(): boolean;
  /** resolves once the first poll of the mailbox has ended, or soon; left out, nothing is to be learnt from it */
  firstPoll?(): Promise<void>;
  /** null: the counter is in no shop with others. Left out, it never is */
  claims?(): Claims | null;
  /** names the payment service: ids are its own, and another's may be the same. Left out, ids are of one service only */
  providerId?: string;
  /** names the mailbox that callback addresses lead to, without telling its id; left out, there is none */
  mailboxId?: string;
  /** names the secret key in use, see keyIdOf; left out without one */
  keyId?: string;
  /** how far the relay's clock is ahead of this machine's, in milliseconds; null where that is not known */
  relayAheadMs(): number | null;
  clock: Clock;
  random: Random;
  rules(): SalesRules;
  supervisor(pin: string | undefined): Promise<SupervisorVerdict>;
  /** whether this is the PIN of another person than the supervisor */
  secondPerson(pin: string | undefined): Promise<SupervisorVerdict>;
  /** notifies the UI; must not throw */
  publishSale(sale: Transaction): void;
  log: Log;
}

/** The ports with what the counter itself remembers while it runs. */
export interface SalesContext extends SalesPorts {
  /** ids of the sales whose request is out and whose answer is being waited for or written down */
  beingSent: Set<string>;
  /** by the sale's id, with " late" behind it where the answer came after the time was up */
  pendingOutcomes: Map<string, PendingOutcome>;
  /** the newest look-up of each product, by its code in capitals */
  lookups: Map<string, ProductLookup>;
  /** names behind meters that were read back and are not sold to yet, in memory alone, by the customer's key; monotonic times */
  meterNames: Map<string, { value: MeterName; at: number }>;
  /** what inquiries brought is kept one after the other: two answers with one id of the provider are one bill */
  keepBills: SerialQueue;
  unverifiedQuota: UnverifiedQuota;
  /** null: not read yet */
  unverifiedOrders: Promise<UnverifiedOrders> | null;
  /** the database is older than its last known head, and no supervisor has accepted that: nothing is sold */
  olderDatabase: boolean;
  /** the difference to the relay's clock that the owner has accepted */
  acceptedAheadMs: number | null;
  depositRefusals: DepositRefusals;
}

/** A look-up of a product, under way or answered. */
export interface ProductLookup {
  /** when it was asked, milliseconds since 1970 */
  askedAt: number;
  /** the same on the monotonic clock */
  monotonic: number;
  answer: Promise<Result<Product>>;
}

/** An answer of the provider that the disk did not take: it is nowhere else than in memory. */
export interface PendingOutcome {
  /** writes it; may be called until it succeeds */
  write(): Promise<Transaction>;
  /** why it could not be written last, as an error's reason; null before it was tried again */
  reason: DiskReason | null;
  /** while it is being written */
  writing: Promise<void> | null;
}

/** Orders of ours whose webhooks failed the signature check. Times are the relay's, ISO 8601. */
export interface UnverifiedOrders {
  /** ids of all that were ever recorded */
  recorded: Set<string>;
  /** those since the stop was last ended, with the key in use then: each is recorded once, however often it is sent again */
  failing: Map<string, string | null>;
  /** when the newest of them came */
  newest: string;
  /** webhooks received until then no longer count; the relay may still deliver them */
  endedUpTo: string;
}

/** Webhooks without a signature of the shop's keys, since the counter was opened. */
export interface UnverifiedQuota {
  /** remaining quota for webhooks stored whole, in units of `bytesPerShare` */
  shares: number;
  /** when they were last counted, on the monotonic clock */
  countedAt: number;
  /** discarded and not yet recorded in the log */
  discarded: number;
  writtenDownAt: number;
}

/** How many failures in a row speak of too little deposit, whether an answer or a webhook said so. */
interface DepositRefusals {
  /** to be called with every sale as it is stored */
  record(sale: Transaction): void;
  /** several in a row, and nothing else since */
  areSeveral(): boolean;
}

/** Several sales in a row failed for lack of deposit at the provider. */
export const lowDeposit = ({ depositRefusals }: SalesContext): boolean => depositRefusals.areSeveral();

const several = 2;

/**
 * Each sale counts once, when it leaves the unresolved states: printing a receipt later says nothing about the deposit. What a
 * person recorded is not the provider's word. "Pending" neither counts nor ends the row: the refusal may follow by webhook.
 */
export function countDepositRefusals(): DepositRefusals {
  const unresolved = new Set<string>();
  let inARow = 0;
  return {
    record({ id, state, message, flags }) {
      if (isUnresolved(state)) {
        unresolved.add(id);
        return;
      }
      if (!unresolved.delete(id) || flags.includes('resolved_by_hand')) return;
      if (state === 'failed' && message !== null && saysLackOfDeposit(message)) inARow += 1;
      else if (state === 'failed' || state === 'success') inARow = 0;
    },
    areSeveral: () => inARow >= several,
  };
}
