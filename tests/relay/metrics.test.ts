import { execFileSync } from 'node:child_process';
import { expect, test, vi } from 'vitest';
import { createMetrics } from '../../src/relay/http/metrics.ts';
import { Readiness } from '../../src/relay/http/readiness.ts';
import type { Clock } from '../../src/server/ports.ts';
import { body, hook, metricsOf, sendRequest, startRelay } from '../support/relay.ts';
import { newDatabase } from '../support/relay-databases.ts';
import { relayProcess } from '../support/relay-process.ts';

test('metrics are served at their own address only', async () => {
  const { relay } = await startRelay();
  expect((await sendRequest(relay.url, '/metrics')).status).toBe(404);
  expect(await metricsOf(relay)).toContain('relay_long_polls_active 0\n');
  expect((await fetch(`${relay.metricsUrl}/hooks/m`)).status).toBe(404);
  expect((await fetch(`${relay.metricsUrl}/metrics`, { method: 'POST' })).status).toBe(405);
});

test('without RELAY_METRICS_ADDRESS there are none', async () => {
  const { env } = await newDatabase();
  const { url, metricsUrl } = await relayProcess({ ...env, RELAY_METRICS_ADDRESS: '' });
  expect(metricsUrl).toBeNull();
  expect((await sendRequest(url, '/metrics')).status).toBe(404);
});

test('reading them changes no figure, and many who read at once read one text', async () => {
  let now = 0;
  const metrics = createMetrics({ now: () => now });
  let reads = 0;
  metrics.gauge('relay_long_polls_active', 'x', () => (reads += 1));
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

const hasPromtool = (() => {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

test('promtool finds no fault in them', async ({ skip }) => {
  skip(!hasPromtool, 'promtool is not installed: the format of the metrics is NOT checked here');
  const under = await startRelay();
  await hook(under, body('T1'));
  const input = await metricsOf(under.relay);
  expect(execFileSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' })).toBe('');
});

/** The families of a text of metrics: their type and help, and the names and labels of their samples. */
function familiesOf(text: string) {
  const families = new Map<string, { type: string; help: string; samples: Array<[name: string, labels: string]> }>();
  const helps = new Map([...text.matchAll(/^# HELP (\S+) (.+)$/gm)].map(([, name = '', help = '']) => [name, help]));
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    families.set(name, { type, help: helps.get(name) ?? '', samples: [] });
  }
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-zA-Z_:][\w:]*)(\{.*\})? \S+$/gm)) {
    const base = name.replace(/_(bucket|sum|count)$/, '');
    const family = families.get(families.get(base)?.type === 'histogram' ? base : name);
    if (!family) throw new Error(`${name} has no type`);
    family.samples.push([name, labels]);
  }
  return families;
}

/** The rules that `promtool check metrics` looks for. */
test('every metric follows the exposition format and its naming rules', async () => {
  const under = await startRelay();
  await hook(under, body('T1'));
  await hook(under, body('T1'), { signature: null });
  const families = familiesOf(await metricsOf(under.relay));
  expect(families.size).toBeGreaterThan(12);
  for (const [name, { type, help, samples }] of families) {
    expect([name, help]).not.toEqual([name, '']);
    expect(samples).not.toEqual([]);
    expect(name).toMatch(/^relay_[a-z0-9]+(_[a-z0-9]+)*$/);
    expect(name).not.toMatch(/_(counter|gauge|histogram|summary|info|bucket|sum|count)$/);
    expect(name).not.toMatch(
      /_(ms|milliseconds|microseconds|minutes|hours|days|kilobytes|kb|megabytes|mb|percent)(_|$)/,
    );
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
    const isHistogram = type === 'histogram';
    expect(['counter', 'gauge', 'histogram']).toContain(type);
    const parts = isHistogram ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
    expect(new Set(samples.map(([sample]) => sample))).toEqual(new Set(parts));
    const labels = samples.flatMap(([, text]) => [...text.matchAll(/(\w+)="/g)].map((one) => one[1]));
    expect([...new Set(labels)].filter((label) => label === 'le' || label === 'quantile')).toEqual(
      isHistogram ? ['le'] : [],
    );
    expect(samples.some(([, text]) => text === '{le="+Inf"}')).toBe(isHistogram);
  }
});

test('reading them twice shows the same delays: a reader takes nothing from the next one', async () => {
  let now = 0;
  const metrics = createMetrics({ now: () => now });
  const largest = (text: string): number => Number(/^relay_event_loop_delay_max_seconds (.+)$/m.exec(text)?.[1]);
  await vi.waitFor(
    async () => {
      now += 1_000;
      expect(largest(await metrics.text())).toBeGreaterThan(0);
    },
    { timeout: 10_000, interval: 20 },
  );
  now += 1_000;
  const first = largest(await metrics.text());
  now += 1_000;
  expect(first).toBeGreaterThan(0);
  expect(largest(await metrics.text())).toBeGreaterThanOrEqual(first);
  metrics.close();
});

test('many who ask for /readyz have the database asked once a second, and learn of a failure and of its end', async () => {
  let now = 0;
  const check = vi.fn<() => Promise<void>>(async () => undefined);
  const clock: Clock = { now: () => now, after: () => () => undefined, soon: (run) => queueMicrotask(run) };
  const readiness = new Readiness({ check }, clock);
  const answers = await Promise.all(Array.from({ length: 100 }, () => readiness.check()));
  expect([new Set(answers), await readiness.check()]).toEqual([new Set([null]), null]);
  expect(check).toHaveBeenCalledTimes(1);
  check.mockRejectedValueOnce(new Error('away'));
  now = 1_000;
  expect(await readiness.check()).toBe('The database does not answer');
  now = 1_999;
  expect(await readiness.check()).toBe('The database does not answer');
  now = 2_000;
  expect(await readiness.check()).toBeNull();
  expect(check).toHaveBeenCalledTimes(3);
  const under = await startRelay();
  await hook(under, body('T1'));
  expect((await sendRequest(under.relay.url, '/readyz')).status).toBe(200);
});
