import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError, Result } from '../../../shared/contract/errors.ts';
import { Pin } from '../../../shared/contract/procedure.ts';
import type { SettingsView } from '../../../shared/contract/settings.ts';
import { Confirm, Dialog } from '../../ui/Dialog.tsx';
import { PinField } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { backupWords } from './book-text.ts';

interface RestoreDialogProps {
  title: string;
  /** shown while it is restored */
  going: string;
  restore: (pin: string) => Promise<Result<unknown>>;
  view: SettingsView;
  onClose: () => void;
}

/** Explains what a restore changes, and starts it with the supervisor's PIN. Enter goes back. */
export function RestoreDialog({ title, going, restore, view, onClose }: RestoreDialogProps) {
  const { t } = useTranslation();
  const [pin, setPin] = useState('');
  const [isGoing, setIsGoing] = useState(false);
  const [error, setError] = useState<KonterError | null>(null);
  const start = async (): Promise<void> => {
    if (isGoing) return;
    if (!Pin.safeParse(pin).success) {
      setError({ code: 'not_allowed', message: '', reason: 'pin_needed' });
      return;
    }
    setIsGoing(true);
    const answer = await restore(pin);
    // After a success the page reloads by itself.
    if (answer.ok) return;
    setIsGoing(false);
    setPin('');
    setError(answer.error);
  };
  if (isGoing) {
    return (
      <Dialog title={title} onClose={() => {}}>
        {() => <output className="text-large">{going}</output>}
      </Dialog>
    );
  }
  const canRestore = view.secrets.supervisorPin;
  return (
    <Confirm
      title={title}
      lead={t('backup.ask.lead')}
      stop={t('common.cancel')}
      go={canRestore ? { label: t('backup.ask.go'), run: () => void start() } : null}
      onClose={onClose}
    >
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {t('backup.ask.what', { returnObjects: true }).map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
      {canRestore ? (
        <PinField label={t('backup.ask.pin')} value={pin} onChange={(event) => setPin(event.currentTarget.value)} />
      ) : (
        <Notice tone="unknown" title={t('backup.ask.noPin')} />
      )}
      {error ? (
        <Notice tone="failed" live="alert" compact title={t('backup.ask.failed')} lines={backupWords(t, error)} />
      ) : null}
    </Confirm>
  );
}
