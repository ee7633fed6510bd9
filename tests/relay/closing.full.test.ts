import { expect, test, vi } from 'vitest';
import { answersIn, rawLine } from '../support/raw-line.ts';
import { body, manyMailboxes, metric, pollOf, sign, startRelay } from '../support/relay.ts';

const crowd = 2_000;

/** Less than the minute that each poll may be held: a test that waits for its end fails. */
const beforeTheirMinute = 58_000;

test(
  'two thousand held polls are answered when it closes, a half-sent webhook is still taken',
  async () => {
    const under = await startRelay();
    const lines = (await manyMailboxes(under, crowd)).map((mailbox) => {
      const line = rawLine(under.relay.url);
      line.send(pollOf(mailbox, 60));
      return line;
    });
    await vi.waitFor(async () => expect(await metric(under, 'relay_long_polls_active')).toBe(crowd), 40_000);
    const text = body('T1');
    const half = rawLine(under.relay.url);
    half.send(
      `POST /hooks/${under.mailbox} HTTP/1.1\r\nHost: relay\r\nX-Service-Signature: ${sign(text)}\r\n` +
        `Content-Length: ${text.length}\r\nExpect: 100-continue\r\n\r\n`,
    );
    await vi.waitFor(() => expect(half.received()).toContain('100 Continue'));
    const closed = under.relay.close();
    half.send(text);
    await closed;
    await Promise.all(lines.map((line) => line.closed));
    for (const line of lines) {
      const [answer, ...more] = answersIn(line.received());
      expect(more).toEqual([]);
      expect(answer).toMatchObject({ status: 200, headers: { connection: 'close' } });
      expect(JSON.parse(answer?.text ?? '')).toEqual({ events: [], next: null, more: false });
    }
    await half.closed;
    expect(answersIn(half.received()).map(({ status }) => status)).toEqual([100, 200]);
  },
  beforeTheirMinute,
);

test('clients that vanish are noticed, however many at once', async () => {
  const under = await startRelay();
  const lines = (await manyMailboxes(under, 500)).map((mailbox) => {
    const line = rawLine(under.relay.url);
    line.send(pollOf(mailbox, 60));
    return line;
  });
  await vi.waitFor(async () => expect(await metric(under, 'relay_long_polls_active')).toBe(500));
  for (const { socket } of lines) socket.resetAndDestroy();
  await vi.waitFor(async () => expect(await metric(under, 'relay_long_polls_active')).toBe(0));
});
