import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { newPrivateKey, publicKeyOf, readPrivateKey } from '../../../src/main/base/ed25519.ts';
import { readSecretJson } from '../../../src/main/base/secrets.ts';
import { officeItem } from '../../../src/main/catalogue/catalogue-items.ts';
import { followOffice } from '../../../src/main/office/office-of-counter.ts';
import { createPublisher } from '../../../src/main/office/publish.ts';
import {
  fingerprintOf,
  type OfficeDocument,
  readDocument,
  signDocument,
} from '../../../src/main/office/signed-document.ts';
import type { ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { createStaffService } from '../../../src/main/staff/staff-service.ts';
import type { Person, Role } from '../../../src/shared/domain/staff.ts';
import { memorySecrets } from '../../support/app-world.ts';
import { aJournal, journalPath } from '../../support/database-files.ts';
import { fakeShopKey } from '../../support/fake-shop.ts';
import { recordingLog, seededRandom, virtualClock } from '../../support/fake-system.ts';
import { goodProduct } from '../../support/provider-answers.ts';
import { begin, order, stored, updated } from '../../support/stored-sales.ts';

const at = '2026-03-10T03:00:00.000Z';
const shop = { id: 's1' };
const idOf = (n: number): string => `0195f0aa-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** The people, secrets and journal of one machine. */
async function machine(name: string, options: { db?: ShopDatabase; secrets?: ReturnType<typeof memorySecrets> } = {}) {
  const db = options.db ?? (await aJournal());
  const secrets = options.secrets ?? memorySecrets();
  const clock = { ...virtualClock(), sleep: async () => undefined };
  const log = recordingLog();
  const people = createStaffService({
    secrets,
    clock,
    random: seededRandom(name),
    // As slow as it need not be in a test.
    derivePin: async (pin, salt) => Buffer.concat([Buffer.from(pin.padEnd(16)), salt]).subarray(0, 32),
    inTraining: () => false,
    idleMinutes: () => null,
    publish: () => undefined,
    log,
  });
  onTestFinished(() => people.stop());
  await people.openDirectory(db.people, 'live');
  const add = async (n: number, called: string, role: Role, pin: string | null): Promise<string> => {
    const person: Person = { id: idOf(n), name: called, role, active: true, createdAt: at };
    if (pin !== null) await people.pins.set(person.id, pin);
    await db.people.add(person, at);
    await people.changed();
    return person.id;
  };
  return { db, secrets, clock, log, people, add };
}

async function office(options: Parameters<typeof machine>[1] = {}) {
  const own = await machine('office', options);
  const { db, secrets, clock, people } = own;
  const posted: Uint8Array[] = [];
  const state = { outcome: 'posted' as 'posted' | 'silent' };
  const publisher = createPublisher({ secrets, people, clock, random: seededRandom('publisher') });
  const open = {
    db,
    membership: { shop: () => ({ ...shop, name: 'Toko', role: 'office' as const, key: fakeShopKey().key }) },
    notices: {
      async send({ plain }: { plain: Uint8Array }) {
        if (state.outcome === 'posted') posted.push(plain);
        return state.outcome;
      },
    },
  };
  const price = async (code: string, prices: { cost?: number; sellingPrice?: number }): Promise<void> => {
    await db.catalogue.updateProduct({ ...goodProduct, productCode: code }, at);
    await db.catalogue.save([{ productCode: code, ...prices }], at);
  };
  return {
    ...own,
    posted,
    state,
    price,
    published: () => publisher.published(open),
    publish: () => publisher.publish(open),
    /** the newest document, as it is on the wire below the seal */
    newest: () => posted.at(-1) ?? new Uint8Array(0),
  };
}

async function counter(options: Parameters<typeof machine>[1] = {}) {
  const own = await machine('counter', options);
  const { db, secrets, clock, log, people } = own;
  const followed = followOffice({ secrets, db, people, publishItems: async () => undefined, clock, log });
  const take = (plain: Uint8Array, seq = 1) => followed.take({ plain, seq }, shop);
  /** A supervisor compares, and the notice is read again. */
  const accept = async (plain: Uint8Array, fingerprint?: string): Promise<boolean> => {
    await take(plain);
    const fingerprintSeen = fingerprint ?? (await followed.view()).offered ?? '';
    return followed.accept(fingerprintSeen, shop, { readAgain: async () => take(plain) });
  };
  const priceOf = async (code: string) => (await db.catalogue.get(code))?.sellingPrice ?? null;
  const staff = async () =>
    (await db.people.list()).filter(({ active }) => active).map(({ name, role }) => `${name}, ${role}`);
  return { ...own, followed, take, accept, priceOf, staff };
}

/** An office with an owner and a cashier, and one price. */
async function openOffice() {
  const publisher = await office();
  await publisher.add(1, 'Bu Rina', 'owner', '482615');
  await publisher.add(2, 'Sari', 'cashier', '503812');
  await publisher.price('TSEL10', { cost: 10_500, sellingPrice: 12_000 });
  expect((await publisher.publish()).ok).toBe(true);
  return publisher;
}

/** A counter that has taken two documents of its office, and the first of them. */
async function followedTwice() {
  const from = await openOffice();
  const to = await counter();
  const old = from.newest();
  await to.accept(old);
  await from.price('TSEL10', { sellingPrice: 12_500 });
  await from.publish();
  await to.take(from.newest(), 2);
  return { from, to, old };
}

/** Its newest document and its key, to sign another one. */
async function signedBy({ newest, secrets }: Awaited<ReturnType<typeof office>>) {
  const real = readDocument(newest());
  const stored = await readSecretJson(secrets, 'officeKey', z.object({ key: z.string() }));
  if (!real || !stored) throw new Error('nothing was published');
  return { real, key: readPrivateKey(stored.key) };
}

describe('an office that was accepted', () => {
  test('gives its prices and its people, who sign in with the PIN that they have there', async () => {
    const from = await openOffice();
    const to = await counter();
    expect(await to.accept(from.newest())).toBe(true);
    expect(await to.priceOf('TSEL10')).toBe(12_000);
    expect(await to.staff()).toEqual(['Bu Rina, owner', 'Sari, cashier']);
    expect(await to.people.pins.findOwner('503812', [idOf(2)])).toBe(idOf(2));
    expect(await to.people.pins.findOwner('503813', [idOf(2)])).toBeNull();
    expect((await to.followed.view()).version).toBe(1);
  });

  test('is named by the log as the one who changed prices and people', async () => {
    const from = await openOffice();
    const to = await counter();
    await to.accept(from.newest());
    expect(await to.db.auditLog.list({ limit: 5 })).toMatchObject([{ byOffice: true, by: null }]);
    expect((await to.db.people.log({ limit: 5 })).map(({ byOffice }) => byOffice)).toEqual([true, true]);
  });

  test('changes its list, and each counter follows; what changed at the counter meanwhile is overwritten', async () => {
    const from = await openOffice();
    const to = await counter();
    await to.accept(from.newest());
    await to.db.catalogue.save([{ productCode: 'TSEL10', sellingPrice: 15_000 }], at);
    await from.price('TSEL10', { sellingPrice: 12_500 });
    await from.db.people.change(idOf(2), { active: false }, { at, newPin: false });
    await from.people.pins.set(idOf(1), '719304');
    await from.people.changed();
    await from.publish();
    await to.take(from.newest(), 2);
    expect(await to.priceOf('TSEL10')).toBe(12_500);
    expect(await to.staff()).toEqual(['Bu Rina, owner']);
    expect(await to.people.pins.findOwner('719304', [idOf(1)])).toBe(idOf(1));
    expect(await to.people.pins.findOwner('482615', [idOf(1)])).toBeNull();
    expect(await to.people.pins.has(idOf(2))).toBe(false);
  });

  test('one whose document comes again changes nothing, and the log does not grow', async () => {
    const from = await openOffice();
    const to = await counter();
    await to.accept(from.newest());
    const { seq } = await to.db.head();
    await to.take(from.newest(), 2);
    expect((await to.db.head()).seq).toBe(seq);
  });

  test('is taken again from its newest document after the journal was put back to a copy, and from none before', async () => {
    const from = await openOffice();
    const first = from.newest();
    await from.price('TSEL10', { sellingPrice: 12_500 });
    await from.publish();
    const secrets = memorySecrets();
    const before = await counter({ secrets });
    await before.accept(from.newest());
    const restored = await counter({ secrets });
    await restored.take(first, 2);
    expect(await restored.priceOf('TSEL10')).toBeNull();
    await restored.take(from.newest(), 3);
    expect(await restored.priceOf('TSEL10')).toBe(12_500);
  });

  test('is taken whole after the program ended in the middle of it', async () => {
    const from = await openOffice();
    const path = journalPath();
    const secrets = memorySecrets();
    const ended = await counter({ secrets, db: await aJournal(path) });
    await ended.take(from.newest());
    const { offered } = await ended.followed.view();
    const dies = { ...ended.db, commit: () => Promise.reject(new Error('ended')) };
    await ended.followed.accept(offered ?? '', shop, { readAgain: async () => undefined });
    const { clock, log, people } = ended;
    const half = followOffice({ secrets, db: dies, people, publishItems: async () => undefined, clock, log });
    await expect(half.take({ plain: from.newest(), seq: 1 }, shop)).rejects.toThrow('ended');
    await ended.db.close();
    const again = await counter({ secrets, db: await aJournal(path) });
    await again.take(from.newest());
    expect(await again.staff()).toEqual(['Bu Rina, owner', 'Sari, cashier']);
    expect(await again.followed.view()).toMatchObject({ version: 1, refused: [] });
  });
});

describe('nobody else', () => {
  test('is taken before a person has compared its fingerprint, nor one with another fingerprint', async () => {
    const from = await openOffice();
    const to = await counter();
    expect(await to.accept(from.newest(), fingerprintOf(publicKeyOf(readPrivateKey(newPrivateKey()))))).toBe(false);
    expect(await to.followed.view()).toMatchObject({ accepted: null, version: 0 });
    expect(await to.priceOf('TSEL10')).toBeNull();
    expect((await to.followed.view()).offered).toBe((await from.published()).fingerprint);
  });

  test('signs for the accepted office: a stolen counter with the shop key makes an offer at most', async () => {
    const from = await openOffice();
    const to = await counter();
    await to.accept(from.newest());
    const stolen = await office();
    await stolen.price('TSEL10', { sellingPrice: 99_000 });
    await stolen.add(9, 'Maling', 'owner', '111213');
    for (let times = 0; times < 5; times += 1) await stolen.publish();
    await to.take(stolen.newest(), 2);
    expect(await to.priceOf('TSEL10')).toBe(12_000);
    expect(await to.staff()).toEqual(['Bu Rina, owner', 'Sari, cashier']);
    expect(await to.followed.view()).toMatchObject({ accepted: (await from.published()).fingerprint, version: 1 });
  });

  test('makes one by putting the office’s public key into a document of its own', async () => {
    const from = await openOffice();
    const to = await counter();
    await to.accept(from.newest());
    const real = readDocument(from.newest());
    if (!real) throw new Error('no document');
    const forged: OfficeDocument = { ...real, version: 99, items: [] };
    await to.take(signDocument(forged, readPrivateKey(newPrivateKey())), 2);
    expect((await to.followed.view()).version).toBe(1);
  });

  test('replays an older one, even as a new notice', async () => {
    const { to, old } = await followedTwice();
    await to.take(old, 3);
    expect(await to.priceOf('TSEL10')).toBe(12_500);
    expect((await to.followed.view()).version).toBe(2);
  });

  test('replays an older one of an office that was accepted again after another', async () => {
    const { from, to, old } = await followedTwice();
    const other = await openOffice();
    await other.price('TSEL10', { sellingPrice: 13_000 });
    await other.publish();
    await to.accept(other.newest());
    expect(await to.priceOf('TSEL10')).toBe(13_000);
    await to.accept(old);
    expect(await to.priceOf('TSEL10')).toBe(13_000);
    await to.take(from.newest(), 5);
    expect(await to.priceOf('TSEL10')).toBe(12_500);
    expect(await to.followed.view()).toMatchObject({ accepted: (await from.published()).fingerprint, version: 2 });
  });

  test('gives a document of another shop, signed by the very key', async () => {
    const from = await openOffice();
    const to = await counter();
    await to.followed.take({ plain: from.newest(), seq: 1 }, { id: 's2' });
    expect((await to.followed.view()).offered).toBeNull();
  });
});

describe('a price of the office', () => {
  test.each([
    ['the cost that is entered here', { cost: 11_000 }],
    ['what the provider took last', { cost: 9000, took: 11_000 }],
  ])(
    'below %s is refused and listed, and the rest counts',
    async (_, { cost, took }: { cost: number; took?: number }) => {
      const from = await office();
      await from.add(1, 'Bu Rina', 'owner', '482615');
      await from.price('TSEL10', { cost: 9000, sellingPrice: 10_000 });
      await from.price('TSEL20', { sellingPrice: 21_000 });
      await from.publish();
      const to = await counter();
      await to.db.catalogue.updateProduct(goodProduct, at);
      await to.db.catalogue.save([{ productCode: 'TSEL10', cost, sellingPrice: 13_000 }], at);
      if (took !== undefined) await providerTook(to.db, took);
      await to.accept(from.newest());
      expect(await to.priceOf('TSEL10')).toBe(13_000);
      expect(await to.priceOf('TSEL20')).toBe(21_000);
      expect((await to.followed.view()).refused).toEqual([{ productCode: 'TSEL10', reason: 'below_cost' }]);
      expect((await to.db.catalogue.get('TSEL10'))?.cost).toBe(cost);
    },
  );

  test('below the office’s own cost is refused by a counter that knows no cost', async () => {
    const from = await office();
    await from.add(1, 'Bu Rina', 'owner', '482615');
    await from.price('TSEL10', { cost: 11_000, sellingPrice: 10_000 });
    await from.publish();
    const to = await counter();
    await to.accept(from.newest());
    expect(await to.db.catalogue.get('TSEL10')).toMatchObject({ cost: 11_000, sellingPrice: null });
  });

  test('of a faulty product, of nothing, or of one that is a bill here, is refused alone', async () => {
    const from = await openOffice();
    const { real, key } = await signedBy(from);
    const priced = await from.db.catalogue.get('TSEL10');
    if (!priced) throw new Error('no product');
    const [item] = real.items;
    const bill = { ...goodProduct, productCode: 'PLNPOST' };
    const other = { ...officeItem({ ...priced, productCode: 'PLNPOST' }) };
    const free = officeItem({ ...priced, productCode: 'FREE10', sellingPrice: 0 });
    const items = [item, { product: { productCode: 'BAD' } }, free, other];
    const to = await counter();
    await to.db.catalogue.updateProduct({ ...bill, kind: 'postpaid' }, at);
    await to.accept(signDocument({ ...real, items }, key));
    expect(await to.priceOf('TSEL10')).toBe(12_000);
    expect((await to.followed.view()).refused).toEqual([
      { productCode: 'BAD', reason: 'invalid' },
      { productCode: 'FREE10', reason: 'invalid' },
      { productCode: 'PLNPOST', reason: 'invalid' },
    ]);
  });

  /** A webhook says what the provider charged for an order. */
  async function providerTook(db: ShopDatabase, price: number): Promise<void> {
    const sale = await stored(db, begin(order(1, { productCode: 'TSEL10' })));
    await stored(db, updated(sale, { state: 'success', price }));
  }
});

describe('the people of a counter', () => {
  test('keep their owner, whatever list comes, with the same PIN', async () => {
    const from = await openOffice();
    const to = await counter();
    const own = await to.add(7, 'Pak Dedi', 'owner', '617435');
    await to.accept(from.newest());
    expect(await to.staff()).toContain('Pak Dedi, owner');
    expect(await to.people.pins.findOwner('617435', [own])).toBe(own);
  });

  test('keep an owner of theirs though the list names the same id, with another PIN and no rights', async () => {
    const from = await openOffice();
    const { real, key } = await signedBy(from);
    const to = await counter();
    const own = await to.add(2, 'Pak Dedi', 'owner', '617435');
    await to.accept(signDocument(real, key));
    expect(await to.staff()).toContain('Pak Dedi, owner');
    expect(await to.people.pins.findOwner('617435', [own])).toBe(own);
    expect(await to.people.pins.findOwner('503812', [own])).toBeNull();
  });

  test('stay as they are where the list has no owner with a PIN and the counter none either', async () => {
    const from = await office();
    await from.add(1, 'Bu Rina', 'owner', null);
    await from.add(2, 'Sari', 'cashier', '503812');
    await from.price('TSEL10', { sellingPrice: 12_000 });
    await from.publish();
    const to = await counter();
    await to.accept(from.newest());
    expect(await to.staff()).toEqual([]);
    expect(to.people.directory().exist()).toBe(false);
    expect(await to.priceOf('TSEL10')).toBe(12_000);
  });

  test('who were made here stay, but for one of the same name, whom the office’s replaces', async () => {
    const from = await openOffice();
    const to = await counter();
    await to.add(7, 'SARI', 'supervisor', '617435');
    await to.add(8, 'Wati', 'cashier', '613846');
    await to.accept(from.newest());
    expect((await to.staff()).toSorted()).toEqual(['Bu Rina, owner', 'Sari, cashier', 'Wati, cashier']);
  });

  test('whom the office names no more leave', async () => {
    const from = await openOffice();
    const to = await counter();
    await to.accept(from.newest());
    const { real, key } = await signedBy(from);
    await to.take(signDocument({ ...real, version: 2, people: real.people.slice(0, 1) }, key), 2);
    expect(await to.staff()).toEqual(['Bu Rina, owner']);
  });
});

describe('what is published', () => {
  test('is changed once a price or a person is, and not before', async () => {
    const from = await openOffice();
    expect(await from.published()).toMatchObject({ version: 1, isChanged: false });
    await from.price('TSEL10', { sellingPrice: 12_500 });
    expect(await from.published()).toMatchObject({ version: 1, isChanged: true });
    await from.publish();
    await from.people.pins.set(idOf(2), '613846');
    expect((await from.published()).isChanged).toBe(true);
  });

  test('is signed under a higher number each time, also where the relay did not take the one before', async () => {
    const from = await openOffice();
    from.state.outcome = 'silent';
    expect(await from.publish()).toMatchObject({ ok: false, error: { code: 'relay_unreachable' } });
    expect((await from.published()).isChanged).toBe(false);
    from.state.outcome = 'posted';
    await from.publish();
    expect(readDocument(from.newest())?.version).toBe(3);
  });

  test('holds hashes of PINs and no PIN, and nothing of it is logged', async () => {
    const from = await openOffice();
    const document = JSON.stringify(readDocument(from.newest()));
    for (const pin of ['482615', '503812']) {
      expect(JSON.stringify([from.log.lines, await from.db.people.log({ limit: 10 })])).not.toContain(pin);
      expect(document).not.toContain(`"${pin}"`);
    }
  });
});
