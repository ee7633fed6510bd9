import { isErased } from '../../shared/domain/erasure.ts';
import { saysSomethingElse } from '../../shared/domain/provider-answer.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import type { SaleStatus } from '../../shared/wire/capabilities.ts';
import type { Webhook } from '../../shared/wire/provider.ts';
import { BackgroundLoop, Backoff } from '../base/background-loop.ts';
import { isoNow, type Log, type System } from '../base/system.ts';
import { hasAnswered } from '../provider/index.ts';
import { overdueMs } from './resolve.ts';
import { faultName, updateSale } from './sale.ts';
import type { SalesContext } from './sales-ports.ts';
import { applyWebhook } from './webhooks/apply.ts';
import { matchWith } from './webhooks/match.ts';
import { replayForOthers } from './webhooks/replay.ts';

/** A lost answer is asked about this long after the sale was sent. */
const lostMs = 30_000;

/** When the provider may be asked what became of a sale, milliseconds since 1970: before a person is. Null: never. */
function checkableAt(ports: SalesContext, sale: Transaction): number | null {
  if (sale.sentAt === null || isErased(sale) || ports.beingSent.has(sale.id)) return null;
  if (sale.state === 'unknown') return Date.parse(sale.sentAt) + lostMs;
  return sale.state === 'pending' ? Date.parse(sale.sentAt) + overdueMs(ports) / 2 : null;
}

/** Sales whose result is late, oldest first. @param now milliseconds since 1970 */
export async function lateSales(ports: SalesContext): Promise<Transaction[]> {
  if (!ports.provider) return [];
  const now = ports.clock.now();
  return (await ports.db.unresolved()).filter((sale) => {
    const at = checkableAt(ports, sale);
    // Either way: a clock that was ahead when it was sent must not keep it waiting for days.
    return at !== null && (now >= at || Date.parse(sale.sentAt ?? '') > now);
  });
}

/** The name under which the provider has a sale. Null: it is of another service, or was sent without a name. */
async function refOf({ db }: SalesContext, sale: Transaction): Promise<string | null> {
  if (sale.kind === 'prepaid') return sale.id;
  const { transactionId } = sale;
  if (transactionId === null) return null;
  // Ids are a service's own; those of the one that is set up alone are searched.
  const own = await db.allByTransactionId(transactionId);
  return own.filter(({ sentAt }) => sentAt !== null).every(({ id }) => id === sale.id) && own.length > 0
    ? transactionId
    : null;
}

/**
 * Asks the provider what became of a sale (GET /status/{ref}). A final word ends it as a webhook's would, and is kept with the event.
 * A pending, a 404, another product or number and whatever is unclear change nothing. Nothing is sent a second time. Rejects where the
 * database does.
 * @returns 'silent': the provider did not answer at all
 */
export async function checkStatus(
  ports: SalesContext,
  { id }: Pick<Transaction, 'id'>,
): Promise<'silent' | 'answered'> {
  const sale = await ports.db.get(id);
  const ref = sale && (await refOf(ports, sale));
  if (!sale || !ports.provider || ref === null) return 'answered';
  const outcome = await ports.provider.capabilities.status(ref);
  if (!hasAnswered(outcome)) return 'silent';
  const webhook = outcome.kind === 'answered' ? toWebhook(sale, outcome.value) : null;
  if (outcome.kind !== 'answered' || webhook === null) return 'answered';
  const { answer, faults } = outcome;
  const updated = await updateSale(ports, id, async (now) => {
    const { refusal, ...match } = await matchWith(ports.db, now, webhook, answer);
    if (refusal !== null || isErased(now)) return null;
    const read = { webhook, faults, snUnreadable: false, body: answer, ref: id };
    const { event, ...update } = await applyWebhook(ports.db, now, match, read, isoNow(ports.clock), {});
    if (event.data['verdict'] === 'nothing_new') return null;
    const type = event.type === 'webhook.disputed' ? 'status.disputed' : 'status.applied';
    return { ...update, event: { ...event, type, bodies: [{ role: 'answer', bytes: answer }] } };
  });
  if (updated) await replayForOthers(ports, updated);
  return 'answered';
}

/** A final status of this very sale, as its webhook would say it. */
function toWebhook(sale: Transaction, { status, ...report }: SaleStatus): Webhook | null {
  if (status !== 'success' && status !== 'failed') return null;
  if (saysSomethingElse(report.product_code, sale.productCode)) return null;
  // Its name in another spelling teaches nothing: the code says which product it is.
  return { ...report, status, product_name: null };
}

interface Deps {
  counter: { lateSales(): Promise<Transaction[]>; checkStatus(sale: Transaction): Promise<'silent' | 'answered'> };
  /** whether the provider can be asked for a status */
  isOffered(): Promise<boolean>;
  system: Pick<System, 'clock' | 'random'>;
  log: Log;
}

/** How often late sales are looked for. */
const lookMs = 30_000;
/** Between two questions about one sale: doubles from the first to the longest. */
const pausesMs = { first: 60_000, longest: 30 * 60_000 };

/** Asks about each late sale by itself, again and again with longer pauses, until it is settled. */
export class StatusCheckScheduler {
  readonly #deps: Deps;
  readonly #loop: BackgroundLoop;
  readonly #next = new Map<string, { at: number; pauses: Backoff }>();
  readonly #stopTimer: () => void;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#loop = new BackgroundLoop({
      step: () => this.#step(),
      mayRun: () => true,
      onError: (error) => deps.log.warn('a late sale could not be asked about', { fault: faultName(error) }),
      firstPauseMs: lookMs,
      maxPauseMs: pausesMs.longest,
      ...deps.system,
    });
    this.#stopTimer = deps.system.clock.every(lookMs, () => this.#loop.wake());
  }

  close(): void {
    this.#stopTimer();
    this.#loop.stop();
  }

  async #step(): Promise<boolean> {
    const { counter, isOffered, system } = this.#deps;
    const late = await counter.lateSales();
    const ids = new Set(late.map(({ id }) => id));
    for (const id of this.#next.keys()) if (!ids.has(id)) this.#next.delete(id);
    const now = system.clock.monotonic();
    const sale = late.find(({ id }) => (this.#next.get(id)?.at ?? now) <= now);
    if (sale === undefined || !(await isOffered())) return false;
    const answer = await counter.checkStatus(sale);
    // Also without an answer: it may be about this sale alone, and must not keep the others waiting.
    const pauses = this.#next.get(sale.id)?.pauses ?? new Backoff(pausesMs.first, pausesMs.longest);
    this.#next.set(sale.id, { at: system.clock.monotonic() + pauses.next(), pauses });
    if (answer === 'silent') throw new Error('no answer');
    this.#loop.succeed();
    return true;
  }
}
