import { expect, test, vi } from 'vitest';
import { briefly } from '../../src/relay/core/briefly.ts';
import { createMetrics } from '../../src/relay/metrics.ts';
import { newDatabase } from '../support/engines.ts';
import { ask, body, hook, metricsOf, startRelay } from '../support/relay.ts';
import { relayProcess } from '../support/relay-process.ts';

test('metrics stand at their own address alone', async () => {
  const { relay } = await startRelay();
  expect((await ask(relay.url, '/metrics')).status).toBe(404);
  expect(await metricsOf(relay)).toContain('relay_held_polls 0\n');
  expect((await fetch(`${relay.metricsUrl}/hooks/m`)).status).toBe(404);
  expect((await fetch(`${relay.metricsUrl}/metrics`, { method: 'POST' })).status).toBe(405);
});

test('without RELAY_METRICS_ADDRESS there are none', async () => {
  const { env } = await newDatabase();
  const { url, metricsUrl } = await relayProcess({ ...env, RELAY_METRICS_ADDRESS: '' });
  expect(metricsUrl).toBeNull();
  expect((await ask(url, '/metrics')).status).toBe(404);
});

test('reading them changes no figure, and many who read at once read one text', async () => {
  let now = 0;
  const metrics = createMetrics({ now: () => now });
  let reads = 0;
  metrics.gauge('relay_held_polls', 'x', () => (reads += 1));
  const texts = await Promise.all(Array.from({ length: 40 }, () => metrics.text()));
  expect(new Set(texts).size).toBe(1);
  expect(reads).toBe(1);
  const delays = (text: string): string[] => text.match(/^relay_event_loop_delay_.* [\d.e+-]+$/gm) ?? [];
  expect(delays(texts[0] ?? '')).toHaveLength(3);
  now = 1_000;
  await metrics.text();
  expect(reads).toBe(2);
  metrics.close();
});

test('their names hold no label that only a summary may have', async () => {
  const { relay } = await startRelay();
  const text = await metricsOf(relay);
  const summaries = new Set([...text.matchAll(/^# TYPE (\S+) summary$/gm)].map((one) => one[1]));
  const labelled = [...text.matchAll(/^(\w+)\{[^}]*quantile=/gm)].map((one) => one[1]);
  expect(labelled.filter((name) => !summaries.has(name))).toEqual([]);
});

test('who asks often whether the database can be asked has it asked once a second, and hears of a failure and of its end', async () => {
  let now = 0;
  const check = vi.fn<() => Promise<void>>(async () => undefined);
  const ready = briefly({ now: () => now }, 1_000, check);
  await Promise.all(Array.from({ length: 100 }, ready));
  await ready();
  expect(check).toHaveBeenCalledTimes(1);
  check.mockRejectedValueOnce(new Error('away'));
  now = 1_000;
  await expect(ready()).rejects.toThrow('away');
  now = 1_999;
  await expect(ready()).rejects.toThrow('away');
  now = 2_000;
  await ready();
  expect(check).toHaveBeenCalledTimes(3);
  const under = await startRelay();
  await hook(under, body('T1'));
  expect((await ask(under.relay.url, '/readyz')).status).toBe(200);
});
