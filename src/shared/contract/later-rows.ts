import type { firstRegistry } from './first-registry.ts';
import type { ProcedureName, Registry } from './registry.ts';

type Group<Name extends string> = Name extends `${infer First}.${string}` ? First : Name;

/** Groups of which the first screen has not all rows. */
type LaterGroup = Group<Exclude<ProcedureName, keyof typeof firstRegistry>>;

/**
 * The other rows, by the group of their names. A page has a group from its first call on: all of them take half a megabyte, and most
 * pages call few.
 */
const laterRows: { [G in LaterGroup]?: () => Promise<Partial<Registry>> } = {
  about: async () => (await import('./updates.ts')).updates,
  alerts: async () => (await import('./alerts.ts')).alerts,
  backups: async () => (await import('./backups.ts')).backups,
  billGroups: async () => (await import('./bill-groups.ts')).billGroups,
  books: async () => (await import('./ledger.ts')).books,
  cashServices: async () => (await import('./cash-services.ts')).cashServices,
  catalogue: async () => (await import('./product-lists.ts')).productLists,
  customers: async () => {
    const { customers, customerBook } = await import('./customers.ts');
    return { ...customers, ...customerBook };
  },
  deposit: async () => (await import('./deposit.ts')).deposit,
  display: async () => (await import('./display.ts')).display,
  drills: async () => (await import('./drills.ts')).drills,
  exports: async () => (await import('./files.ts')).exports,
  journal: async () => (await import('./journal.ts')).journal,
  meters: async () => (await import('./customers.ts')).meters,
  printers: async () => (await import('./printing.ts')).printers,
  proof: async () => (await import('./proofs.ts')).proofs,
  receipts: async () => {
    const { receipts, sharing } = await import('./receipts.ts');
    return { ...receipts, ...sharing };
  },
  reconcile: async () => (await import('./files.ts')).reconcile,
  safety: async () => (await import('./journal.ts')).safety,
  shifts: async () => (await import('./ledger.ts')).shifts,
  tabs: async () => (await import('./tabs.ts')).tabs,
  updates: async () => (await import('./updates.ts')).updates,
};

/** The rows of the procedure's group that the first screen has not; all rows where the group is not named above. */
export async function rowsWith(name: ProcedureName): Promise<Partial<Registry>> {
  const [group = name] = name.split('.');
  const rows = isLater(group) ? await laterRows[group]?.() : undefined;
  return rows?.[name] === undefined ? (await import('./registry.ts')).registry : rows;
}

const isLater = (group: string): group is LaterGroup => Object.hasOwn(laterRows, group);
