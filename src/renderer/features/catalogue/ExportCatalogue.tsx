import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { call } from '../../host/call.ts';
import { mergeTask, useTasks } from '../../state/tasks.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { errorWords } from '../../words/error-words.ts';
import { TaskProgress } from '../receipts/files/TaskProgress.tsx';

/** The catalogue, or what failed of a list, as a CSV; where it lies. */
export function ExportCatalogue({ what, onClose }: { what: 'items' | 'failed'; onClose: () => void }) {
  const { t } = useTranslation();
  const [id, setId] = useState<string | null>(null);
  const [error, setError] = useState<KonterError | null>(null);
  const task = useTasks((state) => (id === null ? null : (state.byId[id] ?? null)));
  const fetchable = task?.state === 'done' && task.fetch ? task.id : null;
  useEffect(() => {
    if (fetchable !== null) void call('exports.fetch', { id: fetchable });
  }, [fetchable]);
  const start = async (): Promise<void> => {
    setError(null);
    const answer = await call('catalogue.export', { what });
    if (!answer.ok) return setError(answer.error);
    if (!answer.value.task) return undefined;
    mergeTask(answer.value.task);
    return setId(answer.value.task.id);
  };
  return (
    <Dialog title={t('files.export')} lead={t('files.about.csv')} onClose={onClose}>
      {(settled) => (
        <>
          <div className="min-h-24">
            {error ? <Notice tone="failed" live="alert" {...errorWords(t, error)} /> : null}
            {!error && task ? <TaskProgress task={task} /> : null}
          </div>
          <DialogFooter>
            <div className="flex flex-wrap justify-between gap-3">
              <Button onClick={onClose}>{t('files.close')}</Button>
              <Button look="primary" disabled={!settled || task?.state === 'running'} onClick={() => void start()}>
                {t('files.start')}
              </Button>
            </div>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}
