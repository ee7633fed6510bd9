import { createHmac } from 'node:crypto';
import { ok } from '../../shared/contract/errors.ts';
import type { Status } from '../../shared/contract/events.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import type { ConnectionTest, RelayTrial } from '../../shared/contract/settings.ts';
import type { ShopOfMailbox } from '../../shared/wire/shop.ts';
import { timeoutSignal } from '../base/async.ts';
import { defineFeature, type ModeContext, type ProgramContext } from '../base/feature.ts';
import type { Role } from '../base/role.ts';
import { type Clock, randomUuid, type System, type Transport } from '../base/system.ts';
import { type Provider, productInAnyCase } from '../provider/index.ts';
import { type ReceivedWebhook, type RelayMailbox, toReceivedWebhook } from '../relay-client/index.ts';
import type { LiveConfig, ShopSettings } from '../settings/index.ts';
import { type Connection, openLiveConnection } from './connection.ts';

const receiveTimeoutMs = 15_000;
const connectTimeoutMs = 10_000;
const answerTimeoutMs = 10_000;
const maxAnswerBytes = 64 * 1024;
const pageSize = 50;

/** The counter that is open now. */
interface OpenCounter {
  mode: 'training' | 'live';
  connection: Connection;
  relay(): Status['relay'];
}

/** A code that hardly any provider sells: the test needs an answer in the interface's form only. */
const probe = 'KONTER-TEST';

/**
 * Tests the live connection's present settings, in either mode. Requests one product and one page; buys nothing.
 * @param productCode one that the provider should know; absent: any answer of the interface's form will do
 */
async function testConnection(
  system: System,
  runtime: OpenCounter,
  config: LiveConfig,
  productCode?: string,
): Promise<ConnectionTest> {
  if (runtime.mode === 'live') {
    return {
      ...(await testProvider(runtime.connection.provider, productCode)),
      // The counter's own poller is the test: a second poll would take the mailbox away from it.
      relay: pollerState(runtime),
    };
  }
  const { relay, ...provider } = await tryConnection(system, config, { relay: true, productCode });
  return { ...provider, relay: relay ?? 'not_configured' };
}

/**
 * The same for a closed counter.
 * @param scope relay: false while a counter polls already, because a second poll would take its mailbox; the relay's part is
 * null then
 */
export async function tryConnection(
  system: System,
  config: LiveConfig,
  scope: { relay: boolean; productCode?: string | undefined; role?: Role },
): Promise<ProviderTest & { relay: ConnectionTest['relay'] | null }> {
  const connection = openLiveConnection(system, config, () => {}, scope.role);
  try {
    const relayTest = scope.relay || connection.mailbox === null ? testRelay(system.clock, connection.mailbox) : null;
    const [provider, relay] = await Promise.all([testProvider(connection.provider, scope.productCode), relayTest]);
    return { ...provider, relay };
  } finally {
    await connection.close();
  }
}

/** The shop of a mailbox that is not the settings' one, or not with its token. Undefined: it is in none, or the relay did not say. */
export async function readShopAt(
  system: System,
  config: LiveConfig,
  { token: relayToken, ...at }: { url?: string; mailbox?: string; token: string },
): Promise<ShopOfMailbox | undefined> {
  const settings = { ...config.settings, relay: { ...config.settings.relay, ...at } };
  // As an office's, which needs no more than its mailbox.
  const alone = { ...config, settings, relayToken, missing: [] };
  const connection = openLiveConnection(system, alone, () => {}, 'office');
  try {
    const signal = timeoutSignal(system.clock, answerTimeoutMs);
    const outcome = await connection.mailbox?.poll({ after: null, limit: 1, waitSeconds: 0, signal });
    return outcome?.kind === 'page' || outcome?.kind === 'gone' ? outcome.shop : undefined;
  } finally {
    await connection.close();
  }
}

type ProviderTest = Pick<ConnectionTest, 'provider' | 'productName'>;

async function testProvider(provider: Provider | null, productCode?: string): Promise<ProviderTest> {
  if (!provider) return { provider: 'not_configured' };
  const unknown = { provider: productCode === undefined ? 'ok' : 'no_product' } as const;
  const outcome = await productInAnyCase(provider, productCode ?? probe);
  switch (outcome.kind) {
    case 'answered': {
      if (productCode === undefined) return { provider: 'ok' };
      const { product_code: code, product_name: name } = outcome.value.product;
      const isAsked = code.toUpperCase() === productCode.toUpperCase();
      return isAsked ? { provider: 'ok', productName: name ?? code } : { provider: 'bad_answer' };
    }
    case 'refused':
      return outcome.status === 401 || outcome.status === 403 ? { provider: 'refused' } : unknown;
    case 'never_sent':
      return { provider: 'unreachable' };
    case 'unclear':
      if (outcome.status === null) return { provider: 'unreachable' };
      // "No such product" may come without an envelope: the interface does not document it.
      return outcome.status === 404 ? unknown : { provider: 'bad_answer' };
  }
}

async function testRelay(clock: Clock, mailbox: RelayMailbox | null): Promise<ConnectionTest['relay']> {
  if (!mailbox) return 'not_configured';
  const signal = timeoutSignal(clock, answerTimeoutMs);
  const outcome = await mailbox.poll({ after: null, limit: 1, waitSeconds: 0, signal });
  switch (outcome.kind) {
    case 'page':
    case 'gone':
      return 'ok';
    case 'taken':
    case 'refused':
    case 'unreachable':
      return outcome.kind;
  }
}

function pollerState(runtime: OpenCounter): ConnectionTest['relay'] {
  const { state } = runtime.relay();
  switch (state) {
    case 'listening':
      return 'ok';
    case 'not_configured':
    case 'refused':
    case 'taken':
      return state;
    case 'starting':
    case 'deaf':
      return 'unreachable';
  }
}

type Outcome = RelayTrial['outcome'];

/**
 * Tests the path of an order's result: a webhook signed with the shop's key is posted to the shop's public address, and must
 * arrive in the mailbox. Sends nothing to the payment service and changes no sale.
 */
async function testRelayRoundTrip(
  system: System,
  runtime: OpenCounter & { relayTestReceiver: RelayTestReceiver },
  config: LiveConfig,
): Promise<RelayTrial> {
  const { clock, network } = system;
  const { secretKey } = config;
  const live = runtime.mode === 'live';
  const connection = live ? runtime.connection : openLiveConnection(system, config, () => {});
  const { mailbox } = connection;
  const ref = `konter-test-${randomUuid(system.random)}`;
  const over = new AbortController();
  try {
    if (mailbox === null || secretKey === null) return failedTrial('not_configured');
    const begun = clock.monotonic();
    const ended = AbortSignal.any([timeoutSignal(clock, receiveTimeoutMs), over.signal]);
    // Live, the counter's own poller must receive it: a second poll would take the mailbox away from it.
    const hearing = live ? receivedByPoller(runtime, ref, ended) : receivedFromMailbox(mailbox, connection, ref, ended);
    const posted = await post(network.transport({ proxy: config.settings.provider.proxy }), {
      url: mailbox.callbackUrl(ref),
      ...testWebhook(secretKey),
    });
    if (posted !== null) return failedTrial(posted);
    const outcome = await hearing;
    return outcome === 'ok' ? { outcome, tookMs: Math.round(clock.monotonic() - begun) } : failedTrial(outcome);
  } finally {
    // A poll that went on would take the mailbox from the counter that goes live next.
    over.abort();
    if (!live) await connection.close();
  }
}

const failedTrial = (outcome: Exclude<Outcome, 'ok'>): RelayTrial => ({ outcome, tookMs: null });

/** @returns null when the relay accepted it */
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
  // The relay answers an unknown mailbox and a wrong signature alike.
  return answer.status === 401 ? 'wrong_secret' : 'unreachable';
}

async function receivedByPoller(
  runtime: { relayTestReceiver: RelayTestReceiver },
  ref: string,
  ended: AbortSignal,
): Promise<Outcome> {
  return (await runtime.relayTestReceiver.received(ref, ended)) ? 'ok' : 'not_heard';
}

/** In training no poller reads the shop's mailbox yet: the test reads it from its oldest event and acknowledges nothing. */
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

/** Not an event of the provider's interface: other software ignores it. */
const event = 'konter.test';

/** A webhook that the counter sends to itself through the relay, made and signed like the provider's (spec, Authentication). */
function testWebhook(secretKey: string): { headers: Record<string, string>; body: Uint8Array } {
  const text = JSON.stringify({ message: 'Konter tries its relay.' });
  return {
    body: new TextEncoder().encode(text),
    headers: {
      'content-type': 'application/json',
      'x-service-event': event,
      'x-service-signature': createHmac('sha256', secretKey).update(text).digest('hex'),
    },
  };
}

/** Only one signed with a key of this shop: any other is treated like a stranger's webhook. */
function isTestWebhook({ event: received, signed }: ReceivedWebhook): boolean {
  return signed && received.event === event;
}

/** Takes test webhooks between the mailbox poller and the counter; they leave no trace in the journal. */
export interface RelayTestReceiver {
  /** whether it is a test webhook; then the counter does not receive it */
  takes(received: ReceivedWebhook): boolean;
  /** whether a test webhook with this ref arrives before the signal aborts */
  received(ref: string, signal: AbortSignal): Promise<boolean>;
}

export function createRelayTestReceiver(): RelayTestReceiver {
  const waiting = new Map<string, () => void>();
  return {
    takes(received) {
      if (!isTestWebhook(received)) return false;
      waiting.get(received.event.ref ?? '')?.();
      return true;
    },
    received: (ref, signal) =>
      new Promise((resolve) => {
        const end = (was: boolean): void => {
          waiting.delete(ref);
          resolve(was);
        };
        waiting.set(ref, () => end(true));
        signal.addEventListener('abort', () => end(false), { once: true });
      }),
  };
}

interface ConnectionApiDeps {
  runtime(): OpenCounter & { relayTestReceiver: RelayTestReceiver };
  shop: ShopSettings;
  system: System;
}

/** settings.test and settings.tryRelay: tests of the present connection, without a sale. */
export function connectionHandlers({
  runtime,
  shop,
  system,
}: ConnectionApiDeps): Pick<Handlers, 'settings.test' | 'settings.tryRelay'> {
  return {
    async 'settings.test'(input) {
      const config = shop.config();
      const result = await testConnection(system, runtime(), config, input?.productCode);
      const answers = result.provider === 'ok' || result.provider === 'no_product';
      const product = input?.productCode === undefined ? {} : { product: result.provider === 'ok' };
      await shop.recordTests(config, { provider: answers, ...product });
      return ok(result);
    },
    async 'settings.tryRelay'() {
      const config = shop.config();
      const trial = await testRelayRoundTrip(system, runtime(), config);
      await shop.recordTests(config, { relay: trial.outcome === 'ok' });
      return ok(trial);
    },
  };
}

export interface Context extends ModeContext {
  parts: { openConnection: typeof openLiveConnection };
  shop: ShopSettings;
}

export const connectionFeature = defineFeature({
  start: ({ system, shop }: ProgramContext & { shop: ShopSettings }) => ({
    shopAt: (at: Parameters<typeof readShopAt>[2]) => readShopAt(system, shop.config(), at),
  }),
  /** `liveConnection`: null in training */
  open({ mode, role, system, parts, shop, statusChanged }: Context) {
    const liveConnection = mode === 'live' ? parts.openConnection(system, shop.config(), statusChanged, role) : null;
    return { liveConnection, relayTestReceiver: createRelayTestReceiver() };
  },
  handlers: connectionHandlers,
});
