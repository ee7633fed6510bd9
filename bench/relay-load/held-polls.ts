import { type Connection, openConnection } from './connection.ts';
import { openPool } from './connection-pool.ts';
import { callAtRandomTimes } from './random-times.ts';
import { type Target, webhookRequest } from './signed-requests.ts';
import type { Outcome, TaskOf } from './task.ts';

interface Held {
  target: Target;
  /** when the webhook that it waits for was sent; null: none was */
  since: number | null;
}

/** Until the last webhook of a task must have come, after the last was sent. */
const patienceMs = 10_000;

const held: Held[] = [];
let broken = 0;
let heard: (held: Held) => void = () => {};

/** Every mailbox gets a connection of its own, all connecting at once, and is polled from then on as a counter does. */
export async function hold(task: TaskOf<'hold'>): Promise<Outcome> {
  const begun = performance.now();
  const one = async (mailbox: TaskOf<'hold'>['mailboxes'][number]): Promise<number> => {
    const self: Held = { target: mailbox, since: null };
    const poll = (after: string): Buffer =>
      Buffer.from(
        `GET /v1/mailboxes/${mailbox.mailbox}/events?wait=${task.waitSeconds}${after} HTTP/1.1\r\nHost: 127.0.0.1\r\n` +
          `Authorization: Bearer ${mailbox.token}\r\n\r\n`,
      );
    let after = '';
    const connection: Connection = await openConnection(task.port, {
      answered: (status, last) => {
        if (status !== 200) broken += 1;
        const text = last.toString('latin1');
        if (self.since !== null && text.includes('"cursor"')) heard(self);
        const next = /"next":"([^"]+)"/.exec(text)?.[1];
        if (next !== undefined) after = `&after=${encodeURIComponent(next)}`;
        connection.send(poll(after));
      },
      onClosed: () => (broken += 1),
    });
    connection.send(poll(''));
    held.push(self);
    return performance.now() - begun;
  };
  const latencies = await Promise.all(task.mailboxes.map(one));
  return { answers: latencies.length, seconds: (performance.now() - begun) / 1000, faults: broken, latencies };
}

/** One webhook at a time for a mailbox; which one is drawn by lot. Where all have one under way, the next waits for that. */
export async function wake(task: TaskOf<'wake'>): Promise<Outcome> {
  const pool = await openPool(task.port, 8);
  const [latencies, wakes]: [number[], number[]] = [[], []];
  const free = held.filter((one) => one.since === null);
  const begun = performance.now();
  const done = Promise.withResolvers<void>();
  let [due, sent, faults] = [0, 0, 0];
  const settle = (): void => {
    if (latencies.length === task.count && wakes.length === task.count) done.resolve();
  };
  const sendDue = (): void => {
    while (due > 0) {
      const one = drawn(free);
      if (!one) return;
      due -= 1;
      const request = webhookRequest(one.target, task.from + sent++);
      one.since = performance.now();
      const answered = (status: number, ms: number): void => {
        latencies.push(ms);
        if (status !== 200) faults += 1;
        settle();
      };
      pool.send(request, answered).catch(done.reject);
    }
  };
  heard = (one) => {
    wakes.push(performance.now() - (one.since ?? 0));
    one.since = null;
    free.push(one);
    sendDue();
    settle();
  };
  await callAtRandomTimes(task.perSecond, task.count, () => {
    due += 1;
    sendDue();
  });
  const tooLong = setTimeout(() => {
    done.reject(new Error(`${latencies.length} of ${task.count} were answered, ${wakes.length} reached their poller`));
  }, patienceMs);
  await done.promise;
  clearTimeout(tooLong);
  pool.close();
  const seconds = (performance.now() - begun) / 1000;
  return { answers: task.count, seconds, faults: faults + broken, latencies, wakes };
}

/** One of them by lot, taken out; undefined where there is none. */
function drawn<One>(from: One[]): One | undefined {
  const last = from.pop();
  const at = Math.floor(Math.random() * (from.length + 1));
  if (last === undefined || at === from.length) return last;
  const one = from[at];
  from[at] = last;
  return one;
}
