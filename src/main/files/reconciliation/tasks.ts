import { z } from 'zod';
import { StatementColumns } from '../../../shared/contract/reconcile.ts';
import { Language } from '../../../shared/domain/preferences.ts';

/** What a thread that compares a statement, or writes what it found, is started with. */
export const ReconcileTask = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('compare'),
    journal: z.string(),
    statement: z.string(),
    scratch: z.string(),
    columns: StatementColumns,
    days: z.object({ from: z.iso.date(), to: z.iso.date() }).nullable(),
    /** the provider's: the statement is in its time */
    timeZone: z.string(),
    given: z.instanceof(SharedArrayBuffer),
  }),
  z.object({
    do: z.literal('write'),
    scratch: z.string(),
    path: z.string(),
    temporary: z.string(),
    language: Language,
    timeZone: z.string(),
    given: z.instanceof(SharedArrayBuffer),
  }),
]);
export type ReconcileTask = z.infer<typeof ReconcileTask>;
