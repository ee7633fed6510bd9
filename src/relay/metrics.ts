import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Gauges } from './core/counts.ts';

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

export function createMetrics(): Metrics {
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
  const delay = new Gauge({
    name: 'relay_event_loop_delay_seconds',
    help: 'How late the process was for its own timers, since it was last asked.',
    labelNames: ['quantile'],
    registers,
    collect() {
      delay.set({ quantile: '0.5' }, loop.percentile(50) * nanoseconds);
      delay.set({ quantile: '0.99' }, loop.percentile(99) * nanoseconds);
      delay.set({ quantile: '1' }, loop.max * nanoseconds);
      loop.reset();
    },
  });
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
    text: () => registry.metrics(),
    close: () => void loop.disable(),
  };
}
