import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ClaimAsk } from '../../../src/relay/core/claims.ts';
import { type OpenStore, openStore } from '../../../src/relay/store/open-store.ts';
import type { Database } from '../../../src/server/database.ts';
import { type ClaimState, startPrefix } from '../../../src/shared/wire/shop.ts';
import { type Chance, chanceOf } from '../../simulation/engine/chance.ts';
import { askedMailbox, newDatabase } from '../../support/relay-databases.ts';
import { claimOf, keyId } from '../../support/shop.ts';
import { folder } from '../../support/temporary-folder.ts';

const counters = ['a', 'b', 'c', 'd', 'e', 'f'];
const states: readonly ClaimState[] = ['tentative', 'unresolved', 'unresolved', 'success', 'failed', 'withdrawn'];
const masterKey = randomBytes(32);

async function opened(database: Database): Promise<OpenStore> {
  const open = await openStore(database, masterKey);
  onTestFinished(() => open.store.close());
  return open;
}

/** Two shops of three counters each. */
async function withShops(open: OpenStore): Promise<OpenStore> {
  for (const shop of ['s', 't']) await open.shops.createShop({ id: shop, name: shop, createdAt: '2026-01-01' });
  for (const [at, id] of counters.entries()) {
    await open.store.createMailbox({ ...askedMailbox, id, name: `counter ${id}` });
    await open.shops.addToShop(at < 3 ? 's' : 't', id);
  }
  for (const id of ['a', 'd']) await open.store.setShopKey(id, { keyId }, '2026-01-01');
  return open;
}

/** Rosters are made of chance. */
const comparable = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer ?? null, (name, value: unknown) => (name === 'roster' ? undefined : value)));

type Step = (open: OpenStore) => Promise<unknown>;

/** Anything that counters and operators do about claims. Few sales of few products: most meet another. */
function anyStep(chance: Chance, now: number): Step {
  const id = chance.pick(counters);
  const shop = chance.pick(['s', 't']);
  if (chance.happens(0.8)) {
    const requests = Array.from({ length: chance.pick([1, 1, 1, 2, 4]) }, (): ClaimAsk => {
      const state = chance.pick(states);
      const sealed = state === 'unresolved' && chance.happens(0.5) ? { sealed: 'c2FsZQ==' } : {};
      const more = { version: chance.between(1, 4), state, isSent: chance.happens(0.3), ...sealed };
      const claim = claimOf(chance.between(1, 12), `A ${chance.between(1, 6)}`, more);
      return { mailbox: chance.happens(0.7) ? id : chance.pick(counters), keyId, claim };
    });
    return ({ store }) => store.recordClaims(requests, now);
  }
  const sale = claimOf(chance.between(1, 12), 'A 1').id;
  return chance.pick<Step>([
    ({ store }) => store.settleClaim(id, { id: sale, outcome: 'failed' }, now),
    ({ store }) => store.openClaims(id, now),
    ({ mailboxes }) => mailboxes.setDisabled(id, '2026-01-02'),
    ({ mailboxes }) => mailboxes.setDisabled(id, null),
    ({ shops }) => shops.removeFromShop(shop, id),
    ({ shops }) => shops.addToShop(shop, id),
    ({ shops }) => shops.rotateShopKey(shop, null),
    ({ store }) => store.setShopKey(id, { keyId }, '2026-01-02'),
    ({ store }) => store.postRestore(id, { step: 'noticed' }, 'restored'),
    ({ store }) => store.postRestore(id, { step: 'compared', id: 'restored' }, 'restored'),
    ({ store }) => store.postRestore(id, { step: 'compared', id: 'restored' }, 'restored'),
    ({ store }) => store.postRestore(id, { step: 'accepted', id: 'restored' }, 'restored'),
    ({ mailboxes }) => mailboxes.beginStart(`${startPrefix}1`),
    ({ mailboxes }) => mailboxes.endStart(`${startPrefix}1`, () => false),
    async ({ store }) => {
      const before = new Date(now - 120_000).toISOString();
      // All of them: which shop comes first of two that are as old, an engine decides by itself.
      while ((await store.pruneClaims({ before, limit: 50 })) > 0);
    },
  ]);
}

test('two instances over one PostgreSQL decide about claims as one SQLite does, whatever each of them knows', async () => {
  for (let seed = 1; seed <= 4; seed++) {
    const chance = chanceOf(`claims ${seed}`);
    const sqlite = await withShops(await opened({ engine: 'sqlite', path: join(await folder(), 'relay.db') }));
    const { database } = await newDatabase();
    const instances = [await withShops(await opened(database)), await opened(database)];
    let now = Date.parse('2026-11-26T08:00:00Z');
    for (let step = 0; step < 250; step++) {
      now += chance.between(0, 20_000);
      const perform = anyStep(chance, now);
      const answer = comparable(await perform(chance.pick(instances)));
      expect(answer, `seed ${seed}, step ${step}`).toEqual(comparable(await perform(sqlite)));
    }
  }
});

test('an instance that knows who was waited for says who is waited for now', async () => {
  const { database } = await newDatabase();
  const [one, two] = [await withShops(await opened(database)), await opened(database)];
  const now = Date.parse('2026-11-26T08:00:00Z');
  const refused = () => one.store.recordClaims([{ mailbox: 'a', keyId, claim: claimOf(1, 'A 1') }], now);
  await two.store.postRestore('a', { step: 'noticed' }, 'restored');
  expect(await refused()).toMatchObject([{ waiting: ['counter a', 'counter b', 'counter c'] }]);
  await two.store.postRestore('a', { step: 'compared', id: 'restored' }, 'restored');
  expect(await refused()).toMatchObject([{ waiting: ['counter b', 'counter c'] }]);
});
