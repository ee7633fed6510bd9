export { catalogueHandlers } from './api.ts';
export { OfficeItem, officeItem, prepareCatalogueItems } from './catalogue-items.ts';
export { type CatalogueRepository, sqliteCatalogue } from './catalogue-repository.ts';
export { type CatalogueSync, catalogueListener, openCatalogue } from './catalogue-sync.ts';
