import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { briefly } from './core/briefly.ts';
import type { Gauges } from './core/counts.ts';
import type { Clock } from './core/ports.ts';

export interface Metrics {
  gauges: Gauges;
  /** Counts stand elsewhere as plain numbers: they are read when somebody asks for the metrics. */
  count(name: string, help: string, read: () => number): void;
  countByReason(name: string, help: string, read: () => Readonly<Record<string, number>>): void;
  gauge(name: string, help: string, read: () => number): void;
  /** In the Prometheus text format. */
  text(): Promise<string>;
  close(): void;
}

const seconds = 1e-3;
const nanoseconds = 1e-9;

/** Reading changes no figure: the delays are those of the last whole window. */
const windowMs = 30_000;
/** How long one text serves all who read. */
const goodForMs = 50;

export function createMetrics(clock: Pick<Clock, 'now'>): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const batches = new Histogram({
    name: 'relay_commit_webhooks',
    help: 'Webhooks in one durable commit.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    registers,
  });
  const lag = new Histogram({
    name: 'relay_delivery_lag_seconds',
    help: 'From the receipt of a webhook to its handing to a poller.',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 10, 60, 600, 3_600, 86_400],
    registers,
  });
  const loop = monitorEventLoopDelay();
  loop.enable();
  const delays = () => ({ median: loop.percentile(50), p99: loop.percentile(99), max: loop.max });
  let shown: ReturnType<typeof delays> | null = null;
  const turnWindow = setInterval(() => {
    shown = delays();
    loop.reset();
  }, windowMs);
  turnWindow.unref();
  const delayGauge = (name: string, what: string, read: (of: ReturnType<typeof delays>) => number): void => {
    const help = `${what} of how late the process was for its own timers, in the last whole half minute.`;
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers,
      collect: () => gauge.set(read(shown ?? delays()) * nanoseconds),
    });
  };
  delayGauge('relay_event_loop_delay_median_seconds', 'Median', ({ median }) => median);
  delayGauge('relay_event_loop_delay_p99_seconds', '99th percentile', ({ p99 }) => p99);
  delayGauge('relay_event_loop_delay_max_seconds', 'Maximum', ({ max }) => max);
  const text = briefly(clock, goodForMs, () => registry.metrics());
  return {
    gauges: {
      committed: (webhooks) => batches.observe(webhooks),
      delivered: (lagMs) => lag.observe(Math.max(0, lagMs) * seconds),
    },
    count: (name, help, read) => {
      const counter: Counter = new Counter({
        name,
        help,
        registers,
        collect: () => {
          counter.reset();
          counter.inc(read());
        },
      });
    },
    countByReason: (name, help, read) => {
      const counter = new Counter({
        name,
        help,
        labelNames: ['reason'],
        registers,
        collect: () => {
          counter.reset();
          for (const [reason, count] of Object.entries(read())) counter.inc({ reason }, count);
        },
      });
    },
    gauge: (name, help, read) => {
      const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) });
    },
    text,
    close: () => {
      clearInterval(turnWindow);
      loop.disable();
    },
  };
}
