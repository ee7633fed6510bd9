export { catalogueHandlers } from './api.ts';
export { prepareItems } from './catalogue-items.ts';
export { sqliteCatalogue } from './catalogue-repository.ts';
export { type CatalogueKeeper } from './catalogue-sync.ts';
export { type CatalogueBook } from './catalogue-types.ts';
export { catalogueListener, openCatalogue } from './open-catalogue.ts';
