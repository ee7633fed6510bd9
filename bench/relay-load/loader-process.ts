/** Does one task after the other that it is sent, and answers each with what it measured. */
import { quantile } from '../figures.ts';
import { closedLoop } from './closed-loop.ts';
import { account, between } from './processor-time.ts';
import { signedRequests } from './signed-requests.ts';
import { type Measured, Task } from './task.ts';

async function run(task: Task): Promise<Measured> {
  const requests = signedRequests(task.targets, task.from, task.most);
  const processes = [process.pid, ...task.servers];
  const before = account(processes);
  const { answers, seconds, latencies, faults } = await closedLoop(task.port, requests, task);
  const used = between(before, account(processes));
  const [loaderMs, ...serversMs] = used?.usedMs ?? [];
  const sorted = [...latencies.sort()];
  return {
    answers,
    seconds,
    faults,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
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
