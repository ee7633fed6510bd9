import { type TFunction } from 'i18next';
import { BackupError } from '../../../shared/contract/backups.ts';
import { type KonterError } from '../../../shared/contract/errors.ts';
import { errorWords } from '../../i18n/error-message.ts';

/** Why a copy was not made or not put back: a disk that fails here says nothing about selling. */
export function backupWords(t: TFunction, error: KonterError): string[] {
  const known = BackupError.safeParse(error.reason);
  return known.success ? [t(`safety.backupError.${known.data}`)] : errorWords(t, error).lines;
}

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** "64 kB", "1,5 GB": bytes in steps of a thousand, with the comma that Indonesia writes. */
export function bytesText(bytes: number): string {
  let amount = bytes;
  let step = 0;
  while (amount >= 1000 && step < units.length - 1) {
    amount /= 1000;
    step += 1;
  }
  const text = amount < 10 && step > 0 ? amount.toFixed(1).replace('.', ',') : String(Math.round(amount));
  return `${text} ${units[step] ?? 'B'}`;
}
