import { v7 } from 'uuid';
import type { Batch } from '../../shared/contract/batches.ts';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { HandlersOf, Input, Output } from '../../shared/contract/registry.ts';
import { isSameSale } from '../../shared/domain/batch.ts';
import { moneyToReturn, splitPayments } from '../../shared/domain/cash.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { createSerialQueue } from '../base/async.ts';
import { isoNow } from '../base/system.ts';
import type { Change } from '../db/change.ts';
import {
  type CheckedLine,
  checkMailbox,
  checkPayments,
  type LineAllowances,
  type LineAsk,
  noShiftOpen,
  noSuchCustomer,
  paymentFields,
  relaySilentError,
  type SalesPorts,
  type SalesService,
} from '../sales/index.ts';
import { inListOrder, isToSend, linesToReturn } from './batch-lines.ts';
import type { BatchRepository, StoredBatch } from './batch-repository.ts';
import { BatchRunner, type Sending } from './batch-runner.ts';

interface Deps {
  ports: Omit<SalesPorts, 'db'> & { db: SalesPorts['db'] & { readonly batches: BatchRepository } };
  sales: SalesService;
  publish(batch: Batch): void;
  /** something that the status shows has changed */
  statusChanged(): void;
}

const noSuchBatch = () => fail('not_found', 'There is no such batch.');

/**
 * Several sales that a customer pays together. Their money is recorded when the batch is made; then each line leaves as a sale of
 * its own, one after the other. Nothing goes on by itself after a restart: only `create` and `resume` send.
 */
export class BatchService {
  readonly #deps: Deps;
  readonly #batches: BatchRepository;
  readonly #runner: BatchRunner;
  readonly #acts = createSerialQueue();

  constructor(deps: Deps) {
    const { ports, sales } = deps;
    this.#deps = deps;
    this.#batches = ports.db.batches;
    this.#runner = new BatchRunner({
      batches: this.#batches,
      sales,
      changed: (id) => this.#publish(id),
      log: ports.log,
    });
  }

  async check({ lines }: Input<'batches.check'>): Promise<Result<Output<'batches.check'>>> {
    const checked = await this.#checkAll(lines);
    return ok(
      checked.map((line, at) => ({
        position: at + 1,
        error: line.ok ? null : line.error,
        productName: line.ok ? line.value.sale.productName : null,
      })),
    );
  }

  create(input: Input<'batches.create'>, sending: Sending): Promise<Result<Batch>> {
    return this.#acts(async () => {
      if (this.#runner.running !== null || (await this.#findOpen())) {
        return fail('not_allowed', 'Another batch is not finished.', { reason: 'batch_open' });
      }
      const checked: CheckedLine[] = [];
      for (const [at, line] of (await this.#checkAll(input.lines)).entries()) {
        if (!line.ok) return { ok: false, error: { ...line.error, position: at + 1 } };
        checked.push(line.value);
      }
      const lines = inListOrder(checked);
      const { ports } = this.#deps;
      const unpaid = checkPayments(totalOf(lines), input);
      if (unpaid) return unpaid;
      if (lines.some(({ sale }) => sale.kind === 'prepaid') && !(await ports.isRelayLive())) {
        return checkMailbox(ports) ?? relaySilentError();
      }
      const id = v7({ msecs: ports.clock.now(), random: ports.random.bytes(16) });
      for (const outcome of await ports.db.commitAll(this.#changes(id, lines, input))) {
        if (outcome.kind === 'no_shift') return noShiftOpen();
        if (outcome.kind === 'no_customer') return noSuchCustomer(input.payments ?? []);
        if (outcome.kind !== 'committed') {
          return fail('in_flight', 'A line of the batch was changed meanwhile.', { reason: 'line_gone' });
        }
        if (outcome.sale) ports.publishSale(outcome.sale);
      }
      for (const [index, line] of input.lines.entries()) {
        const saleId = lines[index]?.sale.id;
        if (saleId !== undefined) this.#runner.allow(saleId, allowed(line, input.reason));
      }
      this.#runner.start(id, sending);
      return this.get(id);
    });
  }

  async get(id: string): Promise<Result<Batch>> {
    const stored = await this.#batches.get(id);
    return stored ? ok(this.#runner.toBatch(stored)) : noSuchBatch();
  }

  async open(): Promise<Batch | null> {
    const stored = await this.#findOpen();
    return stored && this.#runner.toBatch(stored);
  }

  resume({ id, leaveOut = [], allow, reason }: Input<'batches.resume'>, sending: Sending): Promise<Result<Batch>> {
    return this.#acts(async () => {
      const runner = this.#runner;
      const stored = await this.#batches.get(id);
      if (!stored) return noSuchBatch();
      if (runner.running !== null && runner.running !== id) return noSuchBatch();
      if (runner.running === id && leaveOut.length === 0) return ok(runner.toBatch(stored));
      if (stored.stoppedAt !== null) {
        return fail('not_allowed', 'The batch was stopped.', { reason: 'batch_stopped' });
      }
      await this.#batches.resumed({ id, leaveOut, at: this.#now() });
      // Another window was faster: what is left out is not sent all the same.
      if (runner.running === id) return this.get(id);
      runner.accept(stored.lines.map(({ sale }) => sale));
      const line = stored.lines.find(({ position }) => position === allow?.position);
      if (allow && line) runner.allow(line.sale.id, allowed(allow, reason));
      runner.start(id, sending);
      return this.get(id);
    });
  }

  stop(id: string): Promise<Result<Batch>> {
    return this.#acts(async () => {
      await this.#batches.stopped({ id, at: this.#now() });
      await this.#publish(id);
      return this.get(id);
    });
  }

  giveBack({ id, by }: Input<'batches.giveBack'>): Promise<Result<Batch>> {
    return this.#acts(async () => {
      const stored = await this.#batches.get(id);
      for (const { sale } of stored ? linesToReturn(stored) : []) {
        const returned = by && [{ method: by, amount: moneyToReturn(sale) }];
        const result = await this.#deps.sales.cashReturned({ id: sale.id, ...(returned ? { returned } : {}) });
        if (!result.ok) return result;
      }
      await this.#publish(id);
      return this.get(id);
    });
  }

  /** the sales of the batch that is being sent whose turn is to come: their money is not to be returned now */
  async linesToSend(): Promise<Transaction[]> {
    const { running } = this.#runner;
    const stored = running === null ? null : await this.#batches.get(running);
    return stored?.stoppedAt === null ? stored.lines.filter(isToSend).map(({ sale }) => sale) : [];
  }

  #now(): string {
    return isoNow(this.#deps.ports.clock);
  }

  async #publish(id: string): Promise<void> {
    const batch = await this.get(id);
    if (batch.ok) this.#deps.publish(batch.value);
    this.#deps.statusChanged();
  }

  async #findOpen(): Promise<StoredBatch | null> {
    const newest = await this.#batches.newest();
    const { running } = this.#runner;
    return (
      newest.find(({ id, stoppedAt, lines }) => running === id || (stoppedAt === null && lines.some(isToSend))) ?? null
    );
  }

  async #checkAll(lines: readonly LineAsk[]): Promise<Result<CheckedLine>[]> {
    const checked: Result<CheckedLine>[] = [];
    for (const request of lines) {
      const line = await this.#deps.sales.check(request);
      const twin = line.ok ? checked.find((other) => other.ok && isSameSale(other.value.sale, line.value.sale)) : null;
      checked.push(twin?.ok ? fail('duplicate', 'The batch has this line already.', { reason: 'twice' }) : line);
    }
    return checked;
  }

  /** The lines with their money, to be recorded all or none. */
  #changes(id: string, lines: readonly CheckedLine[], input: Input<'batches.create'>): Change[] {
    const { shiftsRequired } = this.#deps.ports.rules();
    const at = this.#now();
    const total = totalOf(lines);
    const { tendered } = paymentFields(total, {
      ...input,
      tendered: input.tendered ?? (input.payments ? undefined : total),
    });
    const parts = splitPayments(
      lines.map(({ sale }) => sale.total),
      input.payments ?? [],
    );
    return lines.map(({ sale, expectedRevision }, index): Change => {
      const payments = parts[index] ?? [];
      const paid = payments.length > 0 ? { payments } : { tendered: sale.total };
      return {
        sale: {
          expectedRevision,
          next: { ...sale, ...paymentFields(sale.total, paid) },
          needsShift: shiftsRequired,
        },
        event: { type: 'sale.queued', at, actor: 'cashier', data: { batch: id, position: index + 1 }, bodies: [] },
        parts: { batchLine: { id, tendered, position: index + 1 } },
      };
    });
  }
}

export const createBatchService = (deps: Deps): BatchService => new BatchService(deps);

const totalOf = (lines: readonly CheckedLine[]): number => lines.reduce((sum, { sale }) => sum + sale.total, 0);

function allowed(allowances: LineAllowances, reason: string | undefined): LineAllowances {
  const { allowDuplicate, duplicateOf, duplicateAt, allowCutOff, allowMismatch, allowBelowCost, allowPrice } =
    allowances;
  return { allowDuplicate, duplicateOf, duplicateAt, allowCutOff, allowMismatch, allowBelowCost, allowPrice, reason };
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
    'batches.check': (input) => sell(input, (batches) => batches.check(input)),
    'batches.create': (input) => sell(input, (batches) => batches.create(input, deps)),
    'batches.get': ({ id }) => runtime().batches.get(id),
    'batches.open': async () => ok(await runtime().batches.open()),
    'batches.resume': (input) => sell(input, (batches) => batches.resume(input, deps)),
    'batches.stop': ({ id }) => whileOpen(() => runtime().batches.stop(id)),
    'batches.giveBack': (input) => whileOpen(() => runtime().batches.giveBack(input)),
  };
}
