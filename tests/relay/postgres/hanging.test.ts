import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answersIn, rawLine } from '../../support/raw-line.ts';
import { body, hook, poll, type RelayUnderTest, sign, startRelay } from '../../support/relay.ts';

/**
 * Every server process of the database stands still from now on; answers how many there are. One of them holds every table, so that
 * a connection which is made later gets no answer either.
 */
async function hang(under: RelayUnderTest): Promise<number> {
  if (under.database.engine !== 'postgres') throw new Error('this is about PostgreSQL');
  const holder = new Client(under.database.url);
  holder.on('error', () => undefined);
  await holder.connect();
  onTestFinished(() => holder.end());
  const tables = await under.sql(`select format('%I', tablename) as name from pg_tables where schemaname = 'public'`);
  await holder.query(`begin; lock table ${tables.map(({ name }) => name).join(', ')} in access exclusive mode`);
  const servers = (
    await under.sql('select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()')
  ).map(({ pid }) => Number(pid));
  const goOn = () => servers.forEach((pid) => void process.kill(pid, 'SIGCONT'));
  onTestFinished(goOn);
  for (const pid of servers) process.kill(pid, 'SIGSTOP');
  return servers.length;
}

/** One that appends, one that listens, one that reads, and the one that holds the tables. */
const fewest = 4;

test('stops in its time though the database answers nothing any more, not even a goodbye', async () => {
  const under = await startRelay();
  await hook(under, body('T1'));
  expect(await hang(under)).toBeGreaterThanOrEqual(fewest);
  const waiting = poll(under, { wait: 1 }).catch(() => undefined);
  await under.relay.close();
  await waiting;
});

test('what waits for a database that hangs is answered 500 before it stops, webhooks, polls and acks', async () => {
  const under = await startRelay();
  await hook(under, body('T1'));
  const cursor = JSON.stringify({ cursor: (await poll(under)).events[0]?.cursor });
  expect(await hang(under)).toBeGreaterThanOrEqual(fewest);
  const { mailbox, token, relay } = under;
  const bearer = `HTTP/1.1\r\nHost: relay\r\nAuthorization: Bearer ${token}\r\nExpect: 100-continue\r\n`;
  const posted = (text: string): string => `Content-Length: ${text.length}\r\n\r\n${text}`;
  const signed = (text: string): string =>
    `POST /hooks/${mailbox} HTTP/1.1\r\nHost: relay\r\nExpect: 100-continue\r\nX-Service-Signature: ${sign(text)}\r\n${posted(text)}`;
  const lines = [
    ...Array.from({ length: 20 }, (_, at) => signed(body(`T${at}`))),
    `GET /v1/mailboxes/${mailbox}/events?wait=30 ${bearer}\r\n`,
    `GET /v1/mailboxes/mNobody/events?wait=30 ${bearer}\r\n`,
    `POST /v1/mailboxes/${mailbox}/ack ${bearer}Content-Type: application/json\r\n${posted(cursor)}`,
  ].map((request) => {
    const line = rawLine(relay.url);
    line.send(request);
    return line;
  });
  for (const line of lines) await vi.waitFor(() => expect(line.received()).toContain('100 Continue'));
  await relay.close();
  await Promise.all(lines.map(({ closed }) => closed));
  const answers = lines.map((line) => answersIn(line.received()).map(({ status }) => status));
  expect(answers).toEqual(lines.map(() => [100, 500]));
});
