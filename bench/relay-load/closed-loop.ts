import { openConnection } from './connection.ts';
import { signedRequests } from './signed-requests.ts';
import type { Outcome, TaskOf } from './task.ts';

/** Every connection sends its next request when the last one is answered, until the time is up or there are no more. */
export async function closedLoop(
  task: Pick<TaskOf<'send'>, 'port' | 'connections' | 'seconds'>,
  requests: readonly Buffer[],
): Promise<Outcome> {
  const latencies = new Float64Array(requests.length);
  let [sent, answers, faults, open, until] = [0, 0, 0, task.connections, 0];
  const done = Promise.withResolvers<void>();
  const leave = (): void => {
    open -= 1;
    if (open === 0) done.resolve();
  };
  const oneConnection = async (): Promise<{ close: () => void; next: () => void }> => {
    let since = 0;
    const next = (): void => {
      const request = requests[sent];
      since = performance.now();
      if (request === undefined || since >= until) return leave();
      sent += 1;
      connection.send(request);
    };
    const connection = await openConnection(task.port, {
      answered: (status) => {
        latencies[answers++] = performance.now() - since;
        if (status !== 200) faults += 1;
        next();
      },
      onClosed: () => {
        faults += 1;
        leave();
      },
    });
    return { close: connection.close, next };
  };
  const connections = await Promise.all(Array.from({ length: task.connections }, oneConnection));
  const begun = performance.now();
  until = begun + task.seconds * 1000;
  for (const { next } of connections) next();
  await done.promise;
  const seconds = (performance.now() - begun) / 1000;
  for (const { close } of connections) close();
  return { answers, seconds, faults, latencies: [...latencies.subarray(0, answers)] };
}

export const requestsOf = (task: TaskOf<'send'>): Buffer[] => signedRequests(task.targets, task.from, task.most);
