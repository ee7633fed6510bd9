import { type TFunction } from 'i18next';
import { type JournalHead } from '../../../shared/contract/journal.ts';

const kinds = ['event', 'sale', 'receipt', 'body'] as const;

/** "event 17" in the shop's language; what is named otherwise is shown as main wrote it. */
export function flawRow(t: TFunction, row: string): string {
  const [first = '', ...name] = row.split(' ');
  const kind = kinds.find((each) => each === first);
  return kind === undefined || name.length !== 1 ? row : t(`safety.book.rowOf.${kind}`, { name: name[0] });
}

/** The log's head as a file: its name says whose and of which day it is. */
export function headFile(head: JournalHead): { name: string; text: string } {
  return { name: `konter-${head.terminal}-${head.day}-${head.seq}.json`, text: `${JSON.stringify(head, null, 2)}\n` };
}
