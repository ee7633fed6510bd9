import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import { type ExportFilter, ExportFormat, maxReportRows, Separator } from '../../../../shared/contract/files.ts';
import { groupThousands } from '../../../../shared/domain/money.ts';
import { call } from '../../../host/call.ts';
import { errorWords } from '../../../i18n/error-message.ts';
import { useSettings } from '../../../state/settings.ts';
import { mergeTask, useTasks } from '../../../state/tasks.ts';
import { Button } from '../../../ui/Button.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { inputLook } from '../../../ui/classes.ts';
import { Dialog, DialogFooter } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { type ReceiptFilter, searchOf } from '../filter.ts';
import { TaskProgress } from './TaskProgress.tsx';

interface Props {
  filter: ReceiptFilter;
  onClose: () => void;
}

/** What the list shows, as a file: in which format, of which days, and how far it is. */
export function ExportDialog({ filter, onClose }: Props) {
  const { t } = useTranslation();
  const english = useSettings((state) => state.view?.settings.language === 'en');
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  const [separator, setSeparator] = useState<Separator>(english ? 'comma' : 'semicolon');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [id, setId] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const [error, setError] = useState<KonterError | null>(null);
  const task = useTasks((state) => (id === null ? null : (state.byId[id] ?? null)));
  const running = task?.state === 'running';
  const fetchable = task?.state === 'done' && task.fetch ? task.id : null;
  // The browser saves or prints by itself, as soon as there is something.
  useEffect(() => {
    if (fetchable !== null) void call('exports.fetch', { id: fetchable });
  }, [fetchable]);

  const start = async (): Promise<void> => {
    setAsking(true);
    setError(null);
    const answer = await call('exports.start', { format, separator, filter: exportFilterOf(filter, from, to) });
    setAsking(false);
    if (!answer.ok) setError(answer.error);
    else if (answer.value.task) {
      mergeTask(answer.value.task);
      setId(answer.value.task.id);
    }
  };
  const cancel = async (): Promise<void> => {
    if (id === null) return;
    const answer = await call('exports.cancel', { id });
    if (answer.ok) mergeTask(answer.value.task);
  };
  const busy = asking || running;
  const filtered = filter.text.trim() !== '' || filter.view !== 'all' || filter.kind !== 'both';
  return (
    <Dialog
      wide
      title={t('files.export')}
      lead={t(filtered ? 'files.leadFiltered' : 'files.leadAll')}
      onClose={onClose}
    >
      {(settled) => (
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy) void start();
          }}
        >
          <Choice
            label={t('files.format')}
            value={format}
            choices={ExportFormat.options.map((value) => ({ value, label: t(`files.formats.${value}`) }))}
            onValue={setFormat}
            disabled={busy}
          />
          <p className="min-h-12 text-small text-ink-soft">
            {t(`files.about.${format}`, { most: groupThousands(maxReportRows) })}
          </p>
          {format === 'csv' ? (
            <Choice
              label={t('files.separator')}
              value={separator}
              choices={Separator.options.map((value) => ({ value, label: t(`files.separators.${value}`) }))}
              onValue={setSeparator}
              disabled={busy}
            />
          ) : null}
          <div className="grid grid-cols-2 gap-3">
            <DayField label={t('files.from')} value={from} onValue={setFrom} disabled={busy} />
            <DayField label={t('files.to')} value={to} onValue={setTo} disabled={busy} />
          </div>
          <div className="min-h-24">
            {error ? <Notice tone="failed" live="alert" {...errorWords(t, error)} /> : null}
            {!error && task ? <TaskProgress task={task} /> : null}
          </div>
          <DialogFooter>
            <div className="flex flex-wrap justify-between gap-3">
              {running ? (
                <Button onClick={() => void cancel()}>{t('files.stop')}</Button>
              ) : (
                <Button onClick={onClose}>{t('files.close')}</Button>
              )}
              <Button look="primary" type="submit" disabled={!settled || busy}>
                {t('files.start')}
              </Button>
            </div>
          </DialogFooter>
        </form>
      )}
    </Dialog>
  );
}

interface DayProps {
  label: string;
  value: string;
  onValue: (day: string) => void;
  disabled: boolean;
}

function DayField({ label, value, onValue, disabled }: DayProps) {
  const { t } = useTranslation();
  return (
    <Field label={label} hint={t('files.anyDay')}>
      {(ids) => (
        <input
          {...ids}
          type="date"
          value={value}
          min="2000-01-01"
          max="2099-12-31"
          disabled={disabled}
          onChange={(event) => onValue(event.currentTarget.value)}
          className={inputLook}
        />
      )}
    </Field>
  );
}

/** The list's own filter as an export takes it. Days are YYYY-MM-DD; an empty one is open, up to where the other allows. */
function exportFilterOf(filter: ReceiptFilter, from: string, to: string): ExportFilter {
  const { text, states, kinds } = searchOf(filter, null);
  const { view } = filter;
  return {
    ...(text === undefined ? {} : { text }),
    ...(states ? { states } : {}),
    ...(kinds ? { kinds } : {}),
    ...(view === 'cashToReturn' || view === 'cashToCollect' || view === 'overdue' ? { only: view } : {}),
    ...(from === '' && to === '' ? {} : { days: { from: from || '2000-01-01', to: to || '2099-12-31' } }),
  };
}
