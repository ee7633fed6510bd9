import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../../src/main/base/system/clock-and-random.ts';
import { type CatalogueSyncDeps, openCatalogueSync } from '../../../src/main/catalogue/catalogue-sync.ts';
import { readPasted } from '../../../src/main/catalogue/read-list.ts';
import type { Provider } from '../../../src/main/provider/classify-response.ts';
import { type ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import type { KonterEvent } from '../../../src/shared/contract/events.ts';
import { aJournal, journalPath } from '../../support/database-files.ts';
import { noProduct, type ProductAnswer, product, productServer } from '../../support/fake-servers.ts';
import { recordingLog, seededRandom } from '../../support/fake-system.ts';

describe('the import and refresh jobs', () => {
  const rate = { pauseMs: 0, firstWaitMs: 1, maxWaitMs: 4 };
  const noLogos = { fetchMissing() {}, retryFailed() {}, urls: async () => [], stop: async () => {} };

  async function keeperOn(journal: ShopDatabase, provider: Provider | null, more: Partial<CatalogueSyncDeps> = {}) {
    const events: KonterEvent[] = [];
    const keeper = await openCatalogueSync({
      book: journal.catalogue,
      provider,
      clock: systemClock,
      random: seededRandom('catalogue'),
      log: recordingLog(),
      timeZone: () => 'Asia/Jakarta',
      rateLimits: { import: rate, refresh: rate },
      logos: noLogos,
      publish: (event) => void events.push(event),
      ...more,
    });
    onTestFinished(() => keeper.stop());
    const until = (what: 'import' | 'refresh', state: string) =>
      vi.waitFor(() => expect(keeper.work()[what]?.state).toBe(state), { timeout: 30_000, interval: 5 });
    return { keeper, events, until };
  }

  const reasons = async (journal: ShopDatabase) =>
    (await journal.catalogue.failedLines(0, 100)).map(({ line, reason }) => [line, reason]);

  it('asks about each code of a list once, one at a time, and keeps what the list and the provider say', async () => {
    const server = await productServer();
    server.says.set('NOPE', () => noProduct);
    server.says.set('tsel10', () => ({ json: product('TSEL10') }));
    server.says.set('OTHER', () => ({ json: product('ANOTHER') }));
    const journal = await aJournal();
    const { keeper, until, events } = await keeperOn(journal, server.provider);
    const list = 'tsel10;10.500;12.000;Pulsa\n=1+1\nNOPE\nISAT25;;27.000\nTSEL10\nOTHER';
    expect(await keeper.import(readPasted(list))).toBe(true);
    await until('import', 'done');
    expect(keeper.work().import).toMatchObject({ total: 6, done: 6, added: 2, failed: 4 });
    expect(await journal.catalogue.list()).toMatchObject([
      { productCode: 'ISAT25', cost: null, sellingPrice: 27_000, group: null, priceFrom: 'entered' },
      { productCode: 'TSEL10', cost: 10_500, sellingPrice: 12_000, group: 'Pulsa' },
    ]);
    expect(await reasons(journal)).toEqual([
      [2, 'bad_code'],
      [3, 'no_such_product'],
      [5, 'repeated'],
      [6, 'bad_answer'],
    ]);
    expect(server.asked).toEqual(['tsel10', 'NOPE', 'ISAT25', 'OTHER']);
    expect(server.mostAtOnce()).toBe(1);
    expect(events.at(-1)).toMatchObject({ type: 'catalogueWork', work: { import: { state: 'done' } } });
  });

  it.each<[string, ProductAnswer]>([
    ['HTTP 429', { status: 429, json: {} }],
    ['HTTP 503', { status: 503, json: {} }],
    ['a refusal in words', { status: 400, json: { status: 'error', message: 'Too many requests', data: {} } }],
  ])('waits and asks again when the provider wants a slower pace (%s)', async (_, slow) => {
    const server = await productServer();
    let left = 3;
    server.says.set('TSEL10', () => {
      left -= 1;
      return left >= 0 ? slow : { json: product('TSEL10') };
    });
    const journal = await aJournal();
    const { keeper, until, events } = await keeperOn(journal, server.provider);
    await keeper.import(readPasted('TSEL10'));
    await until('import', 'done');
    expect(keeper.work().import).toMatchObject({ added: 1, failed: 0 });
    const states = events.map((event) => event.type === 'catalogueWork' && event.work.import?.reason);
    expect(states).toContain('too_fast');
  });

  it('stops when the provider refuses the shop, and goes on when it is told to', async () => {
    const server = await productServer();
    server.says.set('TSEL10', () => ({ status: 401, json: { status: 'error', message: 'Unauthorized', data: {} } }));
    const journal = await aJournal();
    const { keeper, until } = await keeperOn(journal, server.provider);
    // Pressed on two pages at once: the second one does not take the first one's place.
    const pressed = [keeper.import(readPasted('TSEL10\nISAT25')), keeper.import(readPasted('XL5'))];
    expect(await Promise.all(pressed)).toEqual([true, false]);
    await until('import', 'stopped');
    expect(keeper.work().import).toMatchObject({ reason: 'credentials', done: 0, total: 2 });
    expect(await keeper.import(readPasted('XL5'))).toBe(false);
    server.says.clear();
    await keeper.resume('import');
    await until('import', 'done');
  });

  it('goes on after a restart where it was, and asks about nothing twice', async () => {
    const server = await productServer();
    let down = false;
    for (const code of ['C3', 'C4'])
      server.says.set(code, () => (down ? { status: 429, json: {} } : { json: product(code) }));
    down = true;
    const path = journalPath();
    const first = await aJournal(path);
    const { keeper, until } = await keeperOn(first, server.provider);
    await keeper.import(readPasted('C1\nC2\nC3\nC4'));
    await until('import', 'waiting');
    await keeper.stop();
    await first.close();
    down = false;
    const second = await aJournal(path);
    const again = await keeperOn(second, server.provider);
    expect(again.keeper.work().import).toMatchObject({ total: 4, done: 2 });
    await again.until('import', 'done');
    expect((await second.catalogue.list()).map(({ productCode }) => productCode)).toEqual(['C1', 'C2', 'C3', 'C4']);
    expect(server.asked.filter((code) => code === 'C1' || code === 'C2')).toEqual(['C1', 'C2']);
  });

  it('is given up at once, also while an answer is waited for', async () => {
    const server = await productServer();
    server.says.set('SLOW', () => ({ status: 429, json: {} }));
    const journal = await aJournal();
    const slow = { pauseMs: 0, firstWaitMs: 600_000, maxWaitMs: 600_000 };
    const { keeper, until } = await keeperOn(journal, server.provider, { rateLimits: { import: slow, refresh: slow } });
    await keeper.import(readPasted('C1\nSLOW\nC3'));
    await until('import', 'waiting');
    await keeper.cancel('import');
    expect(keeper.work().import).toMatchObject({ state: 'cancelled', added: 1, done: 1 });
    expect(await keeper.import(readPasted('C4'))).toBe(true);
  });

  it('looks at every product anew, says what changed, and notices what is gone', async () => {
    const server = await productServer();
    const journal = await aJournal();
    const { keeper, until } = await keeperOn(journal, server.provider);
    await keeper.import(readPasted('A1;1.000;2.000\nB2\nC3'));
    await until('import', 'done');
    server.says.set('A1', () => ({ json: product('A1', { Status: 'inactive', category: { name: 'Data' } }) }));
    server.says.set('C3', () => noProduct);
    await keeper.refresh();
    await until('refresh', 'idle');
    const changes = await journal.catalogue.changes(null, 10);
    expect(changes.map(({ productCode, what, now }) => [productCode, what, now])).toEqual([
      ['C3', 'gone', 'true'],
      ['A1', 'category', 'Data'],
      ['A1', 'active', 'false'],
    ]);
    expect(await journal.catalogue.list()).toMatchObject([
      { productCode: 'A1', active: false, cost: 1000, sellingPrice: 2000 },
      { productCode: 'B2', goneAt: null },
      { productCode: 'C3', active: true, goneAt: expect.any(String) },
    ]);
    expect(keeper.work().refresh).toMatchObject({ done: 3, total: 3, finishedAt: expect.any(String) });
    server.says.clear();
    await keeper.refresh();
    await until('refresh', 'idle');
    expect(await journal.catalogue.get('C3')).toMatchObject({ goneAt: null });
    const back = (await journal.catalogue.changes(null, 10)).find(({ what }) => what === 'gone');
    expect(back).toMatchObject({ productCode: 'C3', was: 'true', now: 'false' });
  });

  it('does not believe that everything is gone at once', async () => {
    const server = await productServer();
    const journal = await aJournal();
    const codes = Array.from({ length: 30 }, (_, n) => `C${n + 10}`);
    const { keeper, until } = await keeperOn(journal, server.provider);
    await keeper.import(readPasted(codes.join('\n')));
    await until('import', 'done');
    for (const code of codes) server.says.set(code, () => noProduct);
    await keeper.refresh();
    await until('refresh', 'stopped');
    expect(keeper.work().refresh.reason).toBe('refused');
    expect((await journal.catalogue.list()).filter(({ goneAt }) => goneAt !== null).length).toBeLessThan(10);
  });

  it('looks at night at a minute that chance has chosen, also when the machine slept through it', async () => {
    const server = await productServer();
    const journal = await aJournal();
    let now = Date.parse('2026-03-10T21:00:00+07:00');
    const clock = { ...systemClock, now: () => now };
    const { keeper, until } = await keeperOn(journal, server.provider, { clock });
    await keeper.import(readPasted('A1'));
    await until('import', 'done');
    const nextAt = Date.parse(keeper.work().refresh.nextAt ?? '');
    expect(nextAt).toBeGreaterThanOrEqual(Date.parse('2026-03-11T02:00:00+07:00'));
    expect(nextAt).toBeLessThan(Date.parse('2026-03-11T05:00:00+07:00'));
    keeper.startNightlyRefreshIfDue();
    expect(keeper.work().refresh).toMatchObject({ state: 'idle', finishedAt: null });
    now = Date.parse('2026-03-11T08:00:00+07:00');
    keeper.startNightlyRefreshIfDue();
    await vi.waitFor(() => expect(keeper.work().refresh.finishedAt).not.toBeNull(), { timeout: 30_000 });
    expect(Date.parse(keeper.work().refresh.nextAt ?? '')).toBeGreaterThan(Date.parse('2026-03-12T02:00:00+07:00') - 1);
  });

  it('waits for the connection to be set up', async () => {
    const journal = await aJournal();
    const { keeper, until } = await keeperOn(journal, null);
    await keeper.import(readPasted('A1'));
    await until('import', 'stopped');
    expect(keeper.work()).toMatchObject({ import: { reason: 'not_configured' }, refresh: { nextAt: null } });
  });
});
