export { catalogueHandlers } from './api.ts';
export { prepareCatalogueItems } from './catalogue-items.ts';
export { type CatalogueRepository, sqliteCatalogue } from './catalogue-repository.ts';
export { type CatalogueSync, catalogueListener, openCatalogue } from './catalogue-sync.ts';
export { OfficeItem, officeItem } from './office-items.ts';
