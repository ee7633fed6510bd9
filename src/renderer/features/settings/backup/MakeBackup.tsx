import { Check, DatabaseBackup } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../../shared/contract/errors.ts';
import { call } from '../../../host/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { backupWords } from './backup-words.ts';

/** Makes a copy now; selling goes on meanwhile. */
export function MakeBackup({ onMade }: { onMade: () => void }) {
  const { t } = useTranslation();
  const [making, setMaking] = useState(false);
  const [answer, setAnswer] = useState<Result<unknown> | null>(null);
  const make = async (): Promise<void> => {
    if (making) return;
    setMaking(true);
    const made = await call('backups.make');
    setAnswer(made);
    setMaking(false);
    if (made.ok) onMade();
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <Button
        icon={<DatabaseBackup aria-hidden="true" className="size-5" />}
        aria-disabled={making}
        onClick={() => void make()}
      >
        {making ? t('safety.backup.making') : t('safety.backup.make')}
      </Button>
      {answer === null || making ? null : answer.ok ? (
        <Notice tone="success" icon={Check} live="status" title={t('safety.backup.made')} className="w-full" />
      ) : (
        <Notice
          tone="failed"
          live="alert"
          title={t('safety.backup.notMade')}
          lines={backupWords(t, answer.error)}
          className="w-full"
        />
      )}
    </div>
  );
}
