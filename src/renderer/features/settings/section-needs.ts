import type { Permission } from '../../../shared/domain/staff.ts';

/** What whoever is here must be allowed for a section of the settings to mean anything to them; one left out is everybody's. */
export const sectionNeeds: Readonly<Record<string, Permission>> = {
  shop: 'settingsShop',
  slip: 'settingsShop',
  customers: 'customersFind',
  printers: 'settingsShop',
  display: 'settingsShop',
  connection: 'settingsConnection',
  limits: 'settingsConnection',
  pin: 'people',
  backup: 'backups',
  book: 'seeBooks',
  mode: 'modeSwitch',
};
