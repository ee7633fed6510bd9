import { newShopKey, readShopKey } from '../../../src/main/shop/shop-key.ts';
import { writeConnectionCode } from '../../../src/shared/wire/connection-code.ts';
import { bytesOf, chanceOf } from '../engine/chance.ts';
import { createSchedule, type Schedule } from '../engine/schedule.ts';
import { type InvariantName, invariants } from '../invariants/all.ts';
import type { Item, Plan } from '../plan/plan.ts';
import { type Books, emptyBooks, entryOf, judge, type Step } from '../world/books.ts';
import { type CounterSide, openCounter } from '../world/counter-side.ts';
import type { JournalFile, JournalFiles } from '../world/journal-file.ts';
import { createLine } from '../world/line.ts';
import { onTheWay } from '../world/on-the-way.ts';
import type { Outside } from '../world/outside.ts';
import { patienceMs, press } from '../world/people.ts';
import { openProvider, type ProviderSide } from '../world/provider-side.ts';
import { openMemoryDatabase, type RelayDatabase, type StoredShop } from '../world/relay-database.ts';
import { openRelay, type RelaySide } from '../world/relay-side.ts';
import {
  type Broken,
  clockText,
  faultsIn,
  lastingMs,
  type RunOptions,
  type RunResult,
  restartMs,
} from '../world/run-result.ts';
import { owner } from '../world/staff.ts';
import { happen } from '../world/troubles.ts';
import { keyForgotten, watchedClaims } from './claim-watch.ts';
import { claimsDiffer, emptyClaimBook, erasedHereAlone, type ShopInvariantName, sentTwice } from './promises.ts';
import { replicaDiffers, shippedDiffers } from './shipped.ts';

/** A counter compares its claims with the relay's every five minutes. */
const restMs = 330_000;
const settledMs = 60_000;
/** A log that differs is compared again after ten minutes. */
const logDueMs = 11 * 60_000;
/** What was settled after an erasure is erased within the hour. */
const erasureDueMs = 62 * 60_000;
/** among the files of a world */
const officeFile = 4;
/** how soon the owner sees to the next counter that lacks the key */
const handOnMs = 4000;
/** how long after the world is healed the relay's operator looks at what the counters say of a relay that was put back */
const operatorMs = 5 * 60_000;

interface Counter {
  name: string;
  books: Books;
  mailbox(): string;
  world: Outside;
  file: JournalFile;
  relay: RelaySide;
  provider: ProviderSide;
  side: CounterSide;
}

/**
 * Runs the world of one shop. Each counter has a journal, a clock, lines and a relay process of its own, and a provider, which so
 * never reports to it what another one sent; the relays share their database.
 */
export async function runShop(
  plan: Plan,
  count: number,
  files: JournalFiles,
  options: RunOptions = {},
): Promise<RunResult> {
  const mutant = options.mutant ?? null;
  const chance = chanceOf(`shop/${plan.seed}`);
  const schedule = createSchedule(chance.fork('order'));
  const history: string[] = [];
  const verdict: { broken: Broken | null } = { broken: null };
  const shopKey = newShopKey(bytesOf(chance.fork('shop key')).bytes(32));
  const database = await (options.openDatabase ?? openMemoryDatabase)({ keyId: readShopKey(shopKey)?.id ?? null });
  const { shop } = await storedShop(database);
  const claims = emptyClaimBook();
  /** counters whose folder was put back */
  const older = new Set<Counter>();
  let isCopied = false;
  /** notices of the key before are gone: erasures are repeated at each counter */
  let isTrusted = false;
  let turns = 0;
  const note = (words: () => string): void => {
    if (options.trace === true && !verdict.broken) history.push(`${clockText(schedule.now())} ${words()}`);
  };
  const breaks = (invariant: InvariantName | ShopInvariantName, says: string | null): void => {
    if (says === null || verdict.broken) return;
    verdict.broken = { invariant, says };
    if (options.trace === true) history.push(`${clockText(schedule.now())} BROKEN    (${invariant}) ${says}`);
  };
  const until = (moment: number): Promise<void> => schedule.runUntil(moment, () => verdict.broken !== null);

  const isGone = ({ relay }: Counter): boolean => relay.isRevoked();
  const outcomeOf = (saleId: string): 'success' | 'failed' | null => {
    const books = counters.find((one) => one.books.sales.has(saleId))?.books;
    const sale = books?.sales.get(saleId);
    const entry = books && sale ? entryOf(books, sale) : null;
    if (entry && entry.acted > 0)
      return entry.status === 'pending' ? null : entry.status === 'success' ? 'success' : 'failed';
    const leftAt = books?.sent.findLast((one) => one.saleId === saleId)?.leftAt ?? 0;
    return schedule.now() - leftAt < patienceMs ? null : 'failed';
  };
  const step = (counter: Counter, action: Step): void => {
    if (verdict.broken) return;
    if (action.kind === 'leaving') breaks('l', sentTwice(counters, counter, action.saleId, claims));
    if (action.kind === 'committed' && isChangedAfterAll(action)) claims.reopened.add(action.before?.id ?? '');
    if (action.kind === 'committed') claims.lacking.delete(action.outcome.sale?.id ?? '');
    // What was stolen is nobody's any more, and an older copy of a folder lacks what was promised of the folder.
    if (isGone(counter) || older.has(counter)) return;
    for (const [invariant, { promise }] of Object.entries(invariants)) {
      // Object.entries loses the names' type.
      breaks(invariant as InvariantName, judge(promise, action, counter.books));
    }
  };
  const counters = Array.from({ length: count }, (_, index) => open(index));
  const office = plan.office === true ? open(count, true) : null;
  const everybody = office ? [...counters, office] : counters;

  function open(index: number, isOffice = false): Counter {
    const name = isOffice ? 'office' : `K${index + 1}`;
    const role = isOffice ? ({ role: 'office' } as const) : {};
    const books = emptyBooks(plan.keys);
    const own = chance.fork(name);
    const world: Outside = {
      plan: { ...plan, items: plan.items.filter(({ counter = index }) => counter === index) },
      schedule,
      chance: own.fork('harm'),
      line: createLine(schedule, own.fork('line')),
      books,
      note: (words) => note(() => `${name} ${words()}`),
      nameOf(id) {
        const number = id === null ? -1 : [...books.sales.keys()].indexOf(id);
        return number === -1 ? 'no sale' : `sale ${number + 1}`;
      },
      step: (action) => step(counter, action),
      outcomeOf,
      olderFolder(has) {
        older.add(counter);
        for (const id of books.sales.keys()) if (!has.has(id)) claims.lacking.add(id);
      },
    };
    const file = files.fresh(isOffice ? officeFile : index);
    const wrap = mutant?.relayStore ?? ((store) => store);
    const relay = openRelay(world, database, wrap, {
      id: shop.id,
      counter: name,
      watched: watchedClaims(claims, () => older.has(counter)),
      ...role,
    });
    const provider = openProvider(world, onTheWay(world, relay));
    const side = openCounter(world, { file, provider, relay, mutant, shopKey, ...role });
    const counter = { name, books, world, file, relay, provider, side, mailbox: () => relay.mailbox().id };
    return counter;
  }

  /** Not in one moment: files are real, and which of two counters has read its own first is nobody's to say. */
  const oneByOne = (run: () => void): void => void schedule.after(++turns, run);

  /** What happens to one of them, or to all. */
  const happens = (item: Item): void => {
    if (item.do === 'copy_relay') isCopied = true;
    if (item.do === 'rotate_shop_key') {
      note(() => 'relay     forgets the key of the shop');
      void watchRotation();
    }
    if (item.do === 'restore_relay' && isCopied) void watchRestore();
    for (const [index, { world, side: counter, provider, relay }] of everybody.entries()) {
      if ((item.counter ?? index) === index) happen(world, { counter, provider, relay }, item);
    }
  };

  const healedAt = plan.bustleMs + lastingMs;
  const forgetKey = async (): Promise<void> => {
    await database.rotateShopKey();
    keyForgotten(await storedShop(database), claims);
  };
  const watchRotation = async (): Promise<void> => {
    await forgetKey();
    await handOnKey(everybody, database, schedule, forgetKey);
  };
  /** The operator takes a newer key that a counter has, and the owner hands on what is the shop's key then. */
  const watchRestore = async (): Promise<void> => {
    await schedule.sleep(1);
    const ids = new Set((await storedShop(database)).claims.map(({ id }) => id));
    for (const { books } of counters) for (const id of books.sales.keys()) if (!ids.has(id)) claims.unposted.add(id);
    while (schedule.now() < healedAt + operatorMs) {
      await schedule.sleep(handOnMs);
      if (await database.trustShopKey()) {
        isTrusted = true;
        note(() => 'relay     takes the newer key of the shop');
        keyForgotten(await storedShop(database), claims);
      }
      await handOnOnce(everybody, database, schedule, forgetKey);
    }
  };
  const whole = (): Counter[] => counters.filter((counter) => !older.has(counter));
  const atRest = async (): Promise<void> => {
    if (!verdict.broken) breaks('m', claimsDiffer(whole(), await storedShop(database)));
  };

  /** What is amiss when all is at rest may still be due: a log after a change of the key, what was erased elsewhere. */
  const whenDue = async (dueMs: number, find: () => Promise<string | null>): Promise<string | null> => {
    if (verdict.broken || (await find()) === null) return null;
    await until(schedule.now() + dueMs);
    return find();
  };
  const logDiffers = async ({ name, mailbox, file, side }: Counter): Promise<string | null> => {
    const key = readShopKey((await side.shopKey()) ?? '');
    if (key === null || key.id !== (await storedShop(database)).shop.keyId) return `${name} lacks the key of its shop`;
    return shippedDiffers({ name, mailbox: mailbox(), path: file.path }, database.shippedLog, key);
  };

  try {
    await until(0);
    for (const { relay, side } of everybody) {
      relay.start();
      oneByOne(() => void side.start());
    }
    for (const item of plan.items) schedule.after(item.at, () => happens(item));
    await until(healedAt);
    for (const { world, side, relay } of everybody) {
      world.line.heal();
      side.spare();
      relay.spare();
    }
    note(() => 'world     is healed');
    const lastItem = plan.items.at(-1)?.at ?? 0;
    for (;;) {
      const busyUntil = Math.max(...counters.map(({ provider }) => provider.busyUntil()));
      const rest = Math.max(healedAt, lastItem, busyUntil) + restMs;
      if (schedule.now() >= rest || verdict.broken) break;
      await until(rest);
    }
    // What no counter settles by itself, a person does.
    for (const { side, world } of counters) press(world, side.call(), { do: 'settle_claims' });
    await until(schedule.now() + settledMs);
    for (const counter of counters) step(counter, { kind: 'rest' });
    await atRest();
    const left = whole().filter((counter) => !isGone(counter));
    for (const { side, books } of left) {
      const isUnwritten = [...books.sales.values()].some(({ state }) => state === 'sending');
      if (chance.happens(0.2) || isUnwritten) oneByOne(side.restart);
    }
    await until(schedule.now() + restartMs);
    for (const counter of left) {
      if (verdict.broken) break;
      if (!counter.side.call()) step(counter, { kind: 'started', failed: 'it is not open at the end' });
      step(counter, { kind: 'end', report: counter.file.verify(), ...counter.file.money() });
    }
    await atRest();
    // An erasure is of what was sold until then, by the clock of who erased.
    const isKept = !isTrusted && !plan.items.some((item) => item.do === 'jump_clock');
    const { members } = await storedShop(database);
    if (isKept) breaks('p', await whenDue(erasureDueMs, async () => erasedHereAlone(whole(), members)));
    for (const counter of left) {
      const { name, mailbox, file } = counter;
      // A relay that was put back to before its snapshot gets another one in its time.
      if (isCopied && !(await database.shippedLog.read(mailbox())).snapshot) continue;
      const at = { name, mailbox: mailbox(), path: file.path };
      if (office) breaks('o', await whenDue(logDueMs, async () => replicaDiffers(at, office.file.dataDir)));
      breaks('n', await whenDue(logDueMs, () => logDiffers(counter)));
    }
    const sum = (of: (books: Books) => number): number => counters.reduce((all, { books }) => all + of(books), 0);
    return {
      broken: verdict.broken,
      history,
      events: schedule.events(),
      sales: sum(({ sales }) => sales.size),
      webhooks: sum(({ taken }) => taken.length),
      faults: faultsIn(plan),
      head: verdict.broken ? '' : counters.map(({ file }) => file.verify().head.hash).join(' '),
    };
  } finally {
    for (const { side, file } of everybody) {
      side.stop();
      file.drop();
    }
  }
}

async function storedShop(database: RelayDatabase): Promise<StoredShop> {
  const shop = await database.readShop();
  if (!shop) throw new Error('this world has no shop');
  return shop;
}

async function handOnKey(...args: Parameters<typeof handOnOnce>): Promise<void> {
  const [, , schedule] = args;
  do await schedule.sleep(handOnMs);
  while (!(await handOnOnce(...args)));
}

/**
 * A counter that has the shop's key extends the code of one that lacks it, and the owner enters that there.
 * @returns whether nobody lacks it
 */
async function handOnOnce(
  counters: readonly Counter[],
  database: RelayDatabase,
  schedule: Schedule,
  forgetKey: () => Promise<void>,
): Promise<boolean> {
  /** Null: the counter was killed over it, or is not open. */
  const answered = <T>(request: Promise<T> | null): Promise<T | null> =>
    Promise.race([request, schedule.sleep(handOnMs).then(() => null)]);
  const ids = await Promise.all(
    counters.map(async ({ side }) => readShopKey((await side.shopKey()) ?? '')?.id ?? null),
  );
  const { shop, members: ofShop, offices } = await storedShop(database);
  const has = (_: Counter, index: number): boolean => ids[index] === shop.keyId;
  const members = counters.filter(({ mailbox }) => ofShop.has(mailbox()) || offices.has(mailbox()));
  const from = counters.find(has);
  const to = members.find((counter) => !has(counter, counters.indexOf(counter)));
  if (to === undefined) return true;
  if (from === undefined) {
    // A folder that was put back took the only copy with it: the operator changes the key again.
    if (shop.keyId !== null && ids.every((id) => id !== null)) await forgetKey();
    return false;
  }
  const { id, token } = to.relay.mailbox();
  const plain = { relayUrl: 'https://relay.test', mailbox: id, token, secretKey: null, provider: null, shopKey: null };
  const connectionCode = writeConnectionCode(plain) ?? '';
  const { pin } = owner;
  const extended = await answered(from.side.asOwner((call) => call('shop.addCounter', { connectionCode, pin })));
  if (!extended?.ok) return false;
  const saved = await answered(
    to.side.asOwner((call) => call('settings.save', { connectionCode: extended.value.connectionCode, pin })),
  );
  to.world.note(() => `owner     enters the shop's key: ${saved?.ok === true ? 'ok' : JSON.stringify(saved)}`);
  return false;
}

/** Whether a sale that was settled is not what it was any more. */
const isChangedAfterAll = ({ before, outcome }: Extract<Step, { kind: 'committed' }>): boolean =>
  (before?.state === 'success' || before?.state === 'failed') && outcome.sale?.state !== before.state;
