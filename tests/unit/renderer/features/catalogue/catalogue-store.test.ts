import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  addProduct,
  callForWork,
  followCatalogue,
  keepItems,
  readCatalogue,
  useCatalogue,
} from '../../../../../src/renderer/features/catalogue/catalogue-store.ts';
import { fail, ok, type Result } from '../../../../../src/shared/contract/errors.ts';
import type { CatalogueWork, ImportState } from '../../../../../src/shared/domain/catalogue-jobs.ts';
import { fakeItems } from '../../../../support/fake-features.ts';
import { fakeProducts } from '../../../../support/fake-sales.ts';

const idle: CatalogueWork['refresh'] = {
  state: 'idle',
  done: 0,
  total: 0,
  reason: null,
  finishedAt: null,
  nextAt: null,
};

function importOf(state: ImportState['state'], done: number): CatalogueWork {
  const startedAt = '2026-11-24T03:00:00.000Z';
  return { import: { state, done, total: 1, added: done, failed: 0, reason: null, startedAt }, refresh: idle };
}

describe('the catalogue’s work', () => {
  let publish: (event: unknown) => void;
  let answer: PromiseWithResolvers<Result<CatalogueWork>>;

  beforeEach(() => {
    answer = Promise.withResolvers();
    vi.stubGlobal('window', {
      konter: {
        subscribe: (listener: typeof publish) => {
          publish = listener;
          return () => undefined;
        },
        catalogue: {
          list: () => ok({ items: [] }),
          work: () => ok(importOf('running', 0)),
          import: () => answer.promise,
        },
      },
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  const stateNow = () => useCatalogue.getState().work?.import?.state;

  it('keeps an event that arrives before the answer to the call that caused it', async () => {
    followCatalogue();
    const calling = callForWork('catalogue.import', { text: 'TSEL10' });
    publish({ type: 'catalogueWork', work: importOf('running', 0) });
    publish({ type: 'catalogueWork', work: importOf('done', 1) });
    answer.resolve(ok(importOf('running', 0)));
    await calling;
    expect(stateNow()).toBe('done');
  });

  it('keeps the answer where no event arrives meanwhile', async () => {
    followCatalogue();
    const calling = callForWork('catalogue.import', { text: 'TSEL10' });
    answer.resolve(ok(importOf('waiting', 0)));
    await calling;
    expect(stateNow()).toBe('waiting');
  });
});

describe('the catalogue', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('keeps a product whose event comes while the list is read', async () => {
    const [item] = fakeItems();
    if (!item) throw new Error('the catalogue is empty');
    const older = Promise.withResolvers<Result<{ items: [] }>>();
    vi.stubGlobal('window', { konter: { catalogue: { list: () => older.promise } } });
    useCatalogue.setState({ items: new Map() });
    const reading = readCatalogue();
    keepItems([item]);
    older.resolve(ok({ items: [] }));
    await reading;
    expect([...(useCatalogue.getState().items?.keys() ?? [])]).toEqual([item.productCode]);
  });

  it('says so where a hidden product was looked up and stays hidden', async () => {
    const product = async () => ok(fakeProducts[0]);
    const save = async () => fail('internal', 'x', { reason: 'disk_full' });
    vi.stubGlobal('window', { konter: { product, catalogue: { save } } });
    expect(await addProduct('TSEL10')).toMatchObject({ ok: false, error: { reason: 'disk_full' } });
  });
});
