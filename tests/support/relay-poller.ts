import { randomBytes } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../src/main/base/system/clock-and-random.ts';
import { createNodeTransport } from '../../src/main/base/system/http-transport.ts';
import { createRelayMailbox } from '../../src/main/relay-client/mailbox-client.ts';
import { createMailboxPoller, type MailboxPoller } from '../../src/main/relay-client/mailbox-poller.ts';
import type { CounterWorld } from './counter-world.ts';
import { recordingLog } from './fake-system.ts';
import { type RelayUnderTest, secret } from './relay.ts';

/** The counter's mailbox poller at a real relay, as the app puts it together; it stops with the test. */
export function pollRelay(
  { relay: { url }, mailbox, token }: RelayUnderTest,
  { counter, db }: CounterWorld,
): MailboxPoller {
  const poller = createMailboxPoller({
    mailbox: createRelayMailbox({ transport: createNodeTransport(), url, mailbox, token }),
    clock: systemClock,
    random: { bytes: (count) => randomBytes(count) },
    log: recordingLog(),
    keys: async () => [secret],
    readCursor: () => db.cursor(url),
    receiveWebhook: (webhook, cursor) => counter.receiveWebhook(webhook, { mailbox: url, cursor }),
    onGap: (oldest) => counter.relayGap(url, oldest),
    onUnverified: (webhooks) => counter.recordUnverified(webhooks),
    onState: () => undefined,
  });
  onTestFinished(() => poller.stop());
  return poller;
}
