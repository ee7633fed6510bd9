/**
 * The shop’s products: prices, costs, buttons, logos; price lists that come in, and the look-ups that keep them fresh.
 * Lists are read here (list-*, read-list); the table of a file is read in files. A price follows no list by itself.
 * May use files, provider, connection and sales’ look-ups. Tests: tests/unit/catalogue.
 */

export { OfficeItem, officeItem } from './catalogue-items.ts';
export { type CatalogueRepository } from './catalogue-repository.ts';
export { type CatalogueSync } from './catalogue-sync.ts';
export { catalogueFeature } from './feature.ts';
