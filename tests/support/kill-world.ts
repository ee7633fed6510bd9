import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { compiledTests } from '../../scripts/compiled-tests.ts';
import { built } from '../../scripts/project.ts';
import { verifyJournal } from '../../src/main/integrity/verify.ts';
import { openShopDatabase } from '../../src/main/runtime/shop-database.ts';
import { type Transaction, type TransactionState, usableSn } from '../../src/shared/domain/transaction.ts';
import type { LedgerEntry } from '../../src/simulator/core/ledger.ts';
import type { Deliver, WebhookRequest } from '../../src/simulator/core/ports.ts';
import { deliver, type SimulatorServer, startSimulatorServer } from '../../src/simulator/server.ts';
import { builtCounters } from './built-counters.ts';
import { type NodeProcess, startNode } from './child-process.ts';
import { realRandom, temporaryFolder } from './database-files.ts';
import { fakeShopKey } from './fake-shop.ts';
import { freePort } from './local-server.ts';
import { relayCommandInProcess } from './relay-process.ts';
import { askShop } from './shop.ts';

const secret = 'a-secret-of-tests';

/** One webhook as it went out, and what the relay said; null: nothing came back. */
export interface Delivery {
  request: WebhookRequest;
  result: number | null;
}

export interface KillWorld {
  simulator: SimulatorServer;
  relayDatabase: string;
  relayUrl: string;
  /** every attempt of the provider to deliver, once it has ended */
  deliveries: Delivery[];
  /** called as each webhook is answered */
  onAnswer(listener: () => void): void;
  startRelay(): Promise<NodeProcess>;
  openShop(name: string): Promise<Shop>;
  /** Counters of one shop, which have its key. The relay runs. */
  openCounters<const Names extends readonly string[]>(names: Names): Promise<{ [At in keyof Names]: Shop }>;
  /** the provider's book, as anybody may read it */
  ledger(): Promise<LedgerEntry[]>;
}

export interface Shop {
  name: string;
  mailbox: string;
  database: string;
  /** Starts its counter; resolves when it is open, rejects when the start failed. */
  start(env?: Record<string, string>): Promise<NodeProcess>;
}

/**
 * A provider in this process, a relay and shops as processes of their own, all over real sockets on 127.0.0.1.
 * @param options.pace multiplies the provider's delays
 * @param options.wrap stands between the provider and the relay
 */
export async function openKillWorld(
  options: { pace?: number; wrap?: (inner: Deliver) => Deliver } = {},
): Promise<KillWorld> {
  const folder = temporaryFolder();
  const relayDatabase = join(folder, 'relay.db');
  const port = await freePort();
  const relayUrl = `http://127.0.0.1:${port}`;
  const relayEnv = {
    ...compiledTests,
    RELAY_PORT: String(port),
    RELAY_DATABASE_URL: `sqlite:${relayDatabase}`,
    RELAY_MASTER_KEY: '00'.repeat(32),
    RELAY_PUBLIC_URL: relayUrl,
  };
  const deliveries: Delivery[] = [];
  let taken = (): void => {};
  const carry = options.wrap?.(deliver) ?? deliver;
  const simulator = await startSimulatorServer({
    port: 0,
    seed: 'kill',
    secretKey: secret,
    pace: options.pace ?? 0.05,
    // Quickly again, and for longer than any relay is down: what the provider gives up never arrives.
    redelivery: Array.from({ length: 10_000 }, () => 150),
    async deliver(request) {
      const result = await carry(request);
      deliveries.push({ request, result });
      if (result !== null) taken();
      return result;
    },
  });
  onTestFinished(() => simulator.close());

  /** @param keyId of the key that its shop has */
  const openMailbox = async (
    name: string,
    options: readonly string[] = [],
    keyId: string | null = null,
  ): Promise<Shop> => {
    const creation = await relayCommandInProcess(
      relayEnv,
      'mailbox',
      'create',
      name,
      '--secret',
      secret,
      ...options,
      '--json',
    );
    const { mailbox, token } = JSON.parse(creation.stdout) as { mailbox: string; token: string };
    if (keyId !== null) await askShop({ relay: { url: relayUrl }, mailbox, token }, 'shop-key', { keyId });
    const dataDir = join(folder, name);
    const settings = {
      ...compiledTests,
      KONTER_PROVIDER_URL: simulator.url,
      KONTER_SECRET_KEY: secret,
      KONTER_RELAY_URL: relayUrl,
      KONTER_RELAY_MAILBOX: mailbox,
      KONTER_RELAY_TOKEN: token,
    };
    return {
      name,
      mailbox,
      database: join(dataDir, 'live/journal.db'),
      async start(env = {}) {
        const counter = startNode(builtCounters.selling, [dataDir], { ...settings, ...env });
        await counter.until((lines) => lines.includes('open'));
        return counter;
      },
    };
  };
  return {
    simulator,
    relayDatabase,
    relayUrl,
    deliveries,
    onAnswer: (listener) => {
      taken = listener;
    },
    async startRelay() {
      const relay = startNode(built.relay, [], relayEnv);
      await relay.until((lines) => lines.some((line) => line.includes('listens on')));
      return relay;
    },
    openShop: (name) => openMailbox(name),
    async openCounters(names) {
      const { shop } = JSON.parse(
        (await relayCommandInProcess(relayEnv, 'shop', 'create', 'toko', '--json')).stdout,
      ) as {
        shop: string;
      };
      const { text, key } = fakeShopKey();
      const counters: Shop[] = [];
      for (const name of names) {
        writeFileSync(join(folder, `${name}.secrets`), JSON.stringify({ shopKey: text }), { mode: 0o600 });
        counters.push(await openMailbox(name, ['--shop', shop], key.id));
      }
      // oxlint-disable-next-line typescript/consistent-type-assertions -- one for each name
      return counters as { [At in keyof typeof names]: Shop };
    },
    async ledger() {
      const answer = await fetch(new URL('/ledger', simulator.url));
      return ((await answer.json()) as { transactions: LedgerEntry[] }).transactions;
    },
  };
}

interface KeptWebhook {
  mailbox: string;
  ref: string;
  body: string;
}

/** What a shop wrote down, read as an outsider would. */
interface ShopBook {
  name: string;
  sales: Transaction[];
  /** webhooks that did something to a sale */
  received: KeptWebhook[];
  quarantined: number;
  flaw: string | null;
}

const neverLeft: ReadonlySet<TransactionState> = new Set(['unsent', 'inquired', 'expired']);
const final: ReadonlySet<TransactionState> = new Set(['success', 'failed', 'disputed']);

/**
 * Compares the three books once everything has come to rest: the provider's ledger, each shop's journal, the relay's store.
 * @returns every difference in a line of words; none is what must be
 */
export async function compareBooks(world: KillWorld, shops: readonly Shop[]): Promise<string[]> {
  const ledger = await world.ledger();
  const webhooks = relayBook(world.relayDatabase);
  const books = await Promise.all(shops.map(shopBook));
  const sales = new Map(books.flatMap((book) => book.sales.map((sale) => [sale.id, sale])));
  const byProviderId = new Map([...sales.values()].map((sale) => [sale.transactionId, sale]));
  const saleOf = (entry: LedgerEntry): Transaction | undefined => {
    const ref = entry.callback_url?.split('/').at(-1);
    return ref === undefined ? byProviderId.get(entry.transaction_id) : sales.get(ref);
  };
  return [
    ...ledger.flatMap((entry) => providerAgainstJournal(entry, saleOf(entry))),
    ...soldTwice(ledger),
    ...journalAgainstProvider([...sales.values()], ledger, saleOf),
    ...relayAgainstProvider(webhooks, world),
    ...relayAgainstJournal(webhooks, books, sales),
    ...books.flatMap(bookAlone),
  ];
}

/** Nothing that the provider did is missing, and nothing was done twice. */
function providerAgainstJournal(entry: LedgerEntry, sale: Transaction | undefined): string[] {
  const name = `${entry.behaviour} ${entry.transaction_id}`;
  if (entry.acted === 0) return [];
  if (entry.acted > 1) return [`${name}: acted ${entry.acted} times`];
  if (!sale) return [`${name}: done by the provider, absent from the journal`];
  return neverLeft.has(sale.state) ? [`${name}: done by the provider, ${sale.state} in the journal`] : [];
}

/** One press is one entry; and two presses of the same never both succeed without having been asked about. */
function soldTwice(ledger: readonly LedgerEntry[]): string[] {
  const orders = ledger.flatMap(({ callback_url }) => callback_url ?? []);
  const sold = ledger
    .filter(({ status }) => status === 'success')
    .map((entry) => entry.product_code + entry.customer_no);
  return [
    ...doubles(orders).map((url) => `${url}: one press, two orders`),
    ...doubles(sold).map((name) => `${name}: sold twice`),
  ];
}

function journalAgainstProvider(
  sales: readonly Transaction[],
  ledger: readonly LedgerEntry[],
  saleOf: (entry: LedgerEntry) => Transaction | undefined,
): string[] {
  const entryOf = new Map(ledger.map((entry) => [saleOf(entry)?.id, entry]));
  return sales.flatMap((sale) => {
    const entry = entryOf.get(sale.id);
    const there = entry?.status ?? 'absent';
    const results = (entry?.webhooks ?? []).map(({ status, result }) => `${status}: ${result}`).join(', ');
    const name = `${entry?.behaviour ?? sale.productCode} ${sale.id} (${results})`;
    if (sale.state === 'sending') return [`${name}: still sending`];
    if (sale.state === 'failed' && there === 'success') return [`${name}: failed in the journal, success there`];
    if (sale.state !== 'success') return [];
    if (there !== 'success') return [`${name}: success in the journal, ${there} there`];
    return sale.sn === usableSn(entry?.sn ?? null) ? [] : [`${name}: another serial number`];
  });
}

/** Every webhook that was answered 200 is kept, once; nothing else is. */
function relayAgainstProvider(webhooks: readonly KeptWebhook[], { deliveries }: KillWorld): string[] {
  const of = ({ mailbox, ref, body }: KeptWebhook): string => `${mailbox}/${ref} ${body}`;
  const sent = new Map(
    deliveries.map(({ request, result }) => {
      const [mailbox = '', ref = ''] = new URL(request.url).pathname.split('/').slice(2);
      return [{ mailbox, ref, body: new TextDecoder().decode(request.body) }, result] as const;
    }),
  );
  const acknowledged = new Set([...sent].filter(([, result]) => result === 200).map(([webhook]) => of(webhook)));
  const everSent = new Set([...sent.keys()].map(of));
  const stored = new Set(webhooks.map(of));
  return [
    ...[...acknowledged].filter((one) => !stored.has(one)).map((one) => `${one}: acknowledged, not kept by the relay`),
    ...[...stored].filter((one) => !everSent.has(one)).map((one) => `${one}: kept by the relay, never sent`),
    ...doubles(webhooks.map(of)).map((one) => `${one}: kept twice by the relay`),
  ];
}

/** Every kept webhook did its work once, and its order is final. */
function relayAgainstJournal(
  webhooks: readonly KeptWebhook[],
  books: readonly ShopBook[],
  sales: ReadonlyMap<string, Transaction>,
): string[] {
  const of = ({ ref, body }: Pick<KeptWebhook, 'ref' | 'body'>): string => `${ref} ${body}`;
  const received = books.flatMap((book) => book.received.map(of));
  const bodies = new Set(received);
  return [
    ...webhooks.filter((one) => !bodies.has(of(one))).map((one) => `${of(one)}: kept by the relay, never applied`),
    ...doubles(received).map((one) => `${one}: applied twice`),
    ...webhooks.flatMap(({ ref, body }) => {
      const { status } = JSON.parse(body) as { status: string };
      const state = sales.get(ref)?.state ?? 'inquired';
      return status === 'pending' || final.has(state) ? [] : [`${ref}: reported ${status}, and still ${state}`];
    }),
  ];
}

function bookAlone({ name, sales, quarantined, flaw }: ShopBook): string[] {
  return [
    ...(flaw === null ? [] : [`${name}: ${flaw}`]),
    ...(quarantined === 0 ? [] : [`${name}: ${quarantined} webhooks quarantined`]),
    ...doubles(sales.flatMap(({ receiptNo }) => receiptNo ?? [])).map((one) => `${name}: receipt ${one} given twice`),
    ...sales
      .filter(({ state, receiptNo }) => state === 'success' && receiptNo === null)
      .map(({ id }) => `${name}: ${id} has no receipt number`),
  ];
}

function doubles(all: readonly string[]): string[] {
  const seen = new Set<string>();
  return all.filter((one) => seen.has(one) || !seen.add(one));
}

export function relayBook(path: string): KeptWebhook[] {
  const db = new Database(path, { readonly: true });
  const rows = db
    .prepare(
      'SELECT m.id AS mailbox, w.ref, CAST(w.body AS TEXT) AS body FROM webhooks w JOIN mailboxes m ON m.number = w.mailbox ORDER BY w.id',
    )
    .all();
  db.close();
  return rows as KeptWebhook[];
}

async function shopBook(shop: Shop): Promise<ShopBook> {
  const report = verifyJournal(shop.database);
  const db = await openShopDatabase({ path: shop.database, random: realRandom, readOnly: true });
  const sales: Transaction[] = [];
  const received: KeptWebhook[] = [];
  let cursor: string | null = null;
  do {
    const page = await db.search({ limit: 200, ...(cursor === null ? {} : { cursor }) });
    sales.push(...page.items);
    cursor = page.next;
  } while (cursor !== null);
  for (const sale of sales) {
    for (const event of await db.timeline(sale.id)) {
      if (event.type === 'webhook.quarantined') continue;
      const webhookBodies = event.bodies.filter(({ role }) => role === 'webhook');
      received.push(...webhookBodies.map(({ text }) => ({ mailbox: shop.mailbox, ref: sale.id, body: text ?? '' })));
    }
  }
  const quarantined = (await db.quarantined(50)).length;
  await db.close();
  return {
    name: shop.name,
    sales,
    received,
    quarantined,
    flaw: report.flaw ? `${report.flaw.row} ${report.flaw.why}` : null,
  };
}

/** How many webhooks a shop's journal holds, whatever they did. An unverified one is no webhook that the relay has kept. */
export function webhooksApplied(shop: Shop): number {
  const db = new Database(shop.database, { readonly: true });
  const count = db
    .prepare(
      "SELECT count(*) FROM events WHERE (type LIKE 'webhook.%' OR type = 'sale.created_from_webhook') AND type <> 'webhook.unverified'",
    )
    .pluck()
    .get();
  db.close();
  return Number(count);
}
