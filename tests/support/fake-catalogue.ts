import { fail, ok } from '../../src/shared/contract/errors.ts';
import type { KonterEvent } from '../../src/shared/contract/events.ts';
import type { Handlers } from '../../src/shared/contract/registry.ts';
import type { CatalogueItem } from '../../src/shared/domain/catalogue.ts';
import type { CatalogueWork } from '../../src/shared/domain/catalogue-jobs.ts';
import { fakeProducts } from './fake-sales.ts';

const at = '2026-03-02T03:04:05.000Z';

/** The catalogue of the pretended shop: what its provider sells, priced. */
export const fakeItems = (): CatalogueItem[] =>
  fakeProducts.map((product, n) => ({
    productCode: product.productCode,
    productName: product.productName,
    kind: product.kind,
    type: product.type,
    active: product.active,
    description: product.description,
    category: product.category,
    brand: product.brand,
    cutOff: product.cutOff,
    admin: product.admin,
    commission: product.commission,
    logo: null,
    lookedUpAt: at,
    goneAt: null,
    cost: product.kind === 'prepaid' ? 10_500 + n * 1000 : null,
    providerPrice: null,
    costRisen: false,
    sellingPrice: product.kind === 'prepaid' ? 12_000 + n * 1000 : null,
    priceFrom: product.kind === 'prepaid' ? 'entered' : null,
    fee: product.productCode === 'PLNPOST' ? 3000 : null,
    favourite: n < 2,
    group: product.category === 'Data' ? 'Kuota' : null,
    place: null,
    hidden: false,
    usedAt: at,
  }));

/** A catalogue that is kept while the fake lives; lists are done at once. */
export function fakeCatalogue(
  emit: (event: KonterEvent) => void,
): Pick<Handlers, Extract<keyof Handlers, `catalogue.${string}`>> {
  const items = fakeItems();
  const work: CatalogueWork = {
    import: null,
    refresh: { state: 'idle', reason: null, done: 0, total: items.length, finishedAt: at, nextAt: null },
  };
  const told = (): CatalogueWork => {
    emit({ type: 'catalogueWork', work });
    return work;
  };
  return {
    'catalogue.list': async () => ok({ items }),
    'catalogue.save': async ({ changes }) => {
      const changed = changes.flatMap((change) => {
        const item = items.find((one) => one.productCode === change.productCode);
        if (!item) return [];
        Object.assign(item, change, change.sellingPrice === undefined ? {} : { priceFrom: 'entered' });
        return [item];
      });
      if (changed.length < changes.length) {
        return fail('not_found', 'There is no such product in the catalogue.', { reason: 'not_in_catalogue' });
      }
      emit({ type: 'catalogue', items: changed });
      return ok({ items: changed });
    },
    'catalogue.logos': async () => ok({ logos: [] }),
    'catalogue.choose': async () => ok({ via: 'cancelled', file: null, name: null, url: null }),
    'catalogue.look': async () => fail('not_found', 'There is no such file.', { reason: 'file_gone' }),
    'catalogue.import': async (ask) => {
      const total = 'text' in ask ? ask.text.split('\n').length : 3;
      const counts = { done: total, total, added: total - 1, failed: 1 };
      work.import = { state: 'done', reason: null, startedAt: at, ...counts };
      return ok(told());
    },
    'catalogue.work': async () => ok(work),
    'catalogue.failed': async () =>
      ok({ lines: [{ line: 2, text: 'TSEL1O', reason: 'no_such_product', message: 'Produk tidak ada' }], next: null }),
    'catalogue.refresh': async () => ok(told()),
    'catalogue.goOn': async () => ok(told()),
    'catalogue.cancel': async () => ok(told()),
    'catalogue.changes': async () =>
      ok({
        changes: [
          {
            seq: 1,
            at,
            productCode: 'OLD5',
            productName: 'Paket lama 5.000',
            what: 'active',
            was: 'true',
            now: 'false',
          },
        ],
        next: null,
      }),
    'catalogue.export': async () => ok({ task: null }),
  };
}
