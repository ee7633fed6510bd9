import type { BatchLineInput } from '../../shared/contract/batches.ts';
import { type DiskReason, fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Input } from '../../shared/contract/registry.ts';
import type { Product } from '../../shared/contract/selling.ts';
import type { Evidence } from '../../shared/contract/transactions.ts';
import { isWaitingLine } from '../../shared/domain/batch.ts';
import { isCorrectable, type Transaction, usableSn } from '../../shared/domain/transaction.ts';
import type { InquiryResult } from '../../shared/wire/provider.ts';
import type { UnverifiedWebhook } from '../../shared/wire/relay.ts';
import { createSerialQueue } from '../base/async.ts';
import { isoNow, shopDay } from '../base/system.ts';
import type { ProviderOutcome } from '../provider/index.ts';
import type { DeliveryResult, ReceivedWebhook } from '../relay-client/index.ts';
import { inquire, lookUpProduct } from './lookups.ts';
import { checkPay, pay } from './pay-bill.ts';
import { checkBeforePaid, checkOrder, order } from './place-order.ts';
import {
  acceptClock,
  acceptOlderDatabase,
  acceptRelayRestore,
  acceptShopLeft,
  clockDifference,
  recover,
  relayGap,
} from './recovery.ts';
import { isInBatch, lineIsGone } from './refusals.ts';
import { cashCollected, cashReturned, checkApproval, checkReadBack, decision, resolve } from './resolve.ts';
import { flagged, newSale, noteOf, revised, type SaleUpdate, updateSale } from './sale.ts';
import { countDepositRefusals, type SalesContext, type SalesPorts } from './sales-ports.ts';
import { flushPendingWrites, pendingWriteStatus } from './send.ts';
import { allowOrders, keyChange, recordUnverified, refusedOrders } from './webhooks/key-change.ts';
import { fullUnverifiedQuota } from './webhooks/quarantine.ts';
import { receiveWebhook } from './webhooks/receive.ts';
import { replayForOthers, reverifyWithRotatedKeys } from './webhooks/replay.ts';

export type LineAsk = BatchLineInput;

/** What a person allowed for a line, as for a single sale. */
export type LineAllowances = Pick<
  Input<'order'>,
  | 'allowDuplicate'
  | 'duplicateOf'
  | 'duplicateAt'
  | 'allowCutOff'
  | 'allowMismatch'
  | 'allowBelowCost'
  | 'allowPrice'
  | 'reason'
>;

/** A line that may be sent, as the sale that it becomes; its money is still to be put in. */
export interface CheckedLine {
  /** 0 for one that is not stored yet */
  expectedRevision: number;
  sale: Transaction & { total: number };
}

/** What the shop does. Every method may be called at any time and side by side; the journal decides who was first. */
export interface SalesService {
  product(input: Input<'product'>): Promise<Result<Product>>;
  inquiry(input: Input<'inquiry'>): Promise<Result<Transaction>>;
  pay(input: Input<'pay'>): Promise<Result<Transaction>>;
  /** see orders.check */
  checkBeforePaid(input: Input<'orders.check'>): Promise<Result<null>>;
  order(input: Input<'order'>): Promise<Result<Transaction>>;
  /** whether an order or a payment may be sent as it is asked for: the checks of `order` and `pay`, and nothing else */
  check(input: LineAsk): Promise<Result<CheckedLine>>;
  /** sends a line of a batch, which is paid for and waits: an order or a bill, by the id of its sale */
  sendLine(saleId: string, allowed: LineAllowances): Promise<Result<Transaction>>;
  resolve(input: Input<'transactions.resolve'>): Promise<Result<Transaction>>;
  correct(input: Input<'transactions.correct'>): Promise<Result<Transaction>>;
  cashReturned(input: Input<'transactions.cashReturned'>): Promise<Result<Transaction>>;
  cashCollected(id: string): Promise<Result<Transaction>>;
  evidence(id: string): Promise<Result<Evidence>>;
  receiveWebhook(received: ReceivedWebhook, cursor: { mailbox: string; cursor: string }): Promise<DeliveryResult>;
  relayGap(mailbox: string, oldest: string | null): Promise<void>;
  /** webhooks that the relay refused, newest first: see webhooks/key-change.ts */
  recordUnverified(webhooks: readonly UnverifiedWebhook[]): Promise<void>;
  keyChange(): Promise<{ orders: number; stopped: boolean } | null>;
  allowOrders(input: Input<'webhooks.allowOrders'>): Promise<Result<null>>;
  refusedOrders(): Promise<Transaction[]>;
  /** to be called when the keys are known: see webhooks/replay.ts */
  reverifyWithRotatedKeys(
    isSigned: (body: Uint8Array, signature: string | null) => boolean,
    mailbox?: string,
  ): Promise<number>;
  /** to be called once, before anything is sold */
  recover(): Promise<number>;
  /** see recovery.ts */
  clockDifference(): number | null;
  /** several sales in a row failed for lack of deposit at the provider */
  lowDeposit(): boolean;
  /** see recovery.ts */
  hasOlderDatabase(): boolean;
  foundOlderDatabase(): void;
  acceptOlderDatabase(pin: string | undefined): Promise<Result<Record<string, never>>>;
  acceptClock(pin: string | undefined): Promise<Result<Record<string, never>>>;
  acceptRelayRestore(pin: string | undefined): Promise<Result<Record<string, never>>>;
  acceptShopLeft(pin: string | undefined): Promise<Result<Record<string, never>>>;
  /** answers that the disk did not take; while there are any, nothing is sent */
  notWritten(): { count: number; reason: DiskReason | null };
  /** tries to write them down; to be called now and then */
  flushPendingWrites(): Promise<void>;
}

export function createSalesService(basePorts: SalesPorts): SalesService {
  const depositRefusals = countDepositRefusals();
  const ports: SalesContext = {
    ...basePorts,
    publishSale(sale) {
      depositRefusals.record(sale);
      basePorts.publishSale(sale);
    },
    db: ofProvider(basePorts),
    beingSent: new Set(),
    pendingOutcomes: new Map(),
    lookups: new Map(),
    keepBills: createSerialQueue(),
    unverifiedQuota: fullUnverifiedQuota(basePorts.clock.monotonic()),
    unverifiedOrders: null,
    acceptedAheadMs: null,
    depositRefusals,
    olderDatabase: basePorts.db.restored?.reason === 'rolled_back' && basePorts.db.restored.acceptedAt === null,
  };
  return {
    product: (input) => lookUpProduct(ports, input.productCode),
    inquiry: (input) => inquire(ports, input),
    pay: (input) => pay(ports, input),
    checkBeforePaid: (input) => checkBeforePaid(ports, input),
    order: (input) => order(ports, input),
    check: (input) => checkLine(ports, input),
    sendLine: (saleId, allowed) => sendLine(ports, saleId, allowed),
    resolve: (input) => resolve(ports, input),
    correct: (input) => correct(ports, input),
    cashReturned: (input) => cashReturned(ports, input),
    cashCollected: (id) => cashCollected(ports, id),
    evidence: (id) => evidence(ports, id),
    receiveWebhook: (received, cursor) => receiveWebhook(ports, received, cursor),
    relayGap: (mailbox, oldest) => relayGap(ports, mailbox, oldest),
    recordUnverified: (webhooks) => recordUnverified(ports, webhooks),
    keyChange: () => keyChange(ports),
    allowOrders: (input) => allowOrders(ports, input),
    refusedOrders: () => refusedOrders(ports),
    reverifyWithRotatedKeys: (isSigned, mailbox) => reverifyWithRotatedKeys(ports, isSigned, mailbox),
    recover: () => recover(ports),
    lowDeposit: () => depositRefusals.areSeveral(),
    hasOlderDatabase: () => ports.olderDatabase,
    foundOlderDatabase() {
      ports.olderDatabase = true;
    },
    acceptOlderDatabase: (pin) => acceptOlderDatabase(ports, pin),
    clockDifference: () => clockDifference(ports),
    acceptClock: (pin) => acceptClock(ports, pin),
    acceptRelayRestore: (pin) => acceptRelayRestore(ports, pin),
    acceptShopLeft: (pin) => acceptShopLeft(ports, pin),
    notWritten: () => pendingWriteStatus(ports),
    flushPendingWrites: () => flushPendingWrites(ports),
  };
}

/** The journal, whose sales are found by an id only where it is of the service that is set up. */
function ofProvider({ db, providerId }: SalesPorts): SalesPorts['db'] {
  if (providerId === undefined) return db;
  return {
    ...db,
    findByTransactionId: (id) => db.findByTransactionId(id, providerId),
    codesSpelt: (spelling) => db.codesSpelt(spelling, providerId),
    allByTransactionId: (id) => db.allByTransactionId(id, providerId),
  };
}

/**
 * Asks for the bill of an unsettled payment anew. No interface tells what became of a payment, so this is the best there is,
 * and it is evidence only: a bill that is gone was probably paid, one that is still there proves nothing yet. The sale stays
 * as it is; what was asked and answered goes into its history. Nothing that could be paid is made of it.
 */
async function evidence(ports: SalesPorts, id: string): Promise<Result<Evidence>> {
  const sale = await ports.db.get(id);
  if (!sale) return fail('not_found', 'There is no such sale.');
  if (sale.kind !== 'postpaid' || (sale.state !== 'unknown' && sale.state !== 'disputed')) {
    return fail('not_allowed', 'Only an unsettled bill can be looked into.', {
      reason: 'no_evidence',
      transaction: sale,
    });
  }
  if (!ports.provider) return fail('not_configured', 'The connection to the payment service is not set up.');
  const { productCode, customerNo } = sale;
  const outcome = await ports.provider.inquiry({ productCode, customerNo });
  const result = read(outcome, isoNow(ports.clock));
  await updateSale(ports, id, () => ({
    changes: {},
    event: {
      type: 'bill.rechecked',
      actor: 'provider',
      data: { finding: result.finding },
      bodies: [
        { role: 'request', bytes: outcome.sent },
        ...('answer' in outcome && outcome.answer ? [{ role: 'answer' as const, bytes: outcome.answer }] : []),
      ],
    },
  }));
  return ok(result);
}

function read(outcome: ProviderOutcome<InquiryResult>, at: string): Evidence {
  if (outcome.kind === 'refused') return { finding: 'bill_gone', at, message: outcome.message, price: null };
  if (outcome.kind !== 'answered') return { finding: 'no_answer', at, message: null, price: null };
  const { status, message, price } = outcome.value;
  if (status === 'failed') return { finding: 'bill_gone', at, message, price: null };
  return { finding: 'bill_still_there', at, message, price };
}

type Correction = Input<'transactions.correct'>;

/**
 * A person corrects what became of a settled sale: a mistaken decision, a refund that only the provider's dashboard shows, a
 * refused bill that the statement shows as paid. Nothing is sent. The sale becomes `disputed` first, which locks its product and
 * number, in a commit of its own: a program that ends between the two leaves it there for a person.
 */
async function correct(ports: SalesContext, correction: Correction): Promise<Result<Transaction>> {
  const sale = await ports.db.get(correction.id);
  if (!sale) return fail('not_found', 'There is no such sale.');
  const refused = (await checkCorrection(ports, sale, correction)) ?? (await checkApproval(ports, sale, correction));
  if (refused) return refused;

  let refusal: Result<never> | null = null;
  let { state: from } = sale;
  const disputed = await updateSale(ports, correction.id, async (sale) => {
    refusal = await checkCorrection(ports, sale, correction);
    from = sale.state;
    return refusal ? null : dispute(ports, sale, correction);
  });
  if (refusal) return refusal;
  if (!disputed) return fail('not_found', 'There is no such sale.');
  const { outcome } = correction;
  if (outcome === 'disputed') return ok(disputed);

  let isOpen = true;
  const corrected = await updateSale(ports, correction.id, (sale) => {
    isOpen = sale.state === 'disputed';
    return isOpen ? decision(ports, sale, { ...correction, outcome }, { type: 'sale.manually_corrected', from }) : null;
  });
  if (!corrected) return fail('not_found', 'There is no such sale.');
  // Another window has settled it between the two commits.
  if (!isOpen) return notCorrectable(corrected);
  await replayForOthers(ports, corrected);
  return ok(corrected);
}

function dispute(ports: SalesPorts, sale: Transaction, correction: Correction): SaleUpdate {
  return {
    changes: { state: 'disputed', settledAt: null, flags: flagged(sale, 'resolved_by_hand') },
    event: {
      type: 'sale.manually_disputed',
      actor: 'supervisor',
      data: { from: sale.state, day: shopDay(ports) },
      bodies: noteOf(correction.note),
    },
  };
}

async function checkCorrection(
  ports: SalesContext,
  sale: Transaction,
  correction: Correction,
): Promise<Result<never> | null> {
  if (!isCorrectable(sale)) return notCorrectable(sale);
  if (ports.beingSent.has(sale.id)) {
    return fail('not_allowed', 'The answer may still come.', { reason: 'still_sending', transaction: sale });
  }
  const sn = usableSn(correction.sn);
  const otherSn = correction.outcome === 'success' && sn !== null && sn !== sale.sn;
  if (correction.outcome === sale.state && !otherSn) {
    return fail('not_allowed', 'This is what is recorded about the sale.', {
      reason: 'nothing_to_correct',
      transaction: sale,
    });
  }
  return checkReadBack(ports, sale, correction.readBack);
}

function notCorrectable(sale: Transaction): Result<never> {
  return fail('not_allowed', 'Only a settled sale is corrected.', { reason: 'not_correctable', transaction: sale });
}

/** Whether a line may be sent as it is asked for. Nothing is stored and nothing is sent but a look-up of the product. */
async function checkLine(ports: SalesContext, input: LineAsk): Promise<Result<CheckedLine>> {
  if ('id' in input) {
    const checked = await checkPay(ports, input);
    if (!checked.ok) return checked;
    const { bill } = checked.value;
    if (isWaitingLine(bill)) return isInBatch(bill);
    const sale = revised(bill, isoNow(ports.clock), { flags: flagged(bill, 'batch_line') });
    return ok({ expectedRevision: bill.revision, sale: { ...sale, total: input.total } });
  }
  if (!ports.provider || !ports.callbackUrl) return fail('not_configured', 'The connection is not set up.');
  const checked = await checkOrder(ports, input, null);
  if (!checked.ok) return checked;
  const { product } = checked.value;
  const { customerNo, sellingPrice } = input;
  const fields = { kind: 'prepaid', state: 'unsent', productCode: product.productCode, customerNo } as const;
  const sale = newSale(ports, fields, product);
  return ok({ expectedRevision: 0, sale: { ...sale, total: sellingPrice, flags: ['batch_line'] } });
}

/** Sends a line of a batch. It leaves as any order or payment does; only its money was taken before. */
async function sendLine(
  ports: SalesContext,
  saleId: string,
  { allowCutOff, allowMismatch, allowBelowCost, allowPrice: _before, ...allowed }: LineAllowances,
): Promise<Result<Transaction>> {
  const line = await ports.db.get(saleId);
  if (!line) return fail('not_found', 'There is no such line.');
  if (!isWaitingLine(line) || line.total === null) return lineIsGone(line);
  const { productCode, customerNo, total } = line;
  if (line.kind === 'postpaid') return pay(ports, { id: saleId, total, ...allowed }, true);
  // A price that is in the batch was paid, and asked about before.
  const more = { allowCutOff, allowMismatch, allowBelowCost, allowPrice: total };
  return order(ports, { productCode, customerNo, sellingPrice: total, ...allowed, ...more }, line);
}
