import { batches } from './batches.ts';
import { catalogue } from './catalogue.ts';
import { diagnostics, status } from './events.ts';
import { office } from './office.ts';
import { parking } from './parking.ts';
import { people } from './people.ts';
import { prints } from './printing.ts';
import type { Registry } from './registry.ts';
import { selling } from './selling.ts';
import { settings } from './settings.ts';
import { shop } from './shop.ts';
import { transactions } from './transactions.ts';

/** The rows of the contract that the page loads with its first screen: those that it calls at its start, and those of a sale. */
export const firstRegistry = {
  ...selling,
  ...batches,
  ...catalogue,
  ...transactions,
  ...prints,
  ...parking,
  ...settings,
  ...shop,
  ...office,
  ...diagnostics,
  ...people,
  ...status,
} satisfies Partial<Registry>;
