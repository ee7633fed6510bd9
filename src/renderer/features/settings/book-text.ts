import { BackupError } from '../../../shared/contract/backups.ts';
import type { KonterError } from '../../../shared/contract/errors.ts';
import type { JournalHead } from '../../../shared/contract/journal.ts';
import { backupErrorText, errorWords, oneDecimal } from '../../i18n/i18n.ts';
import type { TFunction } from '../../i18n/translation.ts';

const kinds = ['event', 'sale', 'receipt', 'body'] as const;

/** "event 17" in the shop's language; other names stay as main wrote them. */
export function flawRow(t: TFunction, row: string): string {
  const [first = '', ...name] = row.split(' ');
  const kind = kinds.find((each) => each === first);
  return kind === undefined || name.length !== 1 ? row : t(`verification.rowOf.${kind}`, { name: name[0] });
}

/** The journal's head as a file, named by its terminal and day. */
export function headFile(head: JournalHead): { name: string; text: string } {
  return { name: `konter-${head.terminal}-${head.day}-${head.seq}.json`, text: `${JSON.stringify(head, null, 2)}\n` };
}

/** Why a backup or a restore failed: a failing backup disk says nothing about selling. */
export function backupWords(t: TFunction, error: KonterError): string[] {
  const backupError = BackupError.safeParse(error.reason);
  if (backupError.success) return [backupErrorText(t, backupError.data)];
  return errorWords(t, error).lines;
}

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** "64 kB", "1,5 GB": bytes in steps of a thousand, with the language's decimal mark. */
export function bytesText(bytes: number, language: string): string {
  let amount = bytes;
  let step = 0;
  while (amount >= 1000 && step < units.length - 1) {
    amount /= 1000;
    step += 1;
  }
  const text = amount < 10 && step > 0 ? oneDecimal(amount, language) : String(Math.round(amount));
  return `${text} ${units[step] ?? 'B'}`;
}
