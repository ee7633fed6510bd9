import type { JournalHead } from '../../../../shared/contract/journal.ts';

/** The log's head as a file: its name says whose and of which day it is. */
export function headFile(head: JournalHead): { name: string; text: string } {
  return { name: `konter-${head.terminal}-${head.day}-${head.seq}.json`, text: `${JSON.stringify(head, null, 2)}\n` };
}
