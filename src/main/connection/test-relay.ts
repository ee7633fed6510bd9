import { randomUUID } from 'node:crypto';
import type { RelayTrial } from '../../shared/contract/connection-test.ts';
import { createNodeTransport } from '../base/system/http-transport.ts';
import { systemClock } from '../base/system/node-system.ts';
import type { Transport } from '../base/system.ts';
import { type RelayMailbox, toReceivedWebhook } from '../relay-client/index.ts';
import type { LiveConfig } from '../settings/index.ts';
import type { Connection } from './connection.ts';
import { openLiveConnection } from './live-connection.ts';
import type { RelayTestReceiver } from './relay-test-receiver.ts';
import type { OpenCounter } from './test-connection.ts';
import { isTestWebhook, testWebhook } from './test-webhook.ts';

const receiveTimeoutMs = 15_000;
const connectTimeoutMs = 10_000;
const answerTimeoutMs = 10_000;
const maxAnswerBytes = 64 * 1024;
const pageSize = 50;

type Outcome = RelayTrial['outcome'];

/**
 * The way of an order's result, walked once: a webhook signed with the shop's key is posted to the shop's public address, and
 * must come out of the mailbox again. Sends nothing to the payment service and changes no sale.
 */
export async function testRelayRoundTrip(
  runtime: OpenCounter & { relayTestReceiver: RelayTestReceiver },
  config: LiveConfig,
): Promise<RelayTrial> {
  const { secretKey } = config;
  const live = runtime.mode === 'live';
  const connection = live ? runtime.connection : openLiveConnection(config, () => {});
  const { mailbox } = connection;
  const ref = `konter-test-${randomUUID()}`;
  const over = new AbortController();
  try {
    if (mailbox === null || secretKey === null) return told('not_configured');
    const begun = systemClock.monotonic();
    const ended = AbortSignal.any([AbortSignal.timeout(receiveTimeoutMs), over.signal]);
    // Live, the counter's own ear must hear it: a second poll would take the mailbox away from it.
    const hearing = live ? receivedByPoller(runtime, ref, ended) : receivedFromMailbox(mailbox, connection, ref, ended);
    const posted = await post(createNodeTransport({ proxy: config.settings.provider.proxy }), {
      url: mailbox.callbackUrl(ref),
      ...testWebhook(secretKey),
    });
    if (posted !== null) return told(posted);
    const outcome = await hearing;
    return outcome === 'ok' ? { outcome, tookMs: Math.round(systemClock.monotonic() - begun) } : told(outcome);
  } finally {
    // A poll that went on would take the mailbox from the counter that goes live next.
    over.abort();
    if (!live) await connection.close();
  }
}

const told = (outcome: Exclude<Outcome, 'ok'>): RelayTrial => ({ outcome, tookMs: null });

/** @returns null when the relay has taken it */
async function post(
  transport: Transport,
  webhook: { url: string; headers: Record<string, string>; body: Uint8Array },
): Promise<Exclude<Outcome, 'ok'> | null> {
  const answer = await transport.exchange({
    method: 'POST',
    ...webhook,
    connectTimeoutMs,
    answerTimeoutMs,
    maxAnswerBytes,
  });
  if (answer.kind !== 'answered') return 'unreachable';
  if (answer.status === 200) return null;
  // The relay tells an unknown mailbox and a wrong signature alike.
  return answer.status === 401 ? 'wrong_secret' : 'unreachable';
}

async function receivedByPoller(
  runtime: { relayTestReceiver: RelayTestReceiver },
  ref: string,
  ended: AbortSignal,
): Promise<Outcome> {
  return (await runtime.relayTestReceiver.received(ref, ended)) ? 'ok' : 'not_heard';
}

/** In training nobody listens to the shop's own mailbox yet: it is read from its oldest event, and nothing is acknowledged. */
async function receivedFromMailbox(
  mailbox: RelayMailbox,
  { keys }: Pick<Connection, 'keys'>,
  ref: string,
  signal: AbortSignal,
): Promise<Outcome> {
  let after: string | null = null;
  while (!signal.aborted) {
    const page = await mailbox.poll({ after, limit: pageSize, waitSeconds: 5, signal });
    if (page.kind === 'gone') {
      after = page.oldest;
      continue;
    }
    if (signal.aborted) break;
    if (page.kind !== 'page') return page.kind;
    if (page.events.some((event) => event.ref === ref && isTestWebhook(toReceivedWebhook(event, keys())))) return 'ok';
    after = page.events.at(-1)?.cursor ?? after;
  }
  return 'not_heard';
}
