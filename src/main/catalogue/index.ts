export { catalogueHandlers } from './api.ts';
export { prepareItems } from './catalogue-items.ts';
export { sqliteCatalogue } from './catalogue-repository.ts';
export { type CatalogueSync } from './catalogue-sync.ts';
export { type CatalogueRepository } from './catalogue-types.ts';
export { catalogueListener, openCatalogue } from './open-catalogue.ts';
