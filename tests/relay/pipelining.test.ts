import { expect, test, vi } from 'vitest';
import { answersIn, rawLine } from '../support/raw-line.ts';
import { body, hook, manyMailboxes, metric, pollOf, startRelay } from '../support/relay.ts';

const held = 'relay_long_polls_active';
/** So that what a server reads of a line at once, 64 KB, holds few of them. */
const padding = `X-Padding: ${'x'.repeat(4_000)}\r\n`;

test('pauses a connection with too many pipelined requests until they are answered', async () => {
  const under = await startRelay({ pipelined: 10 });
  const line = rawLine(under.relay.url);
  line.send((await manyMailboxes(under, 60)).map((mailbox) => pollOf(mailbox, 1, padding)).join(''));
  let most = 0;
  await vi.waitFor(async () => {
    most = Math.max(most, await metric(under, held));
    expect(answersIn(line.received()).map(({ status }) => status)).toEqual(Array.from({ length: 60 }, () => 200));
  });
  expect(most).toBeGreaterThan(10);
  expect(most).toBeLessThan(50);
});

test('beyond what all lines may bring so, the one that began first is cut off, and no other', async () => {
  const under = await startRelay({ pipelinedInAll: 50 });
  const mailboxes = await manyMailboxes(under, 70);
  const [first, second] = [rawLine(under.relay.url), rawLine(under.relay.url)];
  first.send(
    mailboxes
      .slice(0, 40)
      .map((mailbox) => pollOf(mailbox, 30))
      .join(''),
  );
  await vi.waitFor(async () => expect(await metric(under, held)).toBe(40));
  second.send(
    mailboxes
      .slice(40)
      .map((mailbox) => pollOf(mailbox, 1))
      .join(''),
  );
  await first.closed;
  const answered = Array.from({ length: 30 }, () => 200);
  await vi.waitFor(() => expect(answersIn(second.received()).map(({ status }) => status)).toEqual(answered));
  await vi.waitFor(async () => expect(await metric(under, 'relay_connections_closed_total')).toBe(1));
  expect((await hook(under, body('T1'))).status).toBe(200);
});
