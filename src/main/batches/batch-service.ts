import { v7 } from 'uuid';
import type { Batch } from '../../shared/contract/batches.ts';
import { fail, type KonterError, ok, type Result } from '../../shared/contract/errors.ts';
import type { HandlersOf, Input, Output } from '../../shared/contract/registry.ts';
import { isWaitingLine } from '../../shared/domain/batch.ts';
import {
  cashPart,
  changeDue,
  moneyToReturn,
  owedByMethod,
  owesMoney,
  paidByMethod,
  splitPayments,
} from '../../shared/domain/cash.ts';
import { sameCustomerNo } from '../../shared/domain/customer-no.ts';
import {
  type MoneyAmount,
  moneyMethods,
  noAmounts,
  type PaymentPart,
  paymentMethods,
  sumOf,
} from '../../shared/domain/payment.ts';
import { saysLackOfDeposit } from '../../shared/domain/provider-answer.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { createSerialQueue } from '../base/async.ts';
import { isoNow } from '../base/system.ts';
import { DatabaseError, diskReason } from '../db/database-error.ts';
import type { Change } from '../db/sales-store.ts';
import {
  type CheckedLine,
  checkMailbox,
  checkPayments,
  type LineAllowances,
  type LineAsk,
  noShiftOpen,
  noSuchCustomer,
  paymentFields,
  relayIsSilent,
  type SalesPorts,
  type SalesService,
} from '../sales/index.ts';
import type { BatchRepository, StoredBatch } from './batch-repository.ts';

/**
 * Several sales that a customer pays together. Their money is recorded when the batch is made; then each line leaves as a sale of
 * its own, one after the other. Nothing goes on by itself after a restart: only `create` and `resume` send.
 */
export interface BatchService {
  check(ask: Input<'batches.check'>): Promise<Result<Output<'batches.check'>>>;
  create(ask: Input<'batches.create'>, sending: Sending): Promise<Result<Batch>>;
  get(id: string): Promise<Result<Batch>>;
  open(): Promise<Batch | null>;
  resume(ask: Input<'batches.resume'>, sending: Sending): Promise<Result<Batch>>;
  stop(id: string): Promise<Result<Batch>>;
  giveBack(ask: Input<'batches.giveBack'>): Promise<Result<Batch>>;
  /** the sales of the batch that is being sent whose turn is to come: their money is not to be returned now */
  linesToSend(): Promise<Transaction[]>;
}

interface Sending {
  /** Refuses while the counter stops; stopping waits for the work. */
  whileOpen<T>(work: () => Promise<Result<T>>): Promise<Result<T>>;
  /** called with the result of the first line whose cash goes into the drawer */
  onSold(result: Result<Transaction>): void;
}

interface Deps {
  ports: Omit<SalesPorts, 'journal'> & { journal: SalesPorts['journal'] & { readonly batches: BatchRepository } };
  sales: SalesService;
  publish(batch: Batch): void;
  /** something that the status shows has changed */
  statusChanged(): void;
}

interface Pause {
  position: number;
  error: KonterError;
}

const noSuchBatch = () => fail('not_found', 'There is no such batch.');

export function createBatchService({ ports, sales, publish, statusChanged }: Deps): BatchService {
  const { journal } = ports;
  const { batches } = journal;
  const acts = createSerialQueue();
  /** the batch that is being sent */
  let running: string | null = null;
  /** why a batch waits, and what a person knows of it; forgotten with the program */
  const pauses = new Map<string, Pause>();
  const allowances = new Map<string, LineAllowances>();
  const accepted = new Set<string>();

  const toBatch = (stored: StoredBatch): Batch => {
    const { id, createdAt, tendered, stoppedAt } = stored;
    const all = stored.lines.map(({ sale }) => sale);
    const payments = paymentsIn(all);
    const total = all.reduce((sum, sale) => sum + (sale.total ?? 0), 0);
    const isWaiting = stored.lines.some(isToSend);
    const state = stoppedAt !== null ? 'stopped' : running === id ? 'running' : isWaiting ? 'paused' : 'finished';
    return {
      id,
      createdAt,
      state,
      pause: state === 'paused' ? (pauses.get(id) ?? null) : null,
      total,
      payments,
      tendered,
      // The cash of an unsent line may have gone to another sale: the change of the batch stays.
      change: changeDue(all.every((sale) => sale.payments.length === 0) ? total : cashPart(total, payments), tendered),
      lines: stored.lines.map((line) => ({ ...line, isWaiting: isWaitingLine(line.sale) })),
      toReturn: amountsToReturn(stored),
    };
  };
  const read = async (id: string): Promise<Result<Batch>> => {
    const stored = await batches.get(id);
    return stored ? ok(toBatch(stored)) : noSuchBatch();
  };
  const publishNow = async (id: string): Promise<void> => {
    const batch = await read(id);
    if (batch.ok) publish(batch.value);
    statusChanged();
  };
  const findOpen = async (): Promise<StoredBatch | null> =>
    (await batches.newest()).find(({ id, stoppedAt, lines }) => {
      return running === id || (stoppedAt === null && lines.some(isToSend));
    }) ?? null;

  /** Sends the lines that wait, one after the other, until a person has to decide. */
  const run = async (id: string, sending: Sending): Promise<void> => {
    let drawerIsOpen = false;
    for (;;) {
      const stored = await batches.get(id);
      const next = stored?.lines.find(isToSend);
      if (!stored || !next || stored.stoppedAt !== null) return;
      const doubt = stored.lines.find(({ sale }) => doubtAbout(sale) !== null && !accepted.has(doubtKey(sale)));
      const error = doubt && doubtAbout(doubt.sale);
      if (doubt && error) return void pauses.set(id, { position: doubt.position, error });
      const { position, sale } = next;
      const result = await sending
        .whileOpen(() => sales.sendLine(sale.id, allowances.get(sale.id) ?? {}))
        .catch((fault: unknown) => internalError(fault));
      allowances.delete(sale.id);
      const sent = result.ok ? result.value : result.error.transaction;
      if (!drawerIsOpen && sent && keepsCash(sent)) {
        drawerIsOpen = true;
        sending.onSold(result);
      }
      if (!result.ok && !leavesTheOthers(result.error)) {
        const lacksDeposit = result.error.code === 'provider_refused' && sent ? doubtAbout(sent) : null;
        return void pauses.set(id, { position, error: lacksDeposit ?? result.error });
      }
      await publishNow(id);
    }
  };
  const start = (id: string, sending: Sending): void => {
    running = id;
    pauses.delete(id);
    void run(id, sending)
      .catch((fault: unknown) => ports.log.error('a batch cannot go on', { fault: String(fault) }))
      .finally(() => {
        running = null;
        void publishNow(id).catch(() => undefined);
      });
  };

  const checkAll = async (lines: readonly LineAsk[]): Promise<Result<CheckedLine>[]> => {
    const checked: Result<CheckedLine>[] = [];
    for (const ask of lines) {
      const line = await sales.check(ask);
      const twin = line.ok ? checked.find((other) => other.ok && isSameSale(other.value.sale, line.value.sale)) : null;
      checked.push(twin?.ok ? fail('duplicate', 'The batch has this line already.', { reason: 'twice' }) : line);
    }
    return checked;
  };

  const create = async (ask: Input<'batches.create'>, sending: Sending): Promise<Result<Batch>> => {
    if (running !== null || (await findOpen())) {
      return fail('not_allowed', 'Another batch is not finished.', { reason: 'batch_open' });
    }
    const checked = await checkAll(ask.lines);
    const lines: CheckedLine[] = [];
    for (const [at, line] of checked.entries()) {
      if (!line.ok) return { ok: false, error: { ...line.error, position: at + 1 } };
      lines.push(line.value);
    }
    const totals = lines.map(({ sale }) => sale.total);
    const total = totals.reduce((sum, each) => sum + each, 0);
    const unpaid = checkPayments(total, ask);
    if (unpaid) return unpaid;
    if (lines.some(({ sale }) => sale.kind === 'prepaid') && !(await ports.isRelayLive())) {
      return checkMailbox(ports) ?? relayIsSilent();
    }
    const at = isoNow(ports.clock);
    const id = v7({ msecs: ports.clock.now(), random: ports.random.bytes(16) });
    const { tendered } = paymentFields(total, { ...ask, tendered: ask.tendered ?? (ask.payments ? undefined : total) });
    const parts = splitPayments(totals, ask.payments ?? []);
    const changes = lines.map(({ sale, expectedRevision }, index): Change => {
      const payments = parts[index] ?? [];
      const paid = payments.length > 0 ? { payments } : { tendered: sale.total };
      return {
        sale: {
          expectedRevision,
          next: { ...sale, ...paymentFields(sale.total, paid) },
          needsShift: ports.rules().shiftsRequired,
        },
        event: { type: 'sale.queued', at, actor: 'cashier', data: { batch: id, position: index + 1 }, bodies: [] },
        batch: { id, tendered, position: index + 1 },
      };
    });
    const outcomes = await journal.commitAll(changes);
    for (const outcome of outcomes) {
      if (outcome.kind === 'no_shift') return noShiftOpen();
      if (outcome.kind === 'no_customer') return noSuchCustomer(ask.payments ?? []);
      if (outcome.kind !== 'committed') {
        return fail('in_flight', 'A line of the batch was changed meanwhile.', { reason: 'line_gone' });
      }
      if (outcome.sale) ports.publishSale(outcome.sale);
    }
    for (const [index, line] of ask.lines.entries()) {
      const saleId = lines[index]?.sale.id;
      if (saleId !== undefined) allowances.set(saleId, allowed(line, ask.reason));
    }
    start(id, sending);
    return read(id);
  };

  return {
    async check({ lines }) {
      const checked = await checkAll(lines);
      return ok(
        checked.map((line, at) => ({
          position: at + 1,
          error: line.ok ? null : line.error,
          productName: line.ok ? line.value.sale.productName : null,
        })),
      );
    },
    create: (ask, sending) => acts(() => create(ask, sending)),
    get: read,
    async open() {
      const stored = await findOpen();
      return stored && toBatch(stored);
    },
    resume: ({ id, leaveOut = [], allow, reason }, sending) =>
      acts(async () => {
        const stored = await batches.get(id);
        if (!stored) return noSuchBatch();
        if (running !== null && running !== id) return noSuchBatch();
        if (running === id && leaveOut.length === 0) return ok(toBatch(stored));
        if (stored.stoppedAt !== null) {
          return fail('not_allowed', 'The batch was stopped.', { reason: 'batch_stopped' });
        }
        await batches.resumed({ id, leaveOut, at: isoNow(ports.clock) });
        // Another window was faster: what is left out is not sent all the same.
        if (running === id) return read(id);
        for (const { sale } of stored.lines) if (doubtAbout(sale)) accepted.add(doubtKey(sale));
        const line = stored.lines.find(({ position }) => position === allow?.position);
        if (allow && line) allowances.set(line.sale.id, allowed(allow, reason));
        start(id, sending);
        return read(id);
      }),
    stop: (id) =>
      acts(async () => {
        await batches.stopped({ id, at: isoNow(ports.clock) });
        await publishNow(id);
        return read(id);
      }),
    giveBack: ({ id, by }) =>
      acts(async () => {
        const stored = await batches.get(id);
        for (const { sale } of stored ? linesToReturn(stored) : []) {
          const returned = by && [{ method: by, amount: moneyToReturn(sale) }];
          const result = await sales.cashReturned({ id: sale.id, ...(returned ? { returned } : {}) });
          if (!result.ok) return result;
        }
        await publishNow(id);
        return read(id);
      }),
    async linesToSend() {
      const stored = running === null ? null : await batches.get(running);
      return stored?.stoppedAt === null ? stored.lines.filter(isToSend).map(({ sale }) => sale) : [];
    },
  };
}

const isToSend = ({ sale, leftOut }: StoredBatch['lines'][number]): boolean => !leftOut && isWaitingLine(sale);

/** Lines whose money goes back: they failed, or nothing sends them any more. */
const linesToReturn = ({ lines, stoppedAt }: StoredBatch): StoredBatch['lines'] =>
  lines.filter((line) => owesMoney(line.sale) && (stoppedAt !== null || !isToSend(line)));

function amountsToReturn(stored: StoredBatch): MoneyAmount[] {
  const owed = linesToReturn(stored).flatMap(({ sale }) => owedByMethod(sale));
  return moneyMethods.flatMap((method) => {
    const amount = sumOf(owed.filter((each) => each.method === method));
    return amount === 0 ? [] : [{ method, amount }];
  });
}

function paymentsIn(sales: readonly Transaction[]): PaymentPart[] {
  const sums = noAmounts();
  for (const sale of sales) {
    const paid = paidByMethod(sale);
    for (const method of paymentMethods) sums[method] += paid[method];
  }
  return paymentMethods.flatMap((method) => (sums[method] === 0 ? [] : [{ method, amount: sums[method] }]));
}

/** What a person is asked about before more is sent: a line of which nobody knows, or that failed for lack of deposit. */
function doubtAbout(sale: Transaction): KonterError | null {
  const { state, message, flags } = sale;
  if (state === 'unknown' || state === 'disputed' || state === 'sending') {
    const reason = state === 'disputed' ? 'disputed' : 'unknown';
    return fail('outcome_unknown', 'It is not known what became of a line.', { reason, transaction: sale }).error;
  }
  const lacksDeposit = state === 'failed' && message !== null && saysLackOfDeposit(message);
  if (!lacksDeposit || flags.includes('resolved_by_hand')) return null;
  return fail('provider_refused', 'A line failed for lack of deposit.', { reason: 'deposit_low', transaction: sale })
    .error;
}

const doubtKey = ({ id, state }: Transaction): string => `${id} ${state}`;

/** A line that failed, or a bill that is too old, leaves the others; anything else waits for a person. */
function leavesTheOthers({ code, transaction }: KonterError): boolean {
  if (code === 'inquiry_expired') return true;
  return code === 'provider_refused' && transaction?.state === 'failed' && doubtAbout(transaction) === null;
}

const keepsCash = (sale: Transaction): boolean =>
  (sale.state === 'pending' || sale.state === 'success' || sale.state === 'unknown') && paidByMethod(sale).cash > 0;

const isSameSale = (one: Transaction, other: Transaction): boolean =>
  one.productCode.toUpperCase() === other.productCode.toUpperCase() && sameCustomerNo(one.customerNo, other.customerNo);

function allowed(ask: LineAllowances, reason: string | undefined): LineAllowances {
  const { allowDuplicate, duplicateOf, duplicateAt, allowCutOff, allowMismatch, allowBelowCost, allowPrice } = ask;
  return { allowDuplicate, duplicateOf, duplicateAt, allowCutOff, allowMismatch, allowBelowCost, allowPrice, reason };
}

function internalError(fault: unknown): Result<never> {
  const reason = fault instanceof DatabaseError ? { reason: diskReason[fault.kind] } : {};
  return fail('internal', 'The counter failed inside; its log says more.', reason);
}

interface BatchesDeps extends Sending {
  runtime(): { mode: 'training' | 'live'; batches: BatchService };
  /** why nothing can be sold live now, or null */
  checkSellable(): Result<never> | null;
}

/** batches.* */
export function batchHandlers(deps: BatchesDeps): HandlersOf<'batches'> {
  const { runtime, whileOpen } = deps;
  /** A page that shows the other mode would sell practice for real, or the other way round. */
  const sell = <T>(
    { mode }: { mode?: 'training' | 'live' | undefined },
    work: (batches: BatchService) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    if (mode !== undefined && mode !== runtime().mode) {
      return Promise.resolve(fail('internal', 'The counter is in the other mode by now.', { reason: 'closing' }));
    }
    const refusal = runtime().mode === 'live' ? deps.checkSellable() : null;
    return refusal ? Promise.resolve(refusal) : whileOpen(() => work(runtime().batches));
  };
  return {
    'batches.check': (ask) => sell(ask, (batches) => batches.check(ask)),
    'batches.create': (ask) => sell(ask, (batches) => batches.create(ask, deps)),
    'batches.get': ({ id }) => runtime().batches.get(id),
    'batches.open': async () => ok(await runtime().batches.open()),
    'batches.resume': (ask) => sell(ask, (batches) => batches.resume(ask, deps)),
    'batches.stop': ({ id }) => whileOpen(() => runtime().batches.stop(id)),
    'batches.giveBack': (ask) => whileOpen(() => runtime().batches.giveBack(ask)),
  };
}
