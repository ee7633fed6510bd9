import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import type { Output } from '../../../../shared/contract/registry.ts';
import { call } from '../../../host/call.ts';
import { mergeTask, useTasks } from '../../../state/tasks.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog, DialogFooter } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { errorWords } from '../../../words/error-words.ts';
import { TaskProgress } from '../export/TaskProgress.tsx';
import { ColumnFields } from './ColumnFields.tsx';
import { Found } from './Found.tsx';

type Look = Output<'reconcile.look'>;

/** The provider's statement beside the book: choose the file, say which column is what, see what differs. */
export function ReconcileDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<{ file: string; name: string; look: Look } | null>(null);
  const [mapped, setMapped] = useState<Look['mapped'] | null>(null);
  const [id, setId] = useState<string | null>(null);
  const [error, setError] = useState<KonterError | null>(null);
  const task = useTasks((state) => (id === null ? null : (state.byId[id] ?? null)));
  const running = task?.state === 'running';
  const comparable = mapped !== null && (mapped.transactionId !== null || mapped.customerNo !== null);

  const choose = async (): Promise<void> => {
    setError(null);
    const answer = await call('reconcile.choose');
    if (!answer.ok) return setError(answer.error);
    const { file, name, via } = answer.value;
    if (via === 'cancelled' || file === null) return undefined;
    const looked = await call('reconcile.look', { file });
    if (!looked.ok) return setError(looked.error);
    setId(null);
    setChosen({ file, name: name ?? '', look: looked.value });
    return setMapped(looked.value.mapped);
  };
  const compare = async (): Promise<void> => {
    if (!chosen || !mapped || !comparable || running) return;
    setError(null);
    const answer = await call('reconcile.start', { file: chosen.file, columns: mapped });
    if (!answer.ok) return setError(answer.error);
    mergeTask(answer.value.task);
    return setId(answer.value.task.id);
  };
  const cancel = async (): Promise<void> => {
    if (id === null) return;
    const answer = await call('exports.cancel', { id });
    if (answer.ok) mergeTask(answer.value.task);
  };
  return (
    <Dialog wide title={t('reconcile.title')} lead={t('reconcile.lead')} onClose={onClose}>
      {(settled) => (
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (chosen) void compare();
            else void choose();
          }}
        >
          <div className="flex flex-wrap items-center gap-3">
            <Button disabled={running} onClick={() => void choose()}>
              {t('reconcile.choose')}
            </Button>
            <p className="min-w-0 break-all">{chosen?.name ?? t('reconcile.none')}</p>
          </div>
          {chosen && mapped ? (
            <ColumnFields columns={chosen.look.columns} mapped={mapped} onMapped={setMapped} disabled={running} />
          ) : null}
          {error ? <Notice tone="failed" live="alert" {...errorWords(t, error)} /> : null}
          {task && !error ? <TaskProgress task={task} /> : null}
          {task?.state === 'done' ? <Found key={task.id} onOpen={onClose} /> : null}
          <DialogFooter>
            <div className="flex flex-wrap justify-between gap-3">
              {running ? (
                <Button onClick={() => void cancel()}>{t('files.stop')}</Button>
              ) : (
                <Button onClick={onClose}>{t('files.close')}</Button>
              )}
              <Button look="primary" type="submit" disabled={!settled || running || !chosen || !comparable}>
                {t('reconcile.start')}
              </Button>
            </div>
          </DialogFooter>
        </form>
      )}
    </Dialog>
  );
}
