import { createHash, createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, onTestFinished } from 'vitest';
import { projectDir } from '../../scripts/project.ts';
import { createCursors } from '../../src/relay/core/cursor.ts';
import { type ReplayResult, replayMailbox } from '../../src/relay/core/mailbox-service.ts';
import { defaultLimits, type Limits } from '../../src/relay/http/limits.ts';
import { openApi } from '../../src/relay/http/openapi.ts';
import { statuses } from '../../src/relay/http/responses.ts';
import { openRelay, type RunningRelay } from '../../src/relay/open-relay.ts';
import { type OpenStore, openStore } from '../../src/relay/store/open-store.ts';
import type { Database } from '../../src/server/database.ts';
import { createLog } from '../../src/server/log.ts';
import type { Clock } from '../../src/server/ports.ts';
import { newDatabase } from './relay-databases.ts';
import type { AtEnd } from './temporary-folder.ts';

export const secret = 'a-secret-of-tests';
export const masterKey = randomBytes(32);

export interface RelayUnderTest {
  relay: RunningRelay;
  mailbox: string;
  token: string;
  /** changes or asks the database past the relay */
  sql(text: string): Promise<Record<string, unknown>[]>;
  database: Database;
  /** the store beside the relay, opened once for all of its tests */
  openedBeside(): Promise<OpenStore>;
  /** stops it, and starts it again on the same port and database */
  restart(): Promise<void>;
}

/**
 * One relay for the tests of a file that leave it as it is: each gets a mailbox of its own, and all count into the same metrics and
 * limits. To be called once, outside the tests.
 */
export function relayOfFile(): () => Promise<RelayUnderTest> {
  const ends: Array<() => unknown> = [];
  let opened: Promise<RelayUnderTest> | null = null;
  afterAll(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });
  return async () => {
    const under = await (opened ??= startRelay({}, {}, (end) => ends.push(end)));
    return { ...under, ...(await under.relay.createMailbox({ name: 'a shop', secret })) };
  };
}

/** One for all relays of a worker: each writes what it buffered twice a second for as long as its process runs. */
export const silentLog = createLog('silent');

/** A real relay on any port, with one mailbox. */
export async function startRelay(
  limits: Partial<Limits> = {},
  more: Partial<Pick<Parameters<typeof openRelay>[0], 'log' | 'trustProxy' | 'retention' | 'verifierKeys'>> = {},
  atEnd: AtEnd = onTestFinished,
): Promise<RelayUnderTest> {
  const { database, sql } = await newDatabase(atEnd);
  const open = (port: number): Promise<RunningRelay> =>
    openRelay({
      database,
      masterKey,
      host: '127.0.0.1',
      port,
      metricsAddress: { host: '127.0.0.1', port: 0 },
      log: silentLog,
      limits: { ...defaultLimits, ...limits },
      ...more,
    });
  let opened: Promise<OpenStore> | null = null;
  const under: RelayUnderTest = {
    relay: await open(0),
    mailbox: '',
    token: '',
    database,
    sql,
    openedBeside: () => (opened ??= openStore(database, masterKey)),
    restart: async () => {
      await under.relay.close();
      under.relay = await open(Number(new URL(under.relay.url).port));
    },
  };
  Object.assign(under, await under.relay.createMailbox({ name: 'a shop', secret }));
  atEnd(async () => {
    await (await opened)?.store.close();
    await under.relay.close();
  });
  return under;
}

export interface Answer {
  status: number;
  text: string;
  json: { status?: string; message?: string; [key: string]: unknown };
}

/** One plain request, its path sent exactly as given. Rejects when the answer is not as the OpenAPI description says. */
export function sendRequest(
  url: string,
  path: string,
  options: {
    method?: string;
    headers?: Record<string, string | string[]>;
    body?: Uint8Array | string;
    signal?: AbortSignal;
  } = {},
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const { method = 'GET', headers = {}, body, signal } = options;
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers, signal, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (chunk: Buffer) => parts.push(chunk));
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
  options: { ref?: string; signature?: string | null; headers?: Record<string, string | string[]> } = {},
): Promise<Answer> {
  const { ref = 'order-1', signature = sign(body), headers = {} } = options;
  return sendRequest(relay.url, `/hooks/${mailbox}/${ref}`, {
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
  query: { after?: string | null; limit?: number; wait?: number; notices?: number; reader?: string; takes?: 1 } = {},
  signal?: AbortSignal,
): Promise<Answer & { events: EventAnswer[] }> {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== null) search.set(key, String(value));
  const answer = await sendRequest(relay.url, `/v1/mailboxes/${mailbox}/events?${search}`, {
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

interface Seen {
  method: string;
  /** as it was sent, with its query */
  path: string;
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

interface DescribedAnswer {
  content: Record<string, unknown>;
  headers?: Record<string, { required: boolean; schema: { pattern: string } }>;
}

const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(openApi, 'relay');
const pointer = (...parts: string[]): string =>
  parts.map((segment) => `/${encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

const described = Object.entries(openApi.paths).map(([template, methods]) => ({
  template,
  shape: new RegExp(`^${template.replace('{ref}', '[A-Za-z0-9_-]{1,64}').replace('{mailbox}', '[^/]{1,200}')}$`),
  methods: methods as unknown as Record<string, { responses: Record<string, DescribedAnswer> }>,
}));

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path.split('?', 1)[0] ?? '');
  } catch {
    return null;
  }
}

/** On the paths of webhooks they say nothing, as the description says. */
function withoutMoreSlashes(path: string | null): string | null {
  return path !== null && /^\/+hooks\//.test(path) ? path.replace(/\/+/g, '/').replace(/(?<=.)\/$/, '') : path;
}

/** What stands between an answer and the OpenAPI description; null when they agree. */
export function faultOf({ method, path, status, headers, text }: Seen): string | null {
  if (!(statuses as readonly number[]).includes(status)) return `${status} is no code of the relay`;
  if (headers['content-length'] !== String(Buffer.byteLength(text)) && method !== 'HEAD') return 'a wrong length';
  const plain = withoutMoreSlashes(decoded(path));
  const route = plain === null ? undefined : described.find(({ shape }) => shape.test(plain));
  const answer = route?.methods[method.toLowerCase()]?.responses[status];
  if (route === undefined || answer === undefined) return undescribed(status, headers, text, method);
  for (const [name, { required, schema }] of Object.entries(answer.headers ?? {})) {
    const value = headers[name.toLowerCase()];
    if (value === undefined ? required : !new RegExp(schema.pattern).test(String(value))) return `header ${name}`;
  }
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  if (!(type in answer.content)) return `${type} instead of ${Object.keys(answer.content).join()}`;
  const value: unknown = type === 'application/json' ? JSON.parse(text) : text;
  const where = pointer('paths', route.template, method.toLowerCase(), 'responses', String(status), 'content', type);
  return ajv.validate(`relay#${where}/schema`, value) ? null : ajv.errorsText();
}

/** No such path, no such method, or not a request at all. */
function undescribed(status: number, headers: IncomingHttpHeaders, text: string, method: string): string | null {
  if (![400, 404, 405].includes(status)) return `${status} is not described here`;
  if (status === 405 && !/^(GET|POST)(, GET)?$/.test(headers.allow ?? '')) return '405 without Allow';
  if (headers['content-type'] !== 'application/json; charset=utf-8') return 'not JSON';
  if (method === 'HEAD') return null;
  return ajv.validate('relay#/components/schemas/Answer', JSON.parse(text)) ? null : ajv.errorsText();
}

/** of each mailbox of a crowd */
const token = 'tOfAllOfThem';

/** More mailboxes than commands could make in the time of a test. */
export async function manyMailboxes(under: RelayUnderTest, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, at) => `mCrowd${at}`);
  const hash = createHash('sha256').update(token).digest('hex');
  const rows = names.map((id) => `('${id}', 'crowd', '${hash}', '2026-01-01T00:00:00.000Z')`);
  await under.sql(`INSERT INTO mailboxes (id, name, token_hash, created_at) VALUES ${rows.join()}`);
  return names;
}

/** A poll of one of them, as bytes. @param wait in seconds */
export const pollOf = (mailbox: string, wait: number, more = ''): string =>
  `GET /v1/mailboxes/${mailbox}/events?wait=${wait} HTTP/1.1\r\nHost: relay\r\n${more}Authorization: Bearer ${token}\r\n\r\n`;

/** The reports to those who run relays. */
export const operatorsPage = readFileSync(join(projectDir, 'docs/relay.md'), 'utf8');

/** The content of the fenced block after these words. */
export const blockAfter = (words: string): string =>
  /```\w*\n([\s\S]*?)```/.exec(operatorsPage.slice(operatorsPage.indexOf(words)))?.[1] ?? '';

/** A file of deploy/relay. */
export const operatorsFile = (name: string): string => readFileSync(join(projectDir, 'deploy/relay', name), 'utf8');

export const named = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => `T${from + at}`);

export interface DatabaseUnderTest {
  database: Database;
  /** absent: that of the tests */
  masterKey?: Buffer;
  openedBeside?: RelayUnderTest['openedBeside'];
}

/** The store as a command opens it, beside the relay. */
export async function beside(under: DatabaseUnderTest): Promise<OpenStore> {
  const opened = await openStore(under.database, under.masterKey ?? masterKey);
  onTestFinished(() => opened.store.close());
  return opened;
}

/** A running relay whose mailbox holds T1, T2 and so on, and what a counter does that has received all of them. */
export async function mailboxOf(count: number) {
  const under = await startRelay();
  const { mailbox } = under;
  const { store } = await beside(under);
  // All of one moment: it is not by their times that their order is known.
  const webhooks = named(1, count).map((id) => ({
    mailbox,
    fingerprint: `${mailbox} ${id}`,
    ref: null,
    event: null,
    signature: '',
    body: Buffer.from(body(id)),
    receivedAt: '2026-01-01T00:00:00.000Z',
  }));
  for (let from = 0; from < count; from += 500) await store.append(webhooks.slice(from, from + 500));
  let after: string | null = null;
  /** Reads on from where it stopped, until there is nothing more. */
  const receiveAll = async (wait = 0): Promise<string[]> => {
    const received: string[] = [];
    for (let more = true; more; ) {
      const page = await poll(under, { after, limit: 500, wait: received.length > 0 ? 0 : wait });
      if (page.status !== 200) throw new Error(`the poll was answered ${page.status}`);
      received.push(
        ...page.events.map((event) => (JSON.parse(event.body) as { transaction_id: string }).transaction_id),
      );
      after = page.json.next as string | null;
      more = page.json.more === true;
    }
    return received;
  };
  return {
    under,
    receiveAll,
    /** Opens the database as one more command does; answers what replays all that is kept. */
    command: async (): Promise<(clock: Clock) => Promise<ReplayResult>> => {
      const { store: opened, mailboxes } = await beside(under);
      const cursors = createCursors(() => opened.epoch);
      return (clock) => replayMailbox({ store: mailboxes, cursors, clock }, { mailbox, from: null });
    },
  };
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** What this process holds after a collection, in bytes: objects, and what stands in buffers. */
export function collected(): { objects: number; buffers: number } {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return { objects: heapUsed, buffers: arrayBuffers };
}

/** The relay of a counter's settings. */
export const relayEnv = ({
  relay,
  mailbox,
  token,
}: Pick<RelayUnderTest, 'mailbox' | 'token'> & { relay: { url: string } }) => ({
  KONTER_RELAY_URL: relay.url,
  KONTER_RELAY_MAILBOX: mailbox,
  KONTER_RELAY_TOKEN: token,
});

/** All of its settings; nobody answers at that provider. */
export const counterEnv = (under: Parameters<typeof relayEnv>[0], provider = 'http://127.0.0.1:9/v1') => ({
  KONTER_PROVIDER_URL: provider,
  KONTER_SECRET_KEY: secret,
  ...relayEnv(under),
});
