import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../src/main/base/system/clock-and-random.ts';
import { createNodeTransport } from '../../src/main/base/system/http-transport.ts';
import { createRelayMailbox, type RelayMailbox } from '../../src/main/relay-client/mailbox-client.ts';
import {
  createMailboxPoller,
  type DeliveryResult,
  type MailboxPoller,
  type MailboxPollerDeps,
} from '../../src/main/relay-client/mailbox-poller.ts';
import type { ReceivedWebhook } from '../../src/main/relay-client/verification.ts';
import { recordingLog } from '../support/fake-system.ts';
import { body, hook, poll, type RelayUnderTest, relayOfFile, secret, startRelay } from '../support/relay.ts';

const sharedRelay = relayOfFile();

/** Keeps as the journal does: the webhook and the cursor together. */
function shop() {
  const webhooks: ReceivedWebhook[] = [];
  const messages: string[] = [];
  const gaps: Array<string | null> = [];
  let cursor: string | null = null;
  return {
    webhooks,
    messages,
    gaps,
    cursorIs: (next: string | null): void => {
      cursor = next;
    },
    parts: {
      readCursor: async () => cursor,
      receiveWebhook: async (webhook: ReceivedWebhook, next: string): Promise<DeliveryResult> => {
        webhooks.push(webhook);
        cursor = next;
        return 'stored';
      },
      onGap: async (oldest: string | null) => void gaps.push(oldest),
      onState: (state: string) => void messages.push(state),
    },
  };
}

const mailboxOf = ({ relay, mailbox, token }: RelayUnderTest): RelayMailbox =>
  createRelayMailbox({ transport: createNodeTransport(), url: relay.url, mailbox, token });

function listen(
  under: RelayUnderTest,
  parts: Partial<MailboxPollerDeps> & ReturnType<typeof shop>['parts'],
): MailboxPoller {
  const listener = createMailboxPoller({
    mailbox: mailboxOf(under),
    clock: systemClock,
    random: { bytes: (count) => randomBytes(count) },
    log: recordingLog(),
    keys: async () => [secret],
    ...parts,
  });
  onTestFinished(() => listener.stop());
  return listener;
}

const pressMs = 700;

function onAbort(signal: AbortSignal | undefined, run: () => void): void {
  if (signal?.aborted) run();
  else signal?.addEventListener('abort', run, { once: true });
}

const ids = (webhooks: readonly ReceivedWebhook[]): string[] =>
  webhooks.map(({ body }) => (JSON.parse(new TextDecoder().decode(body)) as { transaction_id: string }).transaction_id);

test('receives stored and new webhooks in order, verifies each, and reports that it is live', async () => {
  const under = await sharedRelay();
  await hook(under, body('T1'));
  const { parts, webhooks, messages } = shop();
  const listener = listen(under, parts);
  await vi.waitFor(() => expect(ids(webhooks)).toEqual(['T1']));
  expect(listener.state()).toBe('listening');
  expect(messages).toEqual(['listening']);
  expect(listener.lastPolledAt()?.wall).toBeGreaterThan(Date.now() - 20_000);
  await hook(under, body('T2'), { ref: 'order-2' });
  await vi.waitFor(() => expect(ids(webhooks)).toEqual(['T1', 'T2']));
  expect(webhooks.map((webhook) => [webhook.event.ref, webhook.signed])).toEqual([
    ['order-1', true],
    ['order-2', true],
  ]);
});

test('is live before any webhook has arrived', async () => {
  const listener = listen(await sharedRelay(), shop().parts);
  await vi.waitFor(() => expect(listener.state()).toBe('listening'));
});

test('says of what its own keys did not sign that it is not signed', async () => {
  const under = await sharedRelay();
  await hook(under, body('T1'));
  const { parts, webhooks } = shop();
  listen(under, { ...parts, keys: async () => ['another key'] });
  await vi.waitFor(() => expect(webhooks.map((webhook) => webhook.signed)).toEqual([false]));
});

test('receives again only the webhooks that it could not store', async () => {
  const under = await sharedRelay();
  for (const id of ['T1', 'T2', 'T3']) await hook(under, body(id));
  const { parts, webhooks } = shop();
  let failures = 0;
  listen(under, {
    ...parts,
    receiveWebhook: async (webhook, cursor) => {
      if (ids([webhook])[0] === 'T2' && failures < 2) {
        failures += 1;
        throw new Error('disk full');
      }
      return parts.receiveWebhook(webhook, cursor);
    },
  });
  await vi.waitFor(() => expect(ids(webhooks)).toEqual(['T1', 'T2', 'T3']), { timeout: 30_000 });
  expect(failures).toBe(2);
});

test('killed between storing and acknowledging, it continues from the stored cursor', async () => {
  const under = await sharedRelay();
  await hook(under, body('T1'));
  const { parts, webhooks } = shop();
  const first = listen(under, parts);
  await vi.waitFor(() => expect(webhooks).toHaveLength(1));
  await first.stop();
  await hook(under, body('T2'));
  listen(under, parts);
  await vi.waitFor(() => expect(ids(webhooks)).toEqual(['T1', 'T2']));
});

test('is live only after all stored webhooks are received, because the last may concern the next sale', async () => {
  const under = await sharedRelay();
  for (let n = 1; n <= 51; n++) await hook(under, body(`T${n}`), { ref: `order-${n}` });
  const { parts, webhooks, messages } = shop();
  const last = Promise.withResolvers<void>();
  const listener = listen(under, {
    ...parts,
    receiveWebhook: async (webhook, cursor) => {
      const hearing = await parts.receiveWebhook(webhook, cursor);
      if (webhooks.length === 51) await last.promise;
      return hearing;
    },
  });
  await vi.waitFor(() => expect(webhooks).toHaveLength(51), 10_000);
  expect(listener.lastPolledAt()).toBeNull();
  expect(messages).toEqual([]);
  last.resolve();
  await vi.waitFor(() => expect(listener.state()).toBe('listening'));
  expect(listener.lastPolledAt()).not.toBeNull();
});

test('stopped while it receives a webhook, it finishes that one and receives no more', async () => {
  const under = await sharedRelay();
  await hook(under, body('T1'));
  const { parts, webhooks } = shop();
  let release = (): void => {};
  const listener = listen(under, {
    ...parts,
    receiveWebhook: async (webhook, cursor) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return parts.receiveWebhook(webhook, cursor);
    },
  });
  await vi.waitFor(() => {
    release();
    expect(webhooks).toHaveLength(1);
  });
  await listener.stop();
  await hook(under, body('T2'));
  expect(ids(webhooks)).toEqual(['T1']);
});

test('continues after a restart of the relay', async () => {
  const under = await startRelay();
  const { parts, webhooks } = shop();
  const listener = listen(under, parts);
  await vi.waitFor(() => expect(listener.state()).toBe('listening'));
  await under.restart();
  await hook(under, body('T1'));
  await vi.waitFor(() => expect(ids(webhooks)).toEqual(['T1']), { timeout: 30_000 });
});

test('says that another counter reads its mailbox, and leaves it to that one until it is started again', async () => {
  const under = await sharedRelay();
  const one = shop();
  const polls: string[] = [];
  const mailbox = mailboxOf(under);
  const counted: RelayMailbox['poll'] = async (request) => {
    const outcome = await mailbox.poll(request);
    polls.push(outcome.kind);
    return outcome;
  };
  const listener = listen(under, { ...one.parts, mailbox: { ...mailbox, poll: counted } });
  await vi.waitFor(() => expect(listener.state()).toBe('listening'));
  const newer = listen(under, shop().parts);
  await vi.waitFor(() => expect(polls.slice(-2)).toEqual(['taken', 'taken']));
  expect([listener.isLive(), listener.isTaken()]).toEqual([false, true]);
  await newer.stop();
  const before = polls.length;
  listener.wake();
  await vi.waitFor(() => expect(polls.slice(before)).toEqual(['taken']));
  expect(one.messages.lastIndexOf('listening')).toBe(0);
  const next = listen(under, shop().parts);
  await vi.waitFor(() => expect(next.state()).toBe('listening'));
});

test('a poll that names no reader, as a test of the connection, takes the mailbox for a moment only', async () => {
  const under = await sharedRelay();
  const one = shop();
  const listener = listen(under, one.parts);
  await vi.waitFor(() => expect(listener.isLive()).toBe(true));
  expect((await poll(under)).status).toBe(200);
  await vi.waitFor(() => expect(one.messages).toEqual(['listening', 'taken', 'listening']));
});

test('a relay whose file was put back without the command refuses no counter that was started since', async () => {
  const under = await startRelay();
  const older = listen(under, shop().parts);
  await vi.waitFor(() => expect(older.isLive()).toBe(true));
  await older.stop();
  await under.relay.close();
  // As the copy has it, of a run that is gone.
  await under.sql("UPDATE mailboxes SET reader = 'of-the-copy'");
  await under.restart();
  expect((await poll(under, { reader: 'of-today' })).status).toBe(200);
  expect((await poll(under, { reader: 'of-the-copy' })).status).toBe(409);
});

test('says that its token is refused', async () => {
  const under = await sharedRelay();
  const { parts, messages } = shop();
  const listener = listen({ ...under, token: 'wrong' }, parts);
  await vi.waitFor(() => expect(listener.state()).toBe('refused'));
  expect(messages).toEqual(['refused']);
  expect(listener.lastPolledAt()).toBeNull();
});

test('reports at once that the relay does not answer, and is live once it does', async () => {
  const under = await startRelay();
  await under.relay.close();
  const { parts, messages } = shop();
  const listener = listen(under, parts);
  await vi.waitFor(() => expect(listener.state()).toBe('silent'));
  expect(listener.lastPolledAt()).toBeNull();
  await under.restart();
  await vi.waitFor(() => expect(listener.state()).toBe('listening'), { timeout: 30_000 });
  expect(messages).toEqual(['silent', 'listening']);
});

test('is live no more once two polls in a row have failed, and says so; a press polls at once, and it is again', async () => {
  const under = await startRelay();
  const { parts, messages } = shop();
  // A caller that waits after a failed poll waits until woken: what is polled here is polled because of a press.
  const clock = {
    ...systemClock,
    sleep: (ms: number, signal?: AbortSignal) =>
      ms === pressMs ? systemClock.sleep(ms, signal) : new Promise<void>((resolve) => onAbort(signal, resolve)),
  };
  const log = recordingLog();
  const listener = listen(under, { ...parts, clock, log });
  await vi.waitFor(() => expect(listener.isLive()).toBe(true));
  await under.relay.close();
  await vi.waitFor(() => expect(log.lines).toHaveLength(1));
  expect(listener.isLive()).toBe(true);
  listener.wake();
  await vi.waitFor(() => expect(listener.isLive()).toBe(false));
  expect(messages).toEqual(['listening', 'listening']);
  expect(await listener.pollNow(pressMs)).toBe(false);
  await under.restart();
  expect(await Promise.all([listener.pollNow(pressMs), listener.pollNow(pressMs)])).toEqual([true, true]);
  expect(listener.isLive()).toBe(true);
});

test('a press takes no mailbox from the counter that reads it now', async () => {
  const under = await sharedRelay();
  let aheadMs = 0;
  const listener = listen(under, { ...shop().parts, clock: { ...systemClock, now: () => Date.now() + aheadMs } });
  await vi.waitFor(() => expect(listener.isLive()).toBe(true));
  const newer = listen(under, shop().parts);
  await vi.waitFor(() => expect(listener.state()).toBe('taken'));
  // The last poll is too old: nothing but the state keeps it from polling.
  aheadMs = 120_000;
  expect(await listener.pollNow(pressMs)).toBe(false);
  await vi.waitFor(() => expect(newer.state()).toBe('listening'));
  expect(listener.state()).toBe('taken');
});

test('reports a gap after unread webhooks were pruned, and continues from the oldest', async () => {
  const under = await startRelay();
  for (const id of ['T1', 'T2', 'T3']) await hook(under, body(id));
  const before = shop();
  const earlier = listen(under, {
    ...before.parts,
    receiveWebhook: async (webhook, cursor) => {
      return before.webhooks.length === 0 ? before.parts.receiveWebhook(webhook, cursor) : 'discarded';
    },
  });
  await vi.waitFor(() => expect(before.webhooks).toHaveLength(1));
  await earlier.stop();
  await under.sql('UPDATE mailboxes SET pruned_through = 2');
  await under.sql('DELETE FROM webhooks WHERE id <= 2');
  listen(under, before.parts);
  await vi.waitFor(() => expect(ids(before.webhooks)).toEqual(['T1', 'T3']), { timeout: 30_000 });
  expect(before.gaps).toHaveLength(1);
});

test('a counter that has read nothing yet learns of what was pruned before', async () => {
  const under = await startRelay();
  for (const id of ['T1', 'T2']) await hook(under, body(id));
  await under.sql('UPDATE mailboxes SET pruned_through = 1');
  await under.sql('DELETE FROM webhooks WHERE id = 1');
  const { parts, webhooks, gaps } = shop();
  listen(under, parts);
  await vi.waitFor(() => expect(ids(webhooks)).toEqual(['T2']), { timeout: 30_000 });
  expect(gaps).toHaveLength(1);
});

test('a cursor of a relay whose database was lost is a gap too, and every stored webhook is received', async () => {
  const under = await sharedRelay();
  await hook(under, body('T1'));
  const { parts, webhooks, gaps, cursorIs } = shop();
  cursorIs('000000000000-9');
  listen(under, parts);
  await vi.waitFor(() => expect(ids(webhooks)).toEqual(['T1']), { timeout: 30_000 });
  expect(gaps).toEqual([null]);
});
