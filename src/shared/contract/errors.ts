import { z } from 'zod';
import { NullableString, PositiveInt } from '../domain/common-schemas.ts';
import { CarriedCash } from '../domain/drawer-count.ts';
import { Rupiah } from '../domain/money.ts';
import { NumberMismatch } from '../domain/number-fit.ts';
import { saleWithoutCosts, Transaction, TransactionState } from '../domain/transaction.ts';
import { ClaimState } from '../wire/shop.ts';

/**
 * Which of a code's cases an error is. Main may give no other (`fail` takes only these), and the UI has words for each in
 * every language: both are held by the types.
 */

/** How the disk or the database failed. */
export const diskReasons = [
  'disk_full',
  'read_only',
  'corrupt',
  'database_locked',
  'newer',
  'closing',
  'disk_failed',
] as const;
export type DiskReason = (typeof diskReasons)[number];

const disk: ReadonlySet<string> = new Set(diskReasons);

/** Whether the disk or the database is why: where a sale was asked for, nothing of it was sent. */
export function isDiskReason(reason: string | undefined): reason is DiskReason {
  return reason !== undefined && disk.has(reason);
}

/** Why a copy could not be made or read. */
export const backupReasons = [
  'folder_missing',
  'disk_full',
  'read_only',
  /** the backup that was read back is not whole */
  'copy_damaged',
  'too_slow',
  /** backups are to be encrypted, and the passphrase is not in the key store, or cannot be read now */
  'passphrase_missing',
  'other',
] as const;

/** Why a counter could not be brought back from the relay. */
export const shippedReasons = [
  /** the relay has no whole log of this counter, or refuses to give it */
  'nothing_shipped',
  'relay_silent',
  /** it is sealed with another key of the shop */
  'other_key',
] as const;

/** Why a file could not be exported, or an imported one could not be read. */
export const exportReasons = [
  'disk_full',
  'corrupt',
  'disk_failed',
  'other',
  /** the folder it was to go to is not there */
  'folder_missing',
  /** this user may not write there */
  'no_rights',
  /** more than a report on paper takes */
  'too_many_rows',
  /** the host laid no report out */
  'render_failed',
  /** the thread that made it was ended from outside */
  'thread_ended',
  /** it is no readable table */
  'no_table',
  /** a workbook of Excel's format before .xlsx, one with a password, or a web page that is called .xls: Excel can save it again */
  'old_workbook',
  /** a quote in it begins a value and has no other quote that ends it */
  'stray_quote',
  /** it is unclear which amount belongs to which heading */
  'unclear_headings',
  /** a column that was mapped is not in it */
  'column_missing',
  /** it is larger than any statement, or unpacks to more */
  'too_large',
] as const;

export const errorReasons = [
  ...diskReasons,
  ...backupReasons,
  ...shippedReasons,
  ...exportReasons,
  // input, and what a product or a sale does not allow
  'too_little_cash',
  /** the payments, or what was returned, do not come to the amount */
  'payments_sum',
  /** cash was handed over, and no part is paid in cash */
  'no_cash_part',
  /** the customer whose tab it is to be is not in the book */
  'no_such_customer',
  /** a cash service of the same kind has it that day */
  'same_reference',
  /** of a tab */
  'nothing_owed',
  'more_than_owed',
  'tab_changed',
  /** the customer owes the shop, or a sale that is not settled is on their tab */
  'tab_open',
  // parked sales
  'parking_full',
  'not_parked',
  /** a line of a batch was sent or returned meanwhile, or stands there twice */
  'line_gone',
  'twice',
  /** the bill was paid for in a batch */
  'in_batch',
  'batch_open',
  'batch_stopped',
  'digits_only',
  'sn_needed',
  'read_back_differs',
  // a connection code
  'code_foreign',
  'code_incomplete',
  'code_altered',
  'code_newer',
  /** it has a key alone, for another mailbox than the present one */
  'code_no_token',
  /** it is to be another counter's */
  'code_own_mailbox',
  /** it is of an office, and this is a counter */
  'code_office',
  /** it has another key than the shop of its mailbox */
  'code_other_shop',
  'same_pin',
  'not_a_key',
  'key_known',
  'too_many_keys',
  'own_key',
  'not_postpaid',
  'not_prepaid',
  'no_such_product',
  'below_cost',
  'not_in_catalogue',
  'list_running',
  'list_too_long',
  'list_empty',
  'list_unit',
  'no_cash_owed',
  'no_cash_to_collect',
  'already_settled',
  'settled',
  'not_overdue',
  'not_correctable',
  'nothing_to_correct',
  'still_sending',
  'no_evidence',
  'provider_id_taken',
  // shifts
  'shift_needed',
  'shift_open',
  /** the opening count is another than the last closing count */
  'opening_differs',
  'no_shift_open',
  /** cash was put in or taken out since the caller looked, maybe by this very call */
  'moved_meanwhile',
  'shift_closed',
  'shift_not_last',
  // customers' data
  'not_settled_yet',
  'purge_day',
  'number_twice',
  // people
  'no_pin_set',
  'pin_needed',
  'wrong_pin',
  'locked',
  'second_no_pin_set',
  'second_pin_needed',
  'second_wrong_pin',
  'second_locked',
  'not_signed_in',
  'no_permission',
  'people_exist',
  'people_elsewhere',
  'per_person_pins',
  'pin_taken',
  'weak_pin',
  'name_taken',
  'last_owner',
  'reason_needed',
  'managed_setting',
  'live_only',
  'settings_not_kept',
  // the system's key store
  'secrets_locked',
  'no_key_store',
  'signed_out',
  'wrong_origin',
  // newer releases of the program
  'no_release',
  'update_sending',
  'update_pending_write',
  'update_busy',
  'update_not_copied',
  'update_not_installed',
  'no_notices',
  // the payment service
  'credentials',
  'other_product',
  'never_sent',
  'no_answer',
  'unreadable',
  'product_no_answer',
  'product_unreadable',
  'answer_unreadable',
  'answer_unclear',
  'answer_about_other',
  'deposit_low',
  'refused',
  'failed',
  'disputed',
  'unknown',
  'not_recorded',
  // printing, copies, the program
  'not_printed',
  'copies_limit',
  'already_printed',
  'already_decided',
  'print_begun',
  'no_printer_set',
  'drawer_shut',
  'not_saved',
  'cannot_save',
  'no_such_copy',
  'other_counter',
  'wrong_passphrase',
  'restoring',
  'database_unreadable',
  'training',
  'only_in_training',
  'host_gone',
  'superseded',
  'not_serializable',
  'bad_output',
  // files that go out and come in
  'file_gone',
  'task_running',
  'key_changed',
  'clock_differs',
  'older_book',
  'sales_unresolved',
  'orders_at_mailbox',
  'same_credit',
  'below_risen_cost',
  /** a person is asked, and may say that it is right */
  'unlikely_price',
  'unlikely_cash',
  // the other counters of the shop
  'shop_key_missing',
  /** the relay says that this counter is in no shop any more, which was not confirmed here */
  'shop_left',
  /** the relay did not say in time whether another counter sells the same */
  'claim_unanswered',
  'claim_refused',
  /** another counter was started with the mailbox of this one */
  'mailbox_taken',
  /** the relay was put back to an older copy or has just started, and counters of the shop have not compared since */
  'relay_restored',
  /** another counter sells to the same number, another product */
  'same_number',
  /** the sale may have been sent by a book of this counter that was lost */
  'lost_journal',
  'no_shop',
  /** this is a counter, and only an office does that */
  'no_office',
  /** this is an office, and only a counter does that */
  'office',
  /** it was settled, or its counter is in the shop */
  'claim_not_open',
  'claims_unread',
] as const;
export type ErrorReason = (typeof errorReasons)[number];

/** An error as a cashier or an owner can act on it. The renderer has the messages. */
export const errorCodes = [
  'invalid_input',
  'not_configured',
  'not_found',
  'not_allowed',
  'product_inactive',
  'cut_off',
  'number_mismatch',
  'duplicate',
  'in_flight',
  'inquiry_expired',
  'price_changed',
  'provider_unreachable',
  'provider_refused',
  'provider_bad_answer',
  'outcome_unknown',
  'relay_unreachable',
  'internal',
] as const;

export const ErrorCode = z.enum(errorCodes);
export type ErrorCode = z.infer<typeof ErrorCode>;

/** A sale at another counter of the shop, as far as it is known here. */
export const OtherCounter = z.object({
  name: z.string(),
  /** ISO 8601, the relay's clock */
  since: z.iso.datetime(),
  state: ClaimState,
  /** the sale's id there */
  sale: z.string(),
});
export type OtherCounter = z.infer<typeof OtherCounter>;

export const KonterError = z.object({
  code: ErrorCode,
  /** one plain English sentence, without customers' data; the UI shows its own words for the code */
  message: z.string(),
  /** which of a code's cases this is, for the UI's words: see renderer/i18n/error-reasons.ts */
  reason: z.string().optional(),
  /** the provider's own words, where it had some */
  providerMessage: z.string().optional(),
  /** for invalid_input: the fields, as "customerNo" or "shop.name" */
  fields: z.array(z.string()).optional(),
  /** the sale as it is stored now */
  transaction: Transaction.optional(),
  /** the sale that blocks (in_flight, duplicate) or the newer inquiry (price_changed) */
  other: Transaction.optional(),
  /** the counter of the shop whose sale blocks (in_flight, duplicate) */
  counter: OtherCounter.optional(),
  /** the provider's report that the disk refused: it exists nowhere else */
  pendingWrite: z
    .object({
      state: TransactionState,
      transactionId: NullableString,
      sn: NullableString,
    })
    .optional(),
  /** of a batch: the line that it is about; the first is 1 */
  position: z.int().optional(),
  /** how many more wrong PINs lock this person's sign-in (wrong_pin at people.signIn) */
  attemptsLeft: PositiveInt.optional(),
  /** how many orders it is about (orders_at_mailbox) */
  orders: z.int().optional(),
  /** why the number is probably none for the product (number_mismatch) */
  mismatch: NumberMismatch.optional(),
  /** the amount that is far above what is known (unlikely_price, unlikely_cash). Whole rupiah */
  unlikely: z.object({ amount: Rupiah, known: Rupiah }).optional(),
  /** the pause that the product is in (cut_off), provider's time */
  cutOff: z.object({ start: z.string(), end: z.string(), timeZone: z.string() }).optional(),
  /** of "opening_differs" */
  carried: CarriedCash.optional(),
});
export type KonterError = z.infer<typeof KonterError>;

/** For a person who may not see what sales cost the shop. */
export const errorWithoutCosts = ({ transaction, other, ...rest }: KonterError): KonterError => ({
  ...rest,
  ...(transaction ? { transaction: saleWithoutCosts(transaction) } : {}),
  ...(other ? { other: saleWithoutCosts(other) } : {}),
});

export type Result<T> = { ok: true; value: T } | { ok: false; error: KonterError };

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });

export const fail = (
  code: ErrorCode,
  message: string,
  more: Omit<KonterError, 'code' | 'message' | 'reason'> & { reason?: ErrorReason } = {},
): { ok: false; error: KonterError } => ({ ok: false, error: { code, message, ...more } });
