import type { MoneyMethod, PaymentMethod } from '../../../src/shared/domain/payment.ts';

/** What happens in one world, drawn from the seed before it begins. Any part of it can be left out: that is how a history is shrunk. */
export interface Plan {
  seed: number;
  /** milliseconds since 1970: the moment at which the world begins */
  startsAt: number;
  /** milliseconds since the world began: errands and faults begin before */
  bustleMs: number;
  /** whether the provider sends a webhook again that was not taken */
  redelivers: boolean;
  /** recording a sale as failed takes two people */
  twoPeople: boolean;
  keys: KeysAtFirst;
  /** what the provider calls its products at first, by code; those left out have the catalogue's name */
  names: Readonly<Record<string, string>>;
  /** webhooks carry product_code and price, which only the interface's sample does */
  sampleExtras: boolean;
  /** somebody on the way gives webhooks of two orders of one product and number each other's address */
  swaps: boolean;
  /** the provider sends every webhook to the address of the last order that it took */
  oneAddress: boolean;
  /** absent: a world of one counter, without a shop */
  counters?: number;
  /** an office follows them; as an item's counter it comes after the last one */
  office?: boolean;
  items: readonly Item[];
}

/** The webhook keys when the world begins. The provider signs with `firstKey`, which the relay has unless it has none. */
export interface KeysAtFirst {
  /** the relay holds no secret: it takes what anybody posts */
  keyless: boolean;
  /** what was entered at the counter */
  counter: string;
}

/** Milliseconds since the world began. `counter`: of a shop, from 0; absent there: it happens to all of them, or to the relay. */
export type Item = { at: number; counter?: number } & (Press | Mood | Change | Fault);

/** How the customer of one press pays: by one method or two, the first a share of the total. */
export interface PaidBy {
  methods: readonly [PaymentMethod] | readonly [PaymentMethod, PaymentMethod];
  /** in hundredths of the total */
  share: number;
}

/** A button at the counter. */
export type Press =
  | {
      do: 'order';
      customer: string;
      product: string;
      allowDuplicate: boolean;
      allowCutOff: boolean;
      cash: boolean;
      /** left out: all in cash, where there is any */
      paidBy?: PaidBy;
      /** asked about a sale at another counter, the cashier says yes to that one */
      allowsOther?: boolean;
    }
  /** reads an order back to the customer, and nothing more */
  | { do: 'read_back'; customer: string; product: string }
  | { do: 'inquire'; customer: string; product: string }
  /** pays a bill of that customer that was inquired: two inquiries make two of them */
  | {
      do: 'pay';
      which: 'newest' | 'oldest';
      customer: string;
      product: string;
      allowDuplicate: boolean;
      cash: boolean;
      paidBy?: PaidBy;
    }
  /** a supervisor looks at the provider's book and records what it says of the oldest sale that is not settled */
  | { do: 'resolve' }
  /** a supervisor corrects a settled sale of which the provider's book says otherwise; `doubt`: else puts the newest one in doubt */
  | { do: 'correct'; doubt: boolean }
  /** a supervisor looks at the claims of counters that are gone, and says what the provider's book has of them */
  | { do: 'settle_claims' }
  /** asks the provider for the oldest unknown bill again, to see what that says */
  | { do: 'evidence' }
  /** by another method than it came, where one is named */
  | { do: 'return_cash'; by?: MoneyMethod }
  /** several at once, in one payment: these orders, or every bill that is inquired */
  | {
      do: 'batch';
      lines: readonly { customer: string; product: string }[];
      bills: boolean;
      allowDuplicate: boolean;
      paidBy?: PaidBy;
    }
  /** goes on with the batch that waits, or stops it; gives back what is to be returned of the newest one */
  | { do: 'resume_batch' }
  | { do: 'stop_batch' }
  | { do: 'give_back'; by?: MoneyMethod }
  /** a sale that is typed is parked, or one is brought back: the one that was parked first */
  | { do: 'park' }
  | { do: 'bring_back' }
  /** the customer pays of the tab: its share in hundredths */
  | { do: 'settle_tab'; method: MoneyMethod; share: number };

/** What the provider does with the next requests for a customer (src/simulator/core/behaviours). */
export interface Mood {
  do: 'mood';
  customer: string;
  behaviour: string;
  times: number;
}

export type Change =
  /** the provider signs with that key from now on */
  | { do: 'sign_with'; key: string }
  /** the owner enters that key, as soon as the counter is open; it believes the one before for so long */
  | { do: 'enter_key'; key: string; overlapMs: number }
  /** the operator of the relay puts that secret in force; the one before is good for so long */
  | { do: 'rotate_mailbox'; key: string; overlapMs: number }
  /** the provider calls a product otherwise, also in what is ordered already */
  | { do: 'rename'; product: string; name: string };

export type Exchange = 'product' | 'inquiry' | 'order' | 'pay' | 'webhook' | 'poll' | 'ack' | 'claims' | 'log';

export type Harm =
  /** no connection: certainly nothing was sent */
  | 'refuse'
  /** the connection stands, the request never comes to its end */
  | 'lose_request'
  /** the other side acts, and its answer is lost */
  | 'lose_answer'
  | 'truncate'
  | 'corrupt'
  /** the answer comes after the time is up */
  | 'late'
  /** the request itself comes long after its sender gave up */
  | 'stuck'
  /** a webhook only: a proxy in between sends it again */
  | 'duplicate';

export type Fault =
  /** the next exchange of that kind is harmed */
  | { do: 'harm'; exchange: Exchange; harm: Harm; ms: number }
  /** nobody reaches anybody for a while */
  | { do: 'cut'; between: 'provider' | 'relay' | 'webhooks'; ms: number }
  /** after that many more awaits, and for that long */
  | { do: 'kill_counter'; awaits: number; ms: number }
  | { do: 'kill_relay'; awaits: number; ms: number }
  | { do: 'fill_disk'; ms: number }
  | { do: 'jump_clock'; whose: 'counter' | 'relay'; ms: number }
  /** the provider changes its mind about an order, and says so by webhook */
  | { do: 'reverse' }
  /** a right webhook about a bill, to the mailbox without a ref: whether providers send them is not shown */
  | { do: 'report_bill' }
  /** a webhook with the wrong key to an order's address */
  | { do: 'forge' }
  /** a webhook that was sent once, with its signature, to another order's address or to none */
  | { do: 'replay'; bare: boolean }
  /** the relay no longer keeps its oldest webhooks */
  | { do: 'drop_oldest'; count: number }
  /** the operator of the relay copies its database */
  | { do: 'copy_relay' }
  /** that copy is put back; in a shop the command that says so is run. The relay is down for so long */
  | { do: 'restore_relay'; ms: number }
  /** somebody copies a counter's folder, secrets included */
  | { do: 'copy_folder' }
  /** that copy takes the folder's place; the counter is down for so long */
  | { do: 'put_back_folder'; ms: number }
  /** the machine says that the network is back */
  | { do: 'wake' }
  /** somebody else polls the mailbox with the right token */
  | { do: 'stranger' }
  /** the operator of the relay disables the mailbox of a counter that was stolen */
  | { do: 'revoke' }
  /** the operator of the relay has its shop change the key; the owner hands it on from the counter that made the new one */
  | { do: 'rotate_shop_key' };
