import { describe, expect, test } from 'vitest';
import { createNodeTransport } from '../../../src/main/base/system/http-transport.ts';
import { minPauseMs, ProviderList } from '../../../src/main/catalogue/provider-list.ts';
import { createProvider } from '../../../src/main/provider/client.ts';
import {
  listChanges,
  type ProviderListReading,
  readingWithoutCosts,
} from '../../../src/shared/domain/provider-list.ts';
import { counterWorld, lost, neverSent, notThere, type Reply } from '../../support/counter-world.ts';
import { aServer } from '../../support/fake-servers.ts';
import { seededRandom } from '../../support/fake-system.ts';
import { envelope } from '../../support/provider-answers.ts';

const at = '2026-03-10T02:59:00.000Z';
const listed = (code: string, fields: object = {}): object => ({
  product_code: code,
  product_name: `Pulsa ${code}`,
  kind: 'prepaid',
  category: 'Pulsa',
  brand: 'XL',
  status: 'active',
  type: 'Umum',
  description: '-',
  cost: 10_000,
  ...fields,
});
const bill = (fields: object = {}): object =>
  listed('PLNPOST', { kind: 'postpaid', cost: null, admin: 2500, commission: 900, ...fields });
const answer = (products: unknown): Reply => ({ json: envelope({ at, products }) });
const many = (count: number, fields: object = {}): object[] =>
  Array.from({ length: count }, (_, n) => listed(`P${n}`, fields));

async function counter({ capabilities = ['products'] }: { capabilities?: string[] } = {}) {
  const world = await counterWorld();
  world.says.capabilities(capabilities);
  const { provider, clock } = world.ports;
  const book = world.db.catalogue;
  const list = new ProviderList({ provider, clock, book, random: seededRandom('list') });
  const says = (products: unknown): void => world.say('products', answer(products));
  const read = async (): Promise<ProviderListReading> => {
    const reading = await list.read();
    if (!reading.ok) throw new Error(reading.error.code);
    return reading.value;
  };
  const compared = async () => {
    const reading = await read();
    if (reading.kind !== 'compared') throw new Error(reading.problem);
    return reading;
  };
  /** Each product with what the list says of it. */
  const changes = async () =>
    Object.fromEntries((await compared()).differences.map((one) => [one.productCode, one.changes]));
  /** A later list is in the catalogue. */
  const take = async (products: unknown, takesNew = true) => {
    world.pass(minPauseMs);
    says(products);
    return list.take((await compared()).id, takesNew);
  };
  const price = (productCode: string, sellingPrice: number) => book.save([{ productCode, sellingPrice }], at);
  const later = (products: unknown): void => {
    world.pass(minPauseMs);
    says(products);
  };
  return { ...world, book, list, read, compared, changes, take, price, later };
}

describe('what the list would change', () => {
  test('new products, costs, cut-offs, stock and what is sold no more are named one by one, and nothing is changed by looking', async () => {
    const world = await counter();
    const kinds = ['RISEN', 'LOSS', 'FALLEN', 'GONE', 'EMPTY', 'CLOSED', 'PAUSE', 'NAME', 'SAME'];
    await world.take([...kinds.map((code) => listed(code)), bill(), listed('UNCOSTED', { cost: null })]);
    for (const code of kinds) await world.price(code, 11_000);
    const before = await world.book.list();
    world.later([
      listed('risen', { cost: 10_500, product_name: 'Pulsa RISEN' }),
      listed('LOSS', { cost: 11_001 }),
      listed('FALLEN', { cost: 9000 }),
      listed('EMPTY', { stock: 0 }),
      listed('CLOSED', { status: 'inactive' }),
      listed('PAUSE', { start_cut_off: '23:00:00', end_cut_off: '01:00:00' }),
      listed('NAME', { product_name: 'XL 10' }),
      listed('SAME', { stock: 3 }),
      listed('UNCOSTED', { cost: 5000 }),
      listed('NEW', { cost: 7000 }),
      bill({ admin: 3000 }),
    ]);
    expect(await world.changes()).toEqual({
      RISEN: ['costRisen'],
      LOSS: ['belowCost', 'costRisen'],
      FALLEN: ['costFallen'],
      EMPTY: ['outOfStock'],
      CLOSED: ['closed'],
      PAUSE: ['cutOff'],
      NAME: ['name'],
      UNCOSTED: ['costSet'],
      NEW: ['new'],
      PLNPOST: ['fee'],
      GONE: ['gone'],
    });
    const { differences, unchanged, total } = await world.compared();
    expect([unchanged, total]).toEqual([1, 11]);
    expect(differences.find(({ productCode }) => productCode === 'LOSS')).toMatchObject({
      was: 10_000,
      now: 11_001,
      sellingPrice: 11_000,
    });
    expect(await world.book.list()).toEqual(before);
  });

  test('no bill becomes an order by a list, nor an order a bill: it stays as it is, and is not gone', async () => {
    const world = await counter();
    await world.take([listed('A'), bill()]);
    const before = await world.book.list();
    const turned = [
      listed('A', { kind: 'postpaid', cost: null, admin: 2500, commission: null }),
      bill({ kind: 'prepaid', cost: 10_000, admin: null, commission: null }),
    ];
    world.later(turned);
    expect(await world.changes()).toEqual({});
    expect(await world.take(turned)).toEqual({ added: 0, changed: 0, gone: 0 });
    expect(await world.book.list()).toEqual(before);
  });

  test('a product that was gone or closed and is sold again opens', async () => {
    const world = await counter();
    await world.take([listed('A'), listed('B', { status: 'inactive' }), listed('C'), listed('D')]);
    await world.take([listed('B', { status: 'inactive' }), listed('C'), listed('D')]);
    expect((await world.book.get('A'))?.goneAt).not.toBeNull();
    world.later([listed('A'), listed('B'), listed('C'), listed('D')]);
    expect(await world.changes()).toEqual({ A: ['opened'], B: ['opened'] });
    await world.take([listed('A'), listed('B'), listed('C'), listed('D')]);
    expect(await world.book.get('A')).toMatchObject({ goneAt: null, active: true });
  });
});

describe('a list that is taken', () => {
  test('brings products without a price, and costs; prices stay, and the log names who changed what', async () => {
    const world = await counter();
    await world.take([listed('A'), listed('B')]);
    await world.price('A', 10_200);
    expect(await world.take([listed('A', { cost: 10_500 }), listed('B'), listed('NEW', { cost: 7000 })])).toEqual({
      added: 1,
      changed: 1,
      gone: 0,
    });
    expect(await world.book.list()).toMatchObject([
      { productCode: 'A', cost: 10_500, sellingPrice: 10_200, priceFrom: 'entered' },
      { productCode: 'B', cost: 10_000, sellingPrice: null },
      { productCode: 'NEW', cost: 7000, sellingPrice: null, productName: 'Pulsa NEW', brand: 'XL', hidden: false },
    ]);
    expect((await world.db.auditLog.list({ limit: 1 }))[0]).toMatchObject({
      type: 'catalogue.price_changed',
      byProvider: false,
      prices: [
        { code: 'A', what: 'cost', was: 10_000, now: 10_500 },
        { code: 'NEW', what: 'cost', was: null, now: 7000 },
      ],
    });
    expect(await world.changes()).toEqual({});
  });

  test('leaves out what is new, where only the catalogue’s own products are wanted', async () => {
    const world = await counter();
    await world.take([listed('A'), listed('B')]);
    const later = [listed('A', { cost: 9000 }), listed('B'), listed('NEW')];
    expect(await world.take(later, false)).toEqual({ added: 0, changed: 1, gone: 0 });
    expect((await world.book.list()).map(({ productCode }) => productCode)).toEqual(['A', 'B']);
  });

  test('keeps what a list says nothing of: the shop’s own words, a known cost, the picture, the spelling of a code', async () => {
    const world = await counter();
    const brand = { name: 'XL', logo: 'https://logo.example/xl.png' };
    world.says.product({ product_code: 'Xl10', product_name: 'XL 10', brand });
    await world.counter.product({ productCode: 'Xl10' });
    await world.book.save(
      [{ productCode: 'Xl10', cost: 9900, sellingPrice: 12_000, group: 'Pagi', favourite: true }],
      at,
    );
    await world.take([listed('XL10', { cost: null, type: null, description: null, product_name: '' })]);
    expect(await world.book.list()).toMatchObject([
      { productCode: 'Xl10', productName: 'XL 10', cost: 9900, sellingPrice: 12_000, group: 'Pagi', favourite: true },
    ]);
    expect(await world.book.codesWithLogo('https://logo.example/xl.png')).toEqual(['Xl10']);
  });

  test('is the newest that was compared, and no other', async () => {
    const world = await counter();
    world.later([listed('A')]);
    const { id } = await world.compared();
    world.later([listed('B')]);
    await world.compared();
    expect(await world.list.take(id, true)).toBeNull();
    expect(await world.book.list()).toEqual([]);
  });

  test('of two thousand products is in the log with each cost, as many in an entry as a page saves at once', async () => {
    const world = await counter();
    expect(await world.take(many(2000))).toEqual({ added: 2000, changed: 0, gone: 0 });
    const raised = many(2000, { cost: 10_100 });
    expect(await world.take(raised)).toEqual({ added: 0, changed: 2000, gone: 0 });
    const logged = (await world.db.auditLog.list({ limit: 100 })).map(({ prices }) => prices.length);
    expect(logged).toEqual(Array.from({ length: 20 }, () => 200));
  });
});

describe('a list that may be half of one', () => {
  test('is said to be, and what it lacks stays; the rest may be taken', async () => {
    const world = await counter();
    await world.take(many(10));
    world.later(many(4, { cost: 9000 }));
    const { doubted, differences } = await world.compared();
    expect(doubted).toEqual([{ kind: 'prepaid', missing: 6, of: 10 }]);
    expect(differences.flatMap(({ changes }) => changes)).toEqual(Array.from({ length: 4 }, () => 'costFallen'));
    expect(await world.take(many(4, { cost: 9000 }))).toEqual({ added: 0, changed: 4, gone: 0 });
    expect((await world.book.list()).filter(({ goneAt }) => goneAt !== null)).toEqual([]);
  });

  test('a list without any bill says nothing about bills, and hidden products raise no doubt', async () => {
    const world = await counter();
    await world.take([...many(3), bill()]);
    world.later(many(2));
    expect((await world.compared()).doubted).toEqual([{ kind: 'postpaid', missing: 1, of: 1 }]);
    expect(await world.take(many(2))).toMatchObject({ gone: 1 });
    expect(await world.book.get('PLNPOST')).toMatchObject({ goneAt: null });
    await world.book.save([{ productCode: 'PLNPOST', hidden: true }], at);
    expect((await world.compared()).doubted).toEqual([]);
  });
});

describe('a list that is none', () => {
  test.each<[string, unknown, string, string | null]>([
    ['a code twice', [listed('A'), listed('B'), listed('a')], 'repeated', 'a'],
    ['a cost below nothing', [listed('A'), listed('B', { cost: -1 })], 'bad_product', 'B'],
    ['a cost with a fraction', [listed('A', { cost: 10.5 })], 'bad_product', 'A'],
    ['a cost as text', [listed('A', { cost: '10000' })], 'bad_product', 'A'],
    ['a cost that no counter takes', [listed('A', { cost: 1e12 })], 'bad_product', 'A'],
    ['a commission below nothing', [bill({ commission: -5 })], 'bad_product', 'PLNPOST'],
    ['a product without a code', [listed('A'), {}], 'bad_product', null],
    ['a product that is a text', ['A'], 'bad_product', null],
    ['no product', [], 'empty', null],
    ['twenty thousand and one', many(20_001), 'too_many', null],
    ['an object', { A: 1 }, 'unreadable', null],
  ])('%s: refused, and nothing of it is in the catalogue', async (_title, products, problem, code) => {
    const world = await counter();
    await world.take([listed('OLD')]);
    world.later(products);
    expect(await world.read()).toMatchObject({ kind: 'refused', problem, code });
    expect((await world.book.list()).map(({ productCode }) => productCode)).toEqual(['OLD']);
  });

  test.each<[string, Reply, string]>([
    ['no line', neverSent, 'not_connected'],
    ['no answer', lost, 'no_answer'],
    ['a page', { text: '<html>perbaikan</html>' }, 'unreadable'],
    ['half an answer', { text: JSON.stringify(envelope({ at, products: many(3) })).slice(0, 200) }, 'unreadable'],
    ['no time', { json: envelope({ products: many(3) }) }, 'unreadable'],
    ['a wrong key', { status: 401, json: { status: 'error', message: 'Token', data: {} } }, 'credentials'],
    ['not now', { status: 503, json: { status: 'pending', message: 'Belum', data: {} } }, 'not_now'],
    ['too many requests', { status: 429, text: '' }, 'not_now'],
    ['a 404 after all', notThere, 'not_now'],
  ])('%s is a problem of its own', async (_title, reply, problem) => {
    const world = await counter();
    world.say('products', reply);
    expect(await world.read()).toMatchObject({ kind: 'refused', problem, code: null });
  });

  test('more than eight megabytes are not read', async () => {
    const padded = listed('A', { description: 'x'.repeat(10 * 1024 * 1024) });
    const server = await aServer((request, response) => {
      const data = request.url?.endsWith('/capabilities') ? { capabilities: ['products'] } : { at, products: [padded] };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(envelope(data)));
    });
    const world = await counterWorld();
    const { clock } = world.ports;
    const provider = createProvider({
      transport: createNodeTransport(),
      clock,
      baseUrl: `${server}/v1`,
      headers: {},
      connectTimeoutMs: 2000,
      answerTimeoutMs: 10_000,
      refusalCodes: [200],
    });
    const list = new ProviderList({ provider, clock, book: world.db.catalogue, random: seededRandom('list') });
    expect(await list.read()).toMatchObject({ value: { kind: 'refused', problem: 'too_large' } });
  });

  test('a code that no counter can type is left out and counted', async () => {
    const world = await counter();
    world.later([listed('A'), listed('XL 10'), listed('É')]);
    expect(await world.compared()).toMatchObject({ unusable: 2, total: 1 });
  });
});

describe('one list in five minutes', () => {
  test('a second press compares the list of before with the catalogue as it is now, and says when to ask again', async () => {
    const world = await counter();
    world.later([listed('A')]);
    const [first] = await Promise.all([world.compared(), world.compared()]);
    expect(first.nextAt).toBe(new Date(world.state.now + minPauseMs).toISOString());
    await world.list.take(first.id, true);
    world.pass(minPauseMs - 1);
    expect(await world.compared()).toMatchObject({ id: first.id, at, differences: [], nextAt: first.nextAt });
    expect(world.times('products')).toBe(1);
    world.pass(1);
    expect((await world.compared()).id).not.toBe(first.id);
    expect(world.times('products')).toBe(2);
  });

  test('a list that is wrong is not asked for again before, but one whose request went nowhere is', async () => {
    const world = await counter();
    world.say('products', { text: '<html>' });
    await world.read();
    expect(await world.read()).toMatchObject({ problem: 'unreadable', nextAt: expect.any(String) });
    expect(world.times('products')).toBe(1);
    world.pass(minPauseMs);
    world.say('products', neverSent);
    expect(await world.read()).toMatchObject({ problem: 'not_connected', nextAt: null });
    expect(await world.read()).toMatchObject({ problem: 'not_connected' });
    expect(world.times('products')).toBe(3);
  });
});

test('a service without a list is never asked for one', async () => {
  const { list, times } = await counter({ capabilities: ['balance'] });
  expect(await list.isOffered()).toBe(false);
  expect(await list.read()).toMatchObject({ ok: false, error: { code: 'not_configured' } });
  expect(times('products')).toBe(0);
});

test('who may not see costs sees what would change without them, and a bill’s fee, which customers know', async () => {
  const world = await counter();
  world.later([listed('A', { cost: 9000 }), bill()]);
  const without = readingWithoutCosts(await world.compared());
  expect(without.kind === 'compared' && without.differences.map(({ productCode, now }) => [productCode, now])).toEqual([
    ['A', null],
    ['PLNPOST', 2500],
  ]);
});

test('each kind of change is shown once, the most urgent first', () => {
  expect(listChanges[0]).toBe('belowCost');
  expect(new Set(listChanges).size).toBe(listChanges.length);
});
