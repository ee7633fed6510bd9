import { defineFeature, type ModeContext } from '../base/feature.ts';
import type { DatabaseParts } from '../db/sqlite-sales-store.ts';
import type { Downloads } from '../files/index.ts';
import type { Provider } from '../provider/index.ts';
import { isOnLoopback } from '../settings/index.ts';
import { catalogueHandlers } from './api.ts';
import { prepareCatalogueItems } from './catalogue-items.ts';
import { type CatalogueRepository, sqliteCatalogue } from './catalogue-repository.ts';
import { catalogueListener, openCatalogue, priceHook } from './catalogue-sync.ts';
import { ProviderList } from './provider-list.ts';

type CatalogueDatabase = Parameters<typeof openCatalogue>[0]['db'] & { catalogue: CatalogueRepository };

export interface Context extends ModeContext {
  db: CatalogueDatabase;
  provider: Provider | null;
}

export const catalogueFeature = defineFeature({
  tables: ({ db, ...database }: DatabaseParts) => ({
    catalogue: sqliteCatalogue({ ...database, db, items: prepareCatalogueItems(db) }),
  }),
  hooks: ({ products }: Pick<DatabaseParts, 'products'>) => [priceHook(products)],
  listener: ({ events }: ModeContext) => catalogueListener((code) => events.emit('items', [code])),
  async open({ db, provider, mode, folder, system, settings, events, publish, log, onClose }: Context) {
    const isLive = mode === 'live';
    const catalogue = await openCatalogue({
      db,
      provider,
      mode,
      folder,
      loopback: isLive && isOnLoopback(settings().provider.url),
      proxy: isLive ? settings().provider.proxy : null,
      timeZone: () => settings().timeZone,
      ...system,
      log,
      publish,
    });
    events.on('items', (codes) => void catalogue.publishItems(codes).catch(() => undefined));
    events.on('wake', () => catalogue.startNightlyRefreshIfDue());
    onClose(catalogue.stop);
    return { catalogue, providerList: new ProviderList({ ...system, provider, book: db.catalogue }) };
  },
  handlers: ({ downloads, ...deps }: Parameters<typeof catalogueHandlers>[0] & { downloads: Downloads }) =>
    catalogueHandlers(deps, downloads),
});
