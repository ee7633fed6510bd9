import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { cacheFor } from '../../server/async.ts';
import type { Clock } from '../../server/ports.ts';
import type { Counters, Histograms } from '../core/ports.ts';

/** Event-loop delays are those of the last whole window: reading the metrics changes none of them. */
const delayWindowMs = 30_000;
/** All readers within this time get the same text. */
const textTtlMs = 50;
const countTtlMs = 1_000;

const counterMetrics: Record<keyof Counters, [name: string, help: string, label?: string]> = {
  accepted: ['relay_webhooks_accepted_total', 'Webhooks answered 200.'],
  redelivered: ['relay_webhooks_redelivered_total', 'Accepted webhooks that were stored before.'],
  overVariantLimit: [
    'relay_webhooks_over_variant_limit_total',
    'Accepted webhooks that were not stored: their signed body had come with 32 refs or event names.',
  ],
  refused: ['relay_webhooks_refused_total', 'Webhooks refused, by reason.', 'reason'],
  notStored: ['relay_webhooks_not_stored_total', 'Webhooks answered 500.'],
  claims: ['relay_claims_total', 'Claims posted, by outcome.', 'outcome'],
  pruned: ['relay_webhooks_pruned_total', 'Webhooks deleted after their retention.'],
  delivered: ['relay_events_delivered_total', 'Events delivered to pollers, repeats included.'],
  rateLimited: ['relay_http_rate_limited_total', '429 responses to requests without a valid signature or token.'],
  connectionsClosed: ['relay_connections_closed_total', 'Connections refused or closed because of a limit.'],
  bodiesAborted: ['relay_request_bodies_aborted_total', 'Request bodies aborted because of a limit.'],
};

interface MeasuredRelay {
  counters: Counters;
  heldPolls(): number;
  countUnresolvedClaims(): Promise<number>;
}

export type Metrics = ReturnType<typeof createMetrics>;

/** The registry of metrics. Counters are plain numbers elsewhere, read when the metrics are. */
export function createMetrics(clock: Pick<Clock, 'now'>) {
  const registry = new Registry();
  const registers = [registry];
  const batchSizes = new Histogram({
    name: 'relay_commit_batch_size',
    help: 'Webhooks in one durable commit.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    registers,
  });
  const lags = new Histogram({
    name: 'relay_delivery_lag_seconds',
    help: 'Time from the receipt of a webhook to its delivery to a poller.',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 10, 60, 600, 3_600, 86_400],
    registers,
  });
  const histograms: Histograms = {
    committed: (webhooks) => batchSizes.observe(webhooks),
    delivered: (lagMs) => lags.observe(Math.max(0, lagMs) / 1e3),
  };
  const gauge = (name: string, help: string, read: () => number): void => {
    const one: Gauge = new Gauge({ name, help, registers, collect: () => one.set(read()) });
  };

  const loop = monitorEventLoopDelay();
  loop.enable();
  const delays = () => ({ median: loop.percentile(50), p99: loop.percentile(99), max: loop.max });
  let lastWindow: ReturnType<typeof delays> | null = null;
  const timer = setInterval(() => {
    lastWindow = delays();
    loop.reset();
  }, delayWindowMs);
  timer.unref();
  const delay = (name: string, kind: 'median' | 'p99' | 'max'): void =>
    gauge(name, `The ${kind} event-loop delay of the last half minute.`, () => (lastWindow ?? delays())[kind] / 1e9);
  delay('relay_event_loop_delay_median_seconds', 'median');
  delay('relay_event_loop_delay_p99_seconds', 'p99');
  delay('relay_event_loop_delay_max_seconds', 'max');
  return {
    histograms,
    gauge,
    /** Registers every metric of a relay beside the histograms. */
    register: ({ counters, heldPolls, countUnresolvedClaims }: MeasuredRelay): void => {
      // oxlint-disable-next-line typescript/consistent-type-assertions -- Object.keys widens the names
      for (const key of Object.keys(counterMetrics) as Array<keyof Counters>) {
        const [name, help, label = ''] = counterMetrics[key];
        const one = new Counter({
          name,
          help,
          labelNames: label === '' ? [] : [label],
          registers,
          collect: () => {
            one.reset();
            const count = counters[key];
            if (typeof count === 'number') one.inc(count);
            else for (const [value, amount] of Object.entries(count)) one.inc({ [label]: value }, amount);
          },
        });
      }
      // Counted for the next reading: a database that hangs delays no metrics.
      let unresolved = 0;
      const count = cacheFor(clock, countTtlMs, async () => {
        unresolved = await countUnresolvedClaims().catch(() => unresolved);
      });
      gauge('relay_claims_unresolved', 'Unresolved claims of all shops, as of the last reading.', () => {
        void count();
        return unresolved;
      });
      gauge('relay_long_polls_active', 'Long polls that are held now.', heldPolls);
      gauge('relay_resident_memory_bytes', 'Resident memory of the process.', () => process.memoryUsage.rss());
    },
    /** Registers what waits for the database. */
    registerSpool: (spool: { readonly count: number; readonly bytes: number }): void => {
      gauge('relay_spool_webhooks', 'Webhooks that wait in the spool for the database.', () => spool.count);
      gauge('relay_spool_bytes', 'Approximate size of the webhooks in the spool.', () => spool.bytes);
    },
    /** In the Prometheus text format. */
    text: cacheFor(clock, textTtlMs, () => registry.metrics()),
    close: (): void => {
      clearInterval(timer);
      loop.disable();
    },
  };
}
