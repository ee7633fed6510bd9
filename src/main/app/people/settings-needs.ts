import type { SettingsChange } from '../../../shared/contract/settings-change.ts';
import type { Permission } from '../../../shared/domain/people/permissions.ts';

/** Everything a change can touch belongs to somebody: what is not named here leads to the money, or guards it. */
const areas: Readonly<Partial<Record<keyof SettingsChange, Permission>>> = {
  language: 'settingsScreen',
  theme: 'settingsScreen',
  sounds: 'settingsScreen',
  shop: 'settingsShop',
  paper: 'settingsShop',
  printer: 'settingsShop',
  printers: 'settingsShop',
  defaultPrinter: 'settingsShop',
  autoPrint: 'settingsShop',
  slipCashier: 'settingsShop',
  billFee: 'settingsShop',
  pricing: 'settingsShop',
  display: 'settingsShop',
};

/** What a change of the settings needs, for each part that it touches. */
export function settingsNeeds(change: SettingsChange): readonly Permission[] {
  const touched = new Set<string>(
    Object.entries(change)
      // The PIN is an answer, not a change; so is what becomes of orders.
      .filter(([name, value]) => value !== undefined && name !== 'pin' && name !== 'leaveOrders')
      .map(([name]) => name),
  );
  const named = Object.entries(areas).filter(([name]) => touched.delete(name));
  const needed = new Set<Permission>(named.map(([, permission]) => permission));
  return touched.size > 0 ? [...needed, 'settingsConnection'] : [...needed];
}
