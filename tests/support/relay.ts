import { createHmac, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { onTestFinished } from 'vitest';
import { defaultLimits, type Limits } from '../../src/relay/http/limits.ts';
import { createLog } from '../../src/relay/http/log.ts';
import { openRelay, type RunningRelay } from '../../src/relay/open-relay.ts';
import type { Database } from '../../src/relay/store/database-url.ts';
import { newDatabase } from './engines.ts';
import { faultOf } from './relay-described.ts';

export { folder } from './folder.ts';

export const secret = 'a-secret-of-tests';
export const masterKey = randomBytes(32);

export interface RelayUnderTest {
  relay: RunningRelay;
  mailbox: string;
  token: string;
  /** changes or asks the database past the relay */
  sql(text: string): Promise<Record<string, unknown>[]>;
  database: Database;
  /** stops it, and starts it again on the same port and database */
  restart(): Promise<void>;
}

/** A real relay on any port, with one mailbox. */
export async function startRelay(
  limits: Partial<Limits> = {},
  more: Partial<Pick<Parameters<typeof openRelay>[0], 'log' | 'trustProxy' | 'retention'>> = {},
): Promise<RelayUnderTest> {
  const { database, sql } = await newDatabase();
  const open = (port: number): Promise<RunningRelay> =>
    openRelay({
      database,
      masterKey,
      host: '127.0.0.1',
      port,
      metricsAddress: { host: '127.0.0.1', port: 0 },
      log: createLog('silent'),
      limits: { ...defaultLimits, ...limits },
      ...more,
    });
  const under: RelayUnderTest = {
    relay: await open(0),
    mailbox: '',
    token: '',
    database,
    sql,
    restart: async () => {
      await under.relay.close();
      under.relay = await open(Number(new URL(under.relay.url).port));
    },
  };
  Object.assign(under, await under.relay.createMailbox({ name: 'a shop', secret }));
  onTestFinished(() => under.relay.close());
  return under;
}

export interface Answer {
  status: number;
  text: string;
  json: { status?: string; message?: string; [key: string]: unknown };
}

/** One plain request, its path sent exactly as given. Rejects when the answer is not as the OpenAPI description says. */
export function ask(
  url: string,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: Uint8Array | string; signal?: AbortSignal } = {},
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const { method = 'GET', headers = {}, body, signal } = options;
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers, signal, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const text = Buffer.concat(parts).toString();
        const fault = faultOf({ method, path, status: response.statusCode ?? 0, headers: response.headers, text });
        if (fault !== null) {
          reject(new Error(`${method} ${path} was not answered as described: ${fault}`));
          return;
        }
        const isJson = text !== '' && String(response.headers['content-type']).startsWith('application/json');
        resolve({ status: response.statusCode ?? 0, text, json: isJson ? JSON.parse(text) : {} });
      });
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

export const sign = (body: Uint8Array | string, key = secret): string =>
  createHmac('sha256', key).update(body).digest('hex');

/** A webhook as the payment service sends it, with a right signature unless another is given. */
export function hook(
  { relay, mailbox }: { relay: { url: string }; mailbox: string },
  body: Uint8Array | string,
  options: { ref?: string; signature?: string | null; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { ref = 'order-1', signature = sign(body), headers = {} } = options;
  return ask(relay.url, `/hooks/${mailbox}/${ref}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-service-event': 'transaction.update',
      ...(signature === null ? {} : { 'x-service-signature': signature }),
      ...headers,
    },
  });
}

export interface EventAnswer {
  cursor: string;
  ref: string | null;
  body: string;
  bodyEncoding: string;
  event: string | null;
  signature: string | null;
}

/** One poll; `events` is empty where the answer is not a page. */
export async function poll(
  { relay, mailbox, token }: { relay: { url: string }; mailbox: string; token: string },
  query: { after?: string | null; limit?: number; wait?: number } = {},
  signal?: AbortSignal,
): Promise<Answer & { events: EventAnswer[] }> {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== null) search.set(key, String(value));
  const answer = await ask(relay.url, `/v1/mailboxes/${mailbox}/events?${search}`, {
    headers: { authorization: `Bearer ${token}` },
    ...(signal ? { signal } : {}),
  });
  return { ...answer, events: (answer.json.events as EventAnswer[] | undefined) ?? [] };
}

/** A webhook's body about a fake sale. */
export const body = (transactionId: string): string =>
  JSON.stringify({ transaction_id: transactionId, customer_no: '081234567890', status: 'success', sn: '123' });

/** What a relay shows at its metrics' address. */
export async function metricsOf({ metricsUrl }: Pick<RunningRelay, 'metricsUrl'>): Promise<string> {
  return (await fetch(`${metricsUrl}/metrics`)).text();
}

/** One number of /metrics, as it stands there: the name, with its labels if it has any. */
export async function metric({ relay }: Pick<RelayUnderTest, 'relay'>, name: string): Promise<number> {
  const text = await metricsOf(relay);
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1),
  );
}
