import { z } from 'zod';
import { CatalogueItem } from '../domain/catalogue.ts';
import { CatalogueWork } from '../domain/catalogue-jobs.ts';
import { PrintJob } from '../domain/print-job.ts';
import { Transaction } from '../domain/transaction.ts';
import { FileTask } from './exports.ts';
import { PeopleState } from './people.ts';
import { Status } from './status.ts';
import { UpdatesState } from './updates.ts';

/** What main tells the UI without being asked. */
export const KonterEvent = z.discriminatedUnion('type', [
  /** a sale as it is stored now; it may be new to the listener */
  z.object({ type: z.literal('transaction'), transaction: Transaction }),
  /** a print job as it stands now; it may be new to the listener */
  z.object({ type: z.literal('print'), job: PrintJob }),
  /** a file that is being made, or a statement that is being compared, as it stands now */
  z.object({ type: z.literal('task'), task: FileTask }),
  /** products of the catalogue as they are now, maybe new to the listener; null: many, so read the list again */
  z.object({ type: z.literal('catalogue'), items: z.array(CatalogueItem).nullable() }),
  /** how far the asking about a list or about every product is */
  z.object({ type: z.literal('catalogueWork'), work: CatalogueWork }),
  /** who is at the counter, or who may be, has changed */
  z.object({ type: z.literal('people'), state: PeopleState }),
  z.object({ type: z.literal('status'), status: Status }),
  /** how it stands with newer releases of the program */
  z.object({ type: z.literal('updates'), updates: UpdatesState }),
  /** the counter was opened anew (another mode or connection): load the page again */
  z.object({ type: z.literal('reload') }),
]);
export type KonterEvent = z.infer<typeof KonterEvent>;
