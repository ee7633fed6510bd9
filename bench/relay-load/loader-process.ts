/** Does one task after the other that it is sent, and answers each with what it measured. */
import { median, p99 } from '../figures.ts';
import { acking } from './acks.ts';
import { appending } from './append.ts';
import { claimRequests, recording } from './claims.ts';
import { closedLoop, requestsOf } from './closed-loop.ts';
import { hold, wake } from './held-polls.ts';
import { pace, pacedRequests } from './pace.ts';
import { account, between } from './processor-time.ts';
import { stall } from './stall.ts';
import { type Measured, type Outcome, Task } from './task.ts';

/** What takes time before the time counts is done here. */
async function prepare(task: Task): Promise<() => Promise<Outcome>> {
  switch (task.do) {
    case 'send': {
      const requests = requestsOf(task);
      return () => closedLoop(task, requests);
    }
    case 'pace': {
      const requests = pacedRequests(task);
      return () => pace(task, requests);
    }
    case 'stall':
      return () => stall(task);
    case 'hold':
      return () => hold(task);
    case 'wake':
      return () => wake(task);
    case 'ack':
      return await acking(task);
    case 'append':
      return await appending(task);
    case 'claim': {
      const requests = claimRequests(task);
      return () => closedLoop(task, requests);
    }
    case 'record':
      return await recording(task);
  }
}

async function run(task: Task): Promise<Measured> {
  const work = await prepare(task);
  const processes = [process.pid, ...task.servers];
  const before = account(processes);
  const { latencies, wakes, ...outcome } = await work();
  const used = between(before, account(processes));
  const [loaderMs, ...serversMs] = used?.usedMs ?? [];
  return {
    ...outcome,
    p50: median(latencies),
    p99: p99(latencies),
    ...(wakes ? { wake: { p50: median(wakes), p99: p99(wakes) } } : {}),
    serverMs: used === null ? null : serversMs.reduce((sum, each) => sum + each, 0),
    loaderMs: loaderMs ?? null,
    foreign: used?.foreign ?? 0,
  };
}

process.on('message', (message) => {
  run(Task.parse(message)).then(
    (done) => process.send?.({ done }),
    (error: unknown) => process.send?.({ failed: String(error) }),
  );
});
