import { type Line, openLine } from './line.ts';

export interface Sent {
  answers: number;
  seconds: number;
  /** ms from a request's write to its answer */
  latencies: Float64Array;
  /** answers other than 200, and lines that broke */
  faults: number;
}

/** Every line sends its next request when the last one is answered, until the time is up or there are no more. */
export async function closedLoop(
  port: number,
  requests: readonly Buffer[],
  ask: { connections: number; seconds: number },
): Promise<Sent> {
  const latencies = new Float64Array(requests.length);
  let [sent, answers, faults, open] = [0, 0, 0, ask.connections];
  let [begun, until] = [0, 0];
  const done = Promise.withResolvers<void>();
  const leave = (): void => {
    open -= 1;
    if (open === 0) done.resolve();
  };
  const oneLine = async (): Promise<{ line: Line; next: () => void }> => {
    let since = 0;
    const next = (): void => {
      const request = requests[sent];
      since = performance.now();
      if (request === undefined || since >= until) return leave();
      sent += 1;
      line.send(request);
    };
    const line = await openLine(port, {
      answered: (status) => {
        latencies[answers++] = performance.now() - since;
        if (status !== 200) faults += 1;
        next();
      },
      broke: () => {
        faults += 1;
        leave();
      },
    });
    return { line, next };
  };
  const lines = await Promise.all(Array.from({ length: ask.connections }, oneLine));
  begun = performance.now();
  until = begun + ask.seconds * 1000;
  for (const { next } of lines) next();
  await done.promise;
  const seconds = (performance.now() - begun) / 1000;
  for (const { line } of lines) line.close();
  return { answers, seconds, latencies: latencies.subarray(0, answers), faults };
}
