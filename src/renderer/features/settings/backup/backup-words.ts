import type { TFunction } from 'i18next';
import { BackupError } from '../../../../shared/contract/backups.ts';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import { errorWords } from '../../../words/error-words.ts';

/** Why a copy was not made or not put back: a disk that fails here says nothing about selling. */
export function backupWords(t: TFunction, error: KonterError): string[] {
  const known = BackupError.safeParse(error.reason);
  return known.success ? [t(`safety.backupError.${known.data}`)] : errorWords(t, error).lines;
}
