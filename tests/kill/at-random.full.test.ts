import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { NodeProcess } from '../support/child-process.ts';
import { seededRandom } from '../support/fake-system.ts';
import {
  compareBooks,
  type KillWorld,
  openKillWorld,
  relayBook,
  type Shop,
  webhooksApplied,
} from '../support/kill-world.ts';
import { soakSize } from '../support/soak.ts';

const minKills = soakSize({
  usual: { counter: 5, relay: 2, together: 10 },
  soak: { counter: 100, relay: 40, together: 200 },
});
const shops = 3;

/** Chooses the moments. What the machine does meanwhile is not in its hands: a seed gives a similar run, not the same. */
function moments(seed: string): (below: number) => number {
  const random = seededRandom(seed);
  return (below) => new DataView(random.bytes(4).buffer).getUint32(0) % below;
}

/** A moment after something has happened: commits, sockets and answers are between the one and the other. */
const soon = (next: (below: number) => number): Promise<void> => delay(next(8));

test(`counters and relay killed ${minKills.together} times at random under load: the three books agree`, {
  timeout: 1_800_000,
}, async ({ onTestFailed }) => {
  const seed = process.env['KILL_SEED'] ?? String(Date.now());
  onTestFailed(() => console.log(`KILL_SEED=${seed}`));
  const world = await openKillWorld();
  const killed = { counter: 0, relay: 0 };
  const enough = (): boolean =>
    killed.counter >= minKills.counter &&
    killed.relay >= minKills.relay &&
    killed.counter + killed.relay >= minKills.together;
  const all: Shop[] = [];
  for (let n = 0; n < shops; n++) all.push(await world.openShop(`shop-${n}`));

  const counters = Promise.all(
    all.map((shop, n) => killCounters(shop, n, moments(`${seed}/${n}`), enough, () => (killed.counter += 1))),
  );
  const relay = await killRelays(world, moments(`${seed}/relay`), counters, () => (killed.relay += 1));

  const running = await Promise.all(all.map((shop) => shop.start()));
  await everythingApplied(world, all);
  for (const counter of running) expect(await counter.end()).toBe(0);
  expect(await relay.end('SIGTERM')).toBe(0);

  expect(await compareBooks(world, all)).toEqual([]);
  const ledger = await world.ledger();
  expect(ledger.filter(({ acted }) => acted > 0).length).toBeGreaterThan(minKills.together);
  console.log(
    `killed ${killed.counter} counters and ${killed.relay} relays; the provider acted ${ledger.filter(({ acted }) => acted > 0).length} times`,
  );
});

/** Starts the counter again and again; every start must succeed at once. */
async function killCounters(
  shop: Shop,
  n: number,
  next: (below: number) => number,
  enough: () => boolean,
  killed: () => void,
): Promise<void> {
  for (let round = 0; !enough(); round++) {
    const counter = await shop.start();
    counter.send(`sell ${n * 10_000 + round}`);
    const steps = next(30);
    await counter.until((lines) => lines.length > steps || lines.includes('done'));
    await soon(next);
    await counter.kill();
    killed();
  }
}

/** The same for the relay, by the webhooks it takes, until no counter is killed any more; leaves one running. */
async function killRelays(
  world: KillWorld,
  next: (below: number) => number,
  counters: Promise<unknown>,
  killed: () => void,
): Promise<NodeProcess> {
  let over = false;
  const end = counters.then(() => (over = true));
  for (;;) {
    const relay = await world.startRelay();
    let left = next(8) + 1;
    const taken = new Promise<void>((resolve) => {
      world.onAnswer(() => (left -= 1) <= 0 && resolve());
    });
    await Promise.race([taken, end]);
    if (over) return relay;
    await soon(next);
    await relay.kill();
    killed();
  }
}

async function everythingApplied(world: KillWorld, all: readonly Shop[]): Promise<void> {
  await world.simulator.simulator.idle();
  const webhooks = relayBook(world.relayDatabase);
  await vi.waitFor(
    () => {
      for (const shop of all) {
        expect(webhooksApplied(shop)).toBe(webhooks.filter(({ mailbox }) => mailbox === shop.mailbox).length);
      }
    },
    { timeout: 60_000, interval: 50 },
  );
}
