import { z } from 'zod';
import { closedLoop } from './closed-loop.ts';
import { openPool } from './connection-pool.ts';
import { callAtRandomTimes } from './random-times.ts';
import type { Outcome, TaskOf } from './task.ts';

const Page = z.object({ events: z.array(z.object({ cursor: z.string() })) });
const connections = 64;
/** Of each mailbox, which it has not acknowledged yet, the oldest first. */
const unacked = new Map<string, Buffer[]>();

type Mailbox = TaskOf<'ack'>['mailboxes'][number];

/** One ack for each of the mailboxes, each further than the one before. What can be acknowledged is asked for beforehand. */
export async function acking(task: TaskOf<'ack'>): Promise<() => Promise<Outcome>> {
  for (const mailbox of task.mailboxes) {
    if (!unacked.has(mailbox.mailbox)) unacked.set(mailbox.mailbox, await acksOf(task.port, mailbox));
  }
  const requests = task.mailboxes.flatMap(({ mailbox }) => unacked.get(mailbox)?.shift() ?? []);
  const { perSecond } = task;
  if (perSecond === undefined) return () => closedLoop({ ...task, seconds: 60 }, requests);
  return () => paced(task.port, requests, perSecond);
}

async function paced(port: number, requests: readonly Buffer[], perSecond: number): Promise<Outcome> {
  const pool = await openPool(port, connections);
  const latencies: number[] = [];
  const done = Promise.withResolvers<void>();
  let faults = 0;
  const begun = performance.now();
  const answered = (status: number, ms: number): void => {
    if (status !== 200) faults += 1;
    if (latencies.push(ms) === requests.length) done.resolve();
  };
  await callAtRandomTimes(perSecond, requests.length, (index) => {
    const request = requests[index];
    if (request) pool.send(request, answered).catch(done.reject);
  });
  await done.promise;
  pool.close();
  return { answers: latencies.length, seconds: (performance.now() - begun) / 1000, faults, latencies };
}

async function acksOf(port: number, { mailbox, token }: Mailbox): Promise<Buffer[]> {
  const own = `http://127.0.0.1:${port}/v1/mailboxes/${mailbox}`;
  const page = await (await fetch(`${own}/events`, { headers: { authorization: `Bearer ${token}` } })).json();
  return Page.parse(page).events.map(({ cursor }) => {
    const body = JSON.stringify({ cursor });
    return Buffer.from(
      `POST /v1/mailboxes/${mailbox}/ack HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  });
}
