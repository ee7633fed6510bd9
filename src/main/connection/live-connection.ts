import { createNodeTransport } from '../base/system/http-transport.ts';
import { systemClock } from '../base/system/node-system.ts';
import { createProvider, watchClockSkew, watchTransport } from '../provider/index.ts';
import { createRelayMailbox } from '../relay-client/index.ts';
import { keysInForce, type LiveConfig } from '../settings/index.ts';
import type { Connection } from './connection.ts';

/** Once the time is up a sale is unknown; its answer is still read for so long, since it may be the only word there is. */
const lateAnswerMs = 5 * 60_000;

/**
 * The shop's own connection. While anything is missing there is neither provider nor mailbox: a counter that could send but
 * not hear, or hear but not verify, must not sell.
 */
export function openLiveConnection(config: LiveConfig, changed: () => void): Connection {
  const { settings, secretKey, relayToken, retiredKeys } = config;
  const { url, proxy, connectTimeoutSeconds, answerTimeoutSeconds, refusalCodes, refusalWords } = settings.provider;
  const { relay } = settings;
  const closing = new AbortController();
  const common = {
    missing: config.missing,
    keys: () => keysInForce(secretKey, retiredKeys, systemClock.now()),
    verificationKeys: () => ({
      present: secretKey === null ? [] : [secretKey],
      retired: retiredKeys.map((retired) => retired.key),
    }),
    async close() {
      closing.abort();
    },
  };
  if (
    config.missing.length > 0 ||
    url === null ||
    relay.url === null ||
    relay.mailbox === null ||
    relayToken === null
  ) {
    return {
      ...common,
      provider: null,
      mailbox: null,
      mailboxKey: '',
      providerSeen: () => ({ state: 'not_configured', at: null }),
      clockAheadMs: () => null,
    };
  }
  const { host, pathname } = new URL(url);
  const relayClock = watchClockSkew(systemClock);
  const transport = watchTransport(createNodeTransport({ proxy }), systemClock, changed);
  return {
    ...common,
    providerId: `${host}${pathname}`,
    provider: createProvider({
      transport,
      clock: systemClock,
      baseUrl: url,
      headers: config.providerHeaders,
      connectTimeoutMs: connectTimeoutSeconds * 1000,
      answerTimeoutMs: answerTimeoutSeconds * 1000,
      refusalCodes,
      refusalWords,
      lateAnswerMs,
      signal: closing.signal,
    }),
    mailbox: createRelayMailbox({
      transport: relayClock.watch(createNodeTransport({ proxy })),
      url: relay.url,
      mailbox: relay.mailbox,
      token: relayToken,
    }),
    mailboxKey: `${relay.url}#${relay.mailbox}`,
    providerSeen: () => transport.seen(),
    clockAheadMs: relayClock.aheadMs,
  };
}
