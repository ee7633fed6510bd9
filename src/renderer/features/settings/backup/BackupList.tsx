import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BackupFile } from '../../../../shared/contract/backups.ts';
import type { SettingsView } from '../../../../shared/contract/settings.ts';
import { groupThousands } from '../../../../shared/domain/money.ts';
import { call } from '../../../host/call.ts';
import { useAnswer } from '../../../host/use-answer.ts';
import { useShopZone } from '../../../state/settings.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { dateTimeText } from '../../../ui/time-text.ts';
import { backupWords } from './backup-words.ts';
import { bytesText } from './bytes-text.ts';
import { RestoreDialog } from './RestoreDialog.tsx';

const ask = () => call('backups.list');

/** The copies in the folder, newest first, each of which can be put back. */
export function BackupList({ view, version }: { view: SettingsView; version: string }) {
  const { t } = useTranslation();
  const heading = useId();
  const [chosen, setChosen] = useState<BackupFile | null>(null);
  const answer = useAnswer(ask, 'backups', version)?.answer;
  if (!answer) return <Skeleton className="h-32" />;
  if (!answer.ok) {
    return <Notice tone="failed" live="alert" title={t('safety.backup.unread')} lines={backupWords(t, answer.error)} />;
  }
  const { folder, error, files } = answer.value;
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-2">
      <h4 id={heading} className="text-large font-semibold">
        {t('safety.backup.list')}
      </h4>
      <p className="font-mono text-small break-all text-ink-soft select-text">{folder}</p>
      {error === null ? null : (
        <Notice tone="unknown" title={t('safety.backup.unread')} lines={[t(`safety.backupError.${error}`)]} />
      )}
      {files.length === 0 && error === null ? <p>{t('safety.backup.empty')}</p> : null}
      <ul className="flex flex-col gap-2">
        {files.map((file) => (
          <Copy key={file.file} file={file} onRestore={() => setChosen(file)} />
        ))}
      </ul>
      {chosen ? <RestoreDialog file={chosen} view={view} onClose={() => setChosen(null)} /> : null}
    </section>
  );
}

function Copy({ file, onRestore }: { file: BackupFile; onRestore: () => void }) {
  const { t } = useTranslation();
  const time = dateTimeText(file.madeAt, useShopZone());
  return (
    <li className="flex items-center justify-between gap-4 rounded-box border border-line bg-surface p-3">
      <div>
        <p className="font-semibold">{time}</p>
        <p className="text-small text-ink-soft">
          {t('safety.backup.terminal', { terminal: file.terminal })} ·{' '}
          {t('safety.backup.events', { n: groupThousands(file.events) })} · {bytesText(file.bytes)}
          {file.file.endsWith('.age') ? ` · ${t('safety.backup.encrypted')}` : ''}
        </p>
      </div>
      <Button aria-label={t('safety.backup.restoreOf', { time })} onClick={onRestore}>
        {t('safety.backup.restore')}
      </Button>
    </li>
  );
}
