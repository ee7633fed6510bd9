import { DatabaseError, type DatabaseErrorKind, isRefusedByDisk } from '../../db/database-error.ts';
import { isTaken } from './run.ts';
import { SecretsFileFault } from './secrets-file.ts';

const journalSentences: Readonly<Record<DatabaseErrorKind, string>> = {
  full: 'The disk is full. Make room and start again; nothing was lost.',
  read_only: 'The data folder cannot be written to.',
  corrupt: 'The receipt log is damaged. Leave the folder as it is, and restore a backup into another one.',
  locked: 'Another Konter has this data folder open.',
  newer:
    'The receipt log was written by a newer Konter; nothing was changed. Start that one, or, if you cannot, restore a backup from before the update.',
  closed: 'The receipt log was closed already.',
  other: 'The receipt log cannot be opened.',
};

/** One sentence for the person who started the counter, and the fault's own words where they help. */
export function whyNotStarted(error: unknown): string {
  if (error instanceof DatabaseError) return `${journalSentences[error.kind]} (${error.message})`;
  if (error instanceof SecretsFileFault) return error.message;
  if (isRefusedByDisk(error)) return `${journalSentences.read_only} (${error.path})`;
  if (isTaken(error)) return 'The port is taken by another program. Give another one: --port N, or 0 for any.';
  if (error instanceof Error) return `Konter could not be started: ${error.message}`;
  return 'Konter could not be started.';
}
