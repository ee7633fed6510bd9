import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BackupFile } from '../../../../shared/contract/backups.ts';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import { Pin } from '../../../../shared/contract/inputs.ts';
import type { SettingsView } from '../../../../shared/contract/settings.ts';
import { call } from '../../../host/call.ts';
import { useShopZone } from '../../../state/settings.ts';
import { Confirm } from '../../../ui/Confirm.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { PinField } from '../../../ui/Field.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { dateTimeText } from '../../../ui/time-text.ts';
import { backupWords } from './backup-words.ts';

interface Props {
  file: BackupFile;
  view: SettingsView;
  onClose: () => void;
}

/** Says what putting a copy back does to the book, and does it with the supervisor's PIN. Enter goes back. */
export function RestoreDialog({ file, view, onClose }: Props) {
  const { t } = useTranslation();
  const time = dateTimeText(file.madeAt, useShopZone());
  const [pin, setPin] = useState('');
  const [going, setGoing] = useState(false);
  const [error, setError] = useState<KonterError | null>(null);
  const restore = async (): Promise<void> => {
    if (going) return;
    if (!Pin.safeParse(pin).success) {
      setError({ code: 'not_allowed', message: '', reason: 'pin_needed' });
      return;
    }
    setGoing(true);
    const answer = await call('backups.restore', { file: file.file, pin });
    // When it went well the page loads anew by itself.
    if (answer.ok) return;
    setGoing(false);
    setPin('');
    setError(answer.error);
  };
  if (going) {
    return (
      <Dialog title={t('safety.backup.ask.title', { time })} onClose={() => {}}>
        {() => <output className="text-large">{t('safety.backup.ask.going')}</output>}
      </Dialog>
    );
  }
  const canRestore = view.secrets.supervisorPin;
  return (
    <Confirm
      title={t('safety.backup.ask.title', { time })}
      lead={t('safety.backup.ask.lead')}
      stop={t('common.cancel')}
      go={canRestore ? { label: t('safety.backup.ask.go'), run: () => void restore() } : null}
      onClose={onClose}
    >
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {t('safety.backup.ask.what', { returnObjects: true }).map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
      {canRestore ? (
        <PinField
          label={t('safety.backup.ask.pin')}
          value={pin}
          onChange={(event) => setPin(event.currentTarget.value)}
        />
      ) : (
        <Notice tone="unknown" title={t('safety.backup.ask.noPin')} />
      )}
      {error ? (
        <Notice
          tone="failed"
          live="alert"
          compact
          title={t('safety.backup.ask.failed')}
          lines={backupWords(t, error)}
        />
      ) : null}
    </Confirm>
  );
}
