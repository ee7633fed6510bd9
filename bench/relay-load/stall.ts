import { connect, type Socket } from 'node:net';
import type { Outcome, TaskOf } from './task.ts';

const stalled = new Set<Socket>();

/** Begins uploads of 64 KiB and sends only a part of each. */
export async function stall(task: TaskOf<'stall'>): Promise<Outcome> {
  const begun = performance.now();
  for (const socket of stalled) socket.destroy();
  stalled.clear();
  const part = Buffer.alloc(task.bytes, 'x');
  const path = task.targets[0]?.path ?? '/';
  const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 65000\r\n\r\n`;
  const begin = (): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(task.port, '127.0.0.1');
      stalled.add(socket);
      // Cut is as good as held: what it costs the others is what counts.
      socket.on('error', () => resolve()).on('close', () => stalled.delete(socket));
      socket.resume().write(head);
      socket.write(part, () => resolve());
    });
  await Promise.all(Array.from({ length: task.count }, begin));
  return { answers: stalled.size, seconds: (performance.now() - begun) / 1000, faults: 0, latencies: [0] };
}
