/**
 * What both sides of a border agree on. domain: the words and rules of the trade; wire: what travels to and from the relay; contract: what
 * pages may ask of main.
 * Each may use those before it, and zod. Nothing here knows a clock, a file or a socket. Tests: tests/unit/shared, tests/contract.
 */

import type { z } from 'zod';
import { alerts } from './alerts.ts';
import { backups } from './backups.ts';
import { batches } from './batches.ts';
import { billGroups } from './bill-groups.ts';
import { cashServices } from './cash-services.ts';
import { catalogue } from './catalogue.ts';
import { customerBook, customers, meters } from './customers.ts';
import { deposit } from './deposit.ts';
import { display } from './display.ts';
import { drills } from './drills.ts';
import type { Result } from './errors.ts';
import { diagnostics, status } from './events.ts';
import { exports, reconcile } from './files.ts';
import { journal, safety } from './journal.ts';
import { books, shifts } from './ledger.ts';
import { office } from './office.ts';
import { parking } from './parking.ts';
import { people } from './people.ts';
import { printers, prints } from './printing.ts';
import type { AnyProcedure } from './procedure.ts';
import { productLists } from './product-lists.ts';
import { proofs } from './proofs.ts';
import { receipts, sharing } from './receipts.ts';
import { selling } from './selling.ts';
import { settings } from './settings.ts';
import { shop } from './shop.ts';
import { tabs } from './tabs.ts';
import { transactions } from './transactions.ts';
import { updates } from './updates.ts';

/** Everything the UI can ask of main: "transactions.get" becomes konter.transactions.get. */
export const registry = {
  ...selling,
  ...batches,
  ...catalogue,
  ...productLists,
  ...transactions,
  ...receipts,
  ...prints,
  ...printers,
  ...sharing,
  ...proofs,
  ...journal,
  ...books,
  ...shifts,
  ...deposit,
  ...parking,
  ...exports,
  ...reconcile,
  ...customers,
  ...meters,
  ...customerBook,
  ...billGroups,
  ...tabs,
  ...cashServices,
  ...display,
  ...backups,
  ...safety,
  ...settings,
  ...shop,
  ...office,
  ...alerts,
  ...diagnostics,
  ...drills,
  ...people,
  ...updates,
  ...status,
} satisfies Record<string, AnyProcedure>;

export type Registry = typeof registry;
export type ProcedureName = keyof Registry;

export const isProcedureName = (name: unknown): name is ProcedureName =>
  typeof name === 'string' && Object.hasOwn(registry, name);

/** A handler's input, after parsing. */
export type Input<N extends ProcedureName> = z.output<Registry[N]['input']>;
/** A caller's input, before parsing. */
export type RawInput<N extends ProcedureName> = z.input<Registry[N]['input']>;
export type Output<N extends ProcedureName> = z.output<Registry[N]['output']>;

/** A host serves these: one function for each procedure, its input already parsed. */
export type Handlers = { [N in ProcedureName]: (input: Input<N>) => Promise<Result<Output<N>>> };

/** Those of some groups: "shifts" is all of shifts.*, or of the procedure "shifts". */
export type HandlersOf<Group extends string> = Pick<Handlers, Extract<ProcedureName, Group | `${Group}.${string}`>>;
