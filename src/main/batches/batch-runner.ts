import type { Batch } from '../../shared/contract/batches.ts';
import { fail, type Result } from '../../shared/contract/errors.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import type { Log } from '../base/system.ts';
import { DatabaseError, diskReason } from '../db/database-error.ts';
import type { LineAllowances, SalesService } from '../sales/index.ts';
import { doubtAbout, doubtKey, isToSend, keepsCash, leavesTheOthers, toBatch } from './batch-lines.ts';
import type { BatchRepository, StoredBatch } from './batch-repository.ts';

export interface Sending {
  /** Refuses while the counter stops; stopping waits for the work. */
  whileOpen<T>(work: () => Promise<Result<T>>): Promise<Result<T>>;
  /** called with the result of the first line whose cash goes into the drawer */
  onSold(result: Result<Transaction>): void;
}

interface RunnerDeps {
  batches: Pick<BatchRepository, 'get'>;
  sales: Pick<SalesService, 'sendLine'>;
  /** A line was sent, or the batch is not sent any more. */
  changed(id: string): Promise<void>;
  log: Log;
}

/**
 * Sends the lines of one batch, one after the other, until a person has to decide. What a person knows of a batch and allowed for it is
 * forgotten with the program.
 */
export class BatchRunner {
  readonly #deps: RunnerDeps;
  #running: string | null = null;
  /** why a batch waits */
  readonly #pauses = new Map<string, NonNullable<Batch['pause']>>();
  /** by the id of the line's sale */
  readonly #allowances = new Map<string, LineAllowances>();
  readonly #accepted = new Set<string>();

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
  }

  /** the batch that is being sent */
  get running(): string | null {
    return this.#running;
  }

  toBatch(stored: StoredBatch): Batch {
    return toBatch(stored, this.#running === stored.id, this.#pauses.get(stored.id) ?? null);
  }

  allow(saleId: string, allowances: LineAllowances): void {
    this.#allowances.set(saleId, allowances);
  }

  /** A person goes on although these are in doubt. */
  accept(sales: readonly Transaction[]): void {
    for (const sale of sales) if (doubtAbout(sale)) this.#accepted.add(doubtKey(sale));
  }

  start(id: string, sending: Sending): void {
    this.#running = id;
    this.#pauses.delete(id);
    void this.#run(id, sending)
      .catch((fault: unknown) => this.#deps.log.error('a batch cannot go on', { fault: String(fault) }))
      .finally(() => {
        this.#running = null;
        void this.#deps.changed(id).catch(() => undefined);
      });
  }

  async #run(id: string, sending: Sending): Promise<void> {
    const { batches, sales, changed } = this.#deps;
    let drawerIsOpen = false;
    for (;;) {
      const stored = await batches.get(id);
      const next = stored?.lines.find(isToSend);
      if (!stored || !next || stored.stoppedAt !== null) return;
      const doubt = stored.lines.find(({ sale }) => doubtAbout(sale) !== null && !this.#accepted.has(doubtKey(sale)));
      const error = doubt && doubtAbout(doubt.sale);
      if (doubt && error) return void this.#pauses.set(id, { position: doubt.position, error });
      const { position, sale } = next;
      const allowances = this.#allowances.get(sale.id) ?? {};
      const result = await sending.whileOpen(() => sales.sendLine(sale.id, allowances)).catch(internalError);
      this.#allowances.delete(sale.id);
      const sent = result.ok ? result.value : result.error.transaction;
      if (!drawerIsOpen && sent && keepsCash(sent)) {
        drawerIsOpen = true;
        sending.onSold(result);
      }
      if (!result.ok && !leavesTheOthers(result.error)) {
        const lacksDeposit = result.error.code === 'provider_refused' && sent ? doubtAbout(sent) : null;
        return void this.#pauses.set(id, { position, error: lacksDeposit ?? result.error });
      }
      await changed(id);
    }
  }
}

function internalError(fault: unknown): Result<never> {
  const reason = fault instanceof DatabaseError ? { reason: diskReason[fault.kind] } : {};
  return fail('internal', 'The counter failed inside; its log says more.', reason);
}
