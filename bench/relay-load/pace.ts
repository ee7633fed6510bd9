import { openPool } from './connection-pool.ts';
import { callAtRandomTimes } from './random-times.ts';
import { webhookRequest } from './signed-requests.ts';
import type { Outcome, TaskOf } from './task.ts';

const connections = 32;
const refusals = [401, 429];

/** Made before the time begins to count: on a core that two loaders share, one would be in the other's way. */
export const pacedRequests = (task: TaskOf<'pace'>): Buffer[] =>
  Array.from({ length: Math.round(task.perSecond * task.seconds) }, (_, index) => requestOf(task, index));

/** Sends at its rate whatever the answers take, and waits for the last of them. */
export async function pace(task: TaskOf<'pace'>, requests: readonly Buffer[]): Promise<Outcome> {
  const count = requests.length;
  const pool = await openPool(task.port, connections);
  const latencies: number[] = [];
  let faults = 0;
  const done = Promise.withResolvers<void>();
  const begun = performance.now();
  const answered = (status: number, ms: number): void => {
    latencies.push(ms);
    // A flood is refused, or its connection is cut.
    const expected = task.wrong ? [...refusals, 0] : [200];
    if (!expected.includes(status)) faults += 1;
    if (latencies.length === count) done.resolve();
  };
  await callAtRandomTimes(task.perSecond, count, (index) => {
    const request = requests[index];
    if (request) pool.send(request, answered).catch(done.reject);
  });
  await done.promise;
  pool.close();
  return { answers: latencies.length, seconds: (performance.now() - begun) / 1000, faults, latencies };
}

function requestOf(task: TaskOf<'pace'>, index: number): Buffer {
  const target = task.targets[index % task.targets.length];
  if (!target) throw new Error('no target');
  return webhookRequest(target, task.from + index, task.wrong ? '0'.repeat(64) : undefined);
}
