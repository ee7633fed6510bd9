import type { Role } from './person.ts';

const everybody = ['cashier', 'supervisor', 'owner'] as const;
const supervisors = ['supervisor', 'owner'] as const;
const owners = ['owner'] as const;

/**
 * Who may do what. Main holds everybody to it (src/main/staff/authorize.ts says which procedure needs what); the UI only
 * shows it. Where a role lacks something that is done once, the PIN of somebody who has it opens it once.
 */
export const permissions = {
  sell: everybody,
  payBills: everybody,
  seeReceipts: everybody,
  printCopies: everybody,
  share: everybody,
  cashReturned: everybody,
  /** open and close */
  shifts: everybody,
  /** cash put into the drawer or taken out for something else than a sale, and the drawer opened */
  moveCash: everybody,
  /** language, colours, sounds: how the screen is, and nothing else */
  settingsScreen: everybody,
  /** send a repeat, sell in a cut-off or below cost */
  override: supervisors,
  /** record what became of a sale that nothing else settles */
  resolve: supervisors,
  seeBooks: supervisors,
  /** what a sale cost the shop, and what it earned */
  seeCosts: supervisors,
  exports: supervisors,
  reconcile: supervisors,
  customersFind: supervisors,
  catalogue: supervisors,
  /** the shop's name, slips, printers, fees */
  settingsShop: supervisors,
  backups: supervisors,
  modeSwitch: supervisors,
  /** look for a newer program, and put it in place */
  updates: supervisors,
  customersExport: owners,
  customersErase: owners,
  /** what leads to the money and guards it: addresses, secrets, PINs, limits, where copies go */
  settingsConnection: owners,
  people: owners,
  restore: owners,
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Permission = keyof typeof permissions;

export function isPermission(name: string): name is Permission {
  return Object.hasOwn(permissions, name);
}

/** @param role null: nobody is signed in */
export function may(role: Role | null, permission: Permission): boolean {
  const allowed: readonly Role[] = permissions[permission];
  return role !== null && allowed.includes(role);
}
