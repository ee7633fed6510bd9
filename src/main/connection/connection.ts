import type { Status } from '../../shared/contract/events.ts';
import type { Role } from '../base/role.ts';
import type { System } from '../base/system.ts';
import type { VerificationKeys } from '../proofs/index.ts';
import { createProvider, type Provider, watchClockSkew, watchTransport } from '../provider/index.ts';
import {
  createOfficeClient,
  createRelayMailbox,
  createShippedLogClient,
  createShopClient,
  type OfficeAtRelay,
  type RelayMailbox,
  type ShippedLogAtRelay,
  type ShopAtRelay,
} from '../relay-client/index.ts';
import { keysInForce, type LiveConfig } from '../settings/index.ts';

/** The provider and the mailbox of a counter, live or in training. */
export interface Connection {
  provider: Provider | null;
  /** see SalesPorts */
  providerId?: string;
  mailbox: RelayMailbox | null;
  /** the mailbox's shop at the relay; absent where there is none, as in training */
  shop?: ShopAtRelay;
  /** the log that is shipped to the mailbox; absent where there is none, as in training */
  shippedLog?: (signal: AbortSignal) => ShippedLogAtRelay;
  /** what an office reads of its shop; absent at a counter */
  office?: OfficeAtRelay;
  /** the name under which the mailbox's cursor is stored */
  mailboxKey: string;
  /** keys that a webhook may be signed with now */
  keys(): readonly string[];
  /** those and the retired ones, to verify stored webhooks again */
  verificationKeys(): VerificationKeys;
  missing: Status['missing'];
  providerSeen(): Status['provider'];
  /** how far the relay's clock is ahead of this machine's; null while unknown */
  clockAheadMs(): number | null;
  /** makes the practice provider play a drill's part; absent in live mode */
  practice?: {
    /** sends the success webhook of that sale now; false if it has no such order */
    webhook(saleId: string): boolean;
  };
  close(): Promise<void>;
}

/**
 * After the time limit a sale is unknown. Its answer is read for this much longer, since it may be the only report of the
 * outcome.
 */
const lateAnswerMs = 5 * 60_000;

/** What the settings lack for that role: an office asks nothing of the provider. */
export const missingFor = (role: Role, { missing }: Pick<LiveConfig, 'missing'>): LiveConfig['missing'] =>
  role === 'office' ? missing.filter((name) => name.startsWith('relay') || name === 'secrets') : missing;

/**
 * The shop's live connection. While a setting is missing there is neither provider nor mailbox: a counter that can send but not
 * receive, or receive but not verify, must not sell.
 */
export function openLiveConnection(
  { clock, network }: System,
  config: LiveConfig,
  changed: () => void,
  role: Role = 'counter',
): Connection {
  const { settings, secretKey, relayToken, retiredKeys } = config;
  const { url, proxy, connectTimeoutSeconds, answerTimeoutSeconds, refusalCodes, refusalWords } = settings.provider;
  const { relay } = settings;
  const closing = new AbortController();
  const isOffice = role === 'office';
  const missing = missingFor(role, config);
  const common = {
    missing,
    keys: () => keysInForce(secretKey, retiredKeys, clock.now()),
    verificationKeys: () => ({
      present: secretKey === null ? [] : [secretKey],
      retired: retiredKeys.map((retired) => retired.key),
    }),
    async close() {
      closing.abort();
    },
  };
  if (
    missing.length > 0 ||
    (url === null && !isOffice) ||
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
  const relayClock = watchClockSkew(clock);
  const atRelay = {
    transport: relayClock.watch(network.transport({ proxy })),
    url: relay.url,
    mailbox: relay.mailbox,
    token: relayToken,
  };
  const ofMailbox = {
    ...common,
    mailbox: createRelayMailbox(atRelay),
    shop: createShopClient(atRelay),
    mailboxKey: `${relay.url}#${relay.mailbox}`,
    clockAheadMs: relayClock.aheadMs,
  };
  if (url === null || isOffice) {
    return {
      ...ofMailbox,
      office: createOfficeClient(atRelay),
      provider: null,
      providerSeen: () => ({ state: 'not_configured', at: null }),
    };
  }
  const { host, pathname } = new URL(url);
  const transport = watchTransport(network.transport({ proxy }), clock, changed);
  return {
    ...ofMailbox,
    providerId: `${host}${pathname}`,
    provider: createProvider({
      transport,
      clock,
      baseUrl: url,
      headers: config.providerHeaders,
      connectTimeoutMs: connectTimeoutSeconds * 1000,
      answerTimeoutMs: answerTimeoutSeconds * 1000,
      refusalCodes,
      refusalWords,
      lateAnswerMs,
      signal: closing.signal,
    }),
    shippedLog: (signal) => createShippedLogClient({ ...atRelay, signal }),
    providerSeen: () => transport.seen(),
  };
}
