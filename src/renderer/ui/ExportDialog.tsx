import { useState } from 'react';
import type { KonterError, Result } from '../../shared/contract/errors.ts';
import type { FileTask } from '../../shared/contract/files.ts';
import { useTranslation } from '../i18n/translation.ts';
import { useFileTask } from '../state/tasks.ts';
import { Button } from './Button.tsx';
import { Dialog, DialogFooter } from './Dialog.tsx';
import { ErrorNotice } from './Notice.tsx';
import { TaskProgress } from './TaskProgress.tsx';

interface Props {
  title: string;
  lead: string;
  /** a button for each, the last one first in line */
  formats: ReadonlyArray<{ label: string; start: () => Promise<Result<{ task: FileTask | null }>> }>;
  onClose: () => void;
}

/** Exports what has nothing to choose but the format, and shows the file's place. */
export function ExportDialog({ title, lead, formats, onClose }: Props) {
  const { t } = useTranslation();
  const { task, running, follow } = useFileTask();
  const [error, setError] = useState<KonterError | null>(null);
  return (
    <Dialog title={title} lead={lead} onClose={onClose}>
      {(settled) => (
        <>
          <div className="min-h-24">
            <ErrorNotice error={error} />
            {!error && task ? <TaskProgress isTable task={task} /> : null}
          </div>
          <DialogFooter>
            <Button onClick={onClose}>{t('files.close')}</Button>
            <div className="flex flex-wrap gap-3">
              {formats.map(({ label, start }, at) => (
                <Button
                  key={label}
                  look={at === formats.length - 1 ? 'primary' : 'plain'}
                  disabled={!settled || running}
                  onClick={() => void start().then((answer) => setError(follow(answer)))}
                >
                  {label}
                </Button>
              ))}
            </div>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}
