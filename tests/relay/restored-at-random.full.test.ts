import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { AppWorld } from '../support/app-world.ts';
import { countersOfShop, type FolderCopy, isReady, type ShopCounter } from '../support/counters-of-shop.ts';
import { seededRandom } from '../support/fake-system.ts';
import { relayWithCopies } from '../support/relay-copies.ts';
import { soakSize } from '../support/soak.ts';

const restores = soakSize({ usual: { folder: 2, relay: 1 }, soak: { folder: 100, relay: 50 } });
const pin = '1234';
const patient = { timeout: 30_000, interval: 100 };
const hourMs = 3_600_000;
/** How much later it is when a copy is put back. */
const ages = [0, 0, 2 * hourMs, 9 * hourMs, 26 * hourMs];

interface Order {
  productCode: string;
  customerNo: string;
}

type Shop = Awaited<ReturnType<typeof countersOfShop>>;

/** Three counters of one shop that sell, while a folder of theirs or the relay is put back to an older copy again and again. */
class RestoredShop {
  /** of each counter, by age; the newest last */
  readonly copies: FolderCopy[][] = [[], [], []];
  readonly seen = new Map<string, number>();
  readonly counters: readonly ShopCounter[];
  readonly worlds: AppWorld[];
  private readonly shop: Shop;
  private readonly next: (below: number) => number;
  private laterMs = 0;
  private sales = 0;

  private constructor(seed: string, shop: Shop, worlds: AppWorld[]) {
    this.shop = shop;
    this.counters = shop.counters;
    this.worlds = worlds;
    const random = seededRandom(seed);
    this.next = (below) => new DataView(random.bytes(4).buffer).getUint32(0) % below;
    const now = Date.now;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + this.laterMs);
    onTestFinished(() => clock.mockRestore());
  }

  static async open(seed: string, start?: Parameters<typeof countersOfShop>[1]): Promise<RestoredShop> {
    const shop = await countersOfShop(['Front', 'Middle', 'Back'], start);
    const worlds: AppWorld[] = [];
    for (const counter of shop.counters) {
      const world = await counter.open();
      await world.call('settings.save', { supervisorPin: { next: pin } });
      await isReady(world, counter);
      worlds.push(world);
    }
    return new RestoredShop(seed, shop, worlds);
  }

  one<T>(of: readonly T[]): T {
    const chosen = of[this.next(of.length)];
    if (chosen === undefined) throw new Error('one of none');
    return chosen;
  }

  below(ms: number): number {
    return this.next(ms);
  }

  /** The shop is closed for a while, or for a moment only. */
  async passTime(): Promise<void> {
    const ms = this.one(ages);
    if (ms === 0) return;
    for (const { app } of this.worlds) await app.close();
    this.laterMs += ms;
    for (const n of this.counters.keys()) await this.opened(n, this.counter(n).counter.open());
  }

  counter(n: number): { counter: ShopCounter; world: AppWorld; copies: FolderCopy[] } {
    const [counter, world, copies] = [this.counters[n], this.worlds[n], this.copies[n]];
    if (!counter || !world || !copies) throw new Error(`no counter ${n}`);
    return { counter, world, copies };
  }

  /** Copies the folder of a counter, keeping the last six. */
  async copy(n: number): Promise<void> {
    const { counter, world, copies } = this.counter(n);
    await world.app.close();
    copies.push(counter.copy());
    if (copies.length > 6) copies.shift();
    await this.opened(n, counter.open());
  }

  async opened(n: number, start: Promise<AppWorld>): Promise<void> {
    this.worlds[n] = await start;
    await isReady(this.worlds[n], this.counter(n).counter);
  }

  /** Of a number of its own. */
  nextOrder(): Order {
    this.sales += 1;
    return { productCode: 'TSEL10', customerNo: `0812${10_000_000 + this.sales * 7919}` };
  }

  /** Sells it and answers its id; what stands in the way of any sale is accepted as a supervisor would. */
  async sell(n: number, order: Order): Promise<string> {
    const behaviour = this.one(['never-final', 'never-final', 'lost', null] as const);
    if (behaviour)
      this.shop.provider.simulator.control({ do: 'behave', customer_no: order.customerNo, behaviour, times: 9 });
    return vi.waitFor(async () => {
      const answer = await this.counter(n).world.call('order', order);
      const id = answer.ok ? answer.value.id : answer.error.transaction?.id;
      if (id !== undefined) return id;
      await this.accept(n, answer.error.reason);
      throw new Error(`${answer.error.code} ${answer.error.reason}`);
    }, patient);
  }

  isWithProvider({ customerNo }: Order): Promise<void> {
    return vi.waitFor(() => {
      if (this.sent(customerNo) === 0) throw new Error('it has not left yet');
    }, patient);
  }

  private async accept(n: number, reason: string | undefined): Promise<void> {
    if (reason === 'older_book' || reason === 'relay_restored')
      await this.counter(n).world.call('safety.accept', { what: reason, pin });
  }

  /** Presses a few times at a counter, which must not send. */
  async press(n: number, order: Order, mayGoOn: boolean): Promise<void> {
    for (let times = 0; times < 4; times += 1) {
      await pause(this.below(2000));
      const { ok, error } = await this.counter(n).world.call('order', order);
      this.count(ok ? 'sent again' : `${error.code} ${error.reason ?? ''}`.trim());
      if (ok) return;
      if (mayGoOn) await this.accept(n, error.reason);
    }
  }

  sent(customerNo: string): number {
    return this.shop.sent(customerNo);
  }

  /** What a person at the counter is shown of a sale. */
  async stateSeen(n: number, id: string): Promise<string> {
    return vi.waitFor(async () => {
      const { call } = this.counter(n).world;
      const sale = (await call('transactions.get', { id })).value;
      if (sale) return `as ${sale.state}`;
      if ((await call('shop.openClaims')).value.some((claim) => claim.id === id))
        return 'as a claim that waits for a person';
      if ((await call('webhooks.quarantined')).value.some(({ ref }) => ref === id))
        return 'as a webhook kept for a person';
      if ((await call('status')).value.olderBook) return 'as an older book';
      throw new Error('nothing is shown of a sale that was sent');
    }, patient);
  }

  count(label: string): void {
    this.seen.set(label, (this.seen.get(label) ?? 0) + 1);
  }
}

const seedOf = (): string => process.env['RESTORE_SEED'] ?? String(Date.now());

test(`${restores.folder} folders put back in turn with sales: nothing is sent twice, nothing is lost`, {
  timeout: 3_600_000,
}, async ({ onTestFailed }) => {
  const seed = seedOf();
  onTestFailed(() => console.log(`RESTORE_SEED=${seed}`));
  const shop = await RestoredShop.open(seed);
  for (let done = 0; done < restores.folder; done += 1) {
    const n = shop.below(3);
    await shop.copy(n);
    await shop.passTime();
    const order = shop.nextOrder();
    const id = await shop.sell(n, order);
    await pause(shop.one([0, 100, 600, 1500]));
    const { counter, world, copies } = shop.counter(n);
    await world.app.close();
    counter.putBack(shop.below(3) === 0 ? shop.one(copies) : shop.one(copies.slice(-1)));
    counter.line.fate = ({ url }) =>
      /\/(log|claims)/.test(url) && shop.below(5) === 0
        ? { lost: 'answer', afterMs: shop.below(1000) }
        : { afterMs: shop.below(4000) };
    const start = counter.open();
    await Promise.all([0, 1, 2].filter((other) => other !== n).map((other) => shop.press(other, order, true)));
    counter.line.fate = () => ({});
    await shop.opened(n, start);
    expect(shop.sent(order.customerNo), `restore ${done}`).toBe(1);
    shop.count(`shown ${await shop.stateSeen(n, id)}`);
  }
  console.log(`${restores.folder} folders put back: ${JSON.stringify(Object.fromEntries(shop.seen))}`);
});

test(`${restores.relay} times a relay is put back in turn with sales: nothing is sent twice, nothing is lost`, {
  timeout: 3_600_000,
}, async ({ onTestFailed }) => {
  const seed = seedOf();
  onTestFailed(() => console.log(`RESTORE_SEED=${seed}`));
  const { under, copy, putBack } = await relayWithCopies();
  const shop = await RestoredShop.open(seed, async () => under);
  const copies: string[] = [];
  for (let done = 0; done < restores.relay; done += 1) {
    copies.push(await copy());
    if (copies.length > 4) copies.shift();
    await shop.passTime();
    const n = shop.below(3);
    const order = shop.nextOrder();
    // Where it is late, the relay is put back while the sale is with the provider.
    const lateMs = shop.one([0, 0, 4000]);
    const { line } = shop.counter(n).counter;
    line.answered = ({ url }) => (url.endsWith('/order') ? pause(lateMs) : undefined);
    const selling = shop.sell(n, order);
    await (lateMs === 0 ? selling : shop.isWithProvider(order));
    await pause(shop.one([0, 100, 600, 1500]));
    for (const each of shop.counters)
      each.line.fate = () => (shop.below(8) === 0 ? { lost: 'answer' } : { afterMs: shop.below(1500) });
    // With or without the command that says so.
    const epoch = shop.below(2) === 0 ? null : String(done).padStart(32, '0');
    await putBack(shop.below(3) === 0 ? shop.one(copies) : shop.one(copies.slice(-1)), epoch);
    await Promise.all([0, 1, 2].filter((other) => other !== n).map((other) => shop.press(other, order, false)));
    for (const each of shop.counters) each.line.fate = () => ({});
    const id = await selling;
    expect(shop.sent(order.customerNo), `restore ${done}`).toBe(1);
    shop.count(`shown ${await shop.stateSeen(n, id)}`);
  }
  console.log(`the relay put back ${restores.relay} times: ${JSON.stringify(Object.fromEntries(shop.seen))}`);
});
