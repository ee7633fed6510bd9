import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { type ExportFilter, ExportFormat, maxReportRows, Separator } from '../../../../shared/contract/files.ts';
import { call } from '../../../host/call.ts';
import { plural } from '../../../i18n/i18n.ts';
import { useLanguage } from '../../../state/settings.ts';
import { useFileTask } from '../../../state/tasks.ts';
import { Choice } from '../../../ui/Choice.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useZodForm } from '../../../ui/form.ts';
import { TaskProgress } from '../../../ui/TaskProgress.tsx';
import { isFiltered, type ReceiptFilter, searchOf } from '../filter.ts';

interface Props {
  filter: ReceiptFilter;
  onClose: () => void;
}

const schema = z.object({ format: ExportFormat, separator: Separator, from: z.string(), to: z.string() });

/** Exports the list to a file: its format, its days and the progress. */
export function ExportDialog({ filter, onClose }: Props) {
  const { t } = useTranslation();
  const english = useLanguage() === 'en';
  const { task, running, follow, cancel } = useFileTask();
  const form = useZodForm({
    schema,
    defaults: { format: 'xlsx', separator: english ? 'comma' : 'semicolon', from: '', to: '' },
    async send({ format, separator, from, to }) {
      return follow(await call('exports.start', { format, separator, filter: exportFilterOf(filter, from, to) }));
    },
  });
  const disabled = form.busy || running;
  const format = form.watch('format');
  const day = { type: 'date', min: '2000-01-01', max: '2099-12-31', hint: t('files.anyDay'), disabled } as const;
  return (
    <FormDialog
      wide
      focus={false}
      title={t('files.export')}
      lead={t(isFiltered(filter) ? 'files.leadFiltered' : 'files.leadAll')}
      form={form}
      submit={t('files.start')}
      ready={!running}
      onClose={onClose}
      leave={running ? { label: t('files.stop'), run: () => void cancel() } : { label: t('files.close'), run: onClose }}
    >
      <Choice
        label={t('files.format')}
        choices={ExportFormat.options.map((value) => ({ value, label: t(`files.formats.${value}`) }))}
        disabled={disabled}
        {...form.control('format')}
      />
      <p className="min-h-12 text-small text-ink-soft">{t(`files.about.${format}`, plural(maxReportRows))}</p>
      {format === 'csv' ? (
        <Choice
          label={t('files.separator')}
          choices={Separator.options.map((value) => ({ value, label: t(`files.separators.${value}`) }))}
          disabled={disabled}
          {...form.control('separator')}
        />
      ) : null}
      <div className="grid grid-cols-2 gap-3">
        <TextField label={t('files.from')} {...day} {...form.field('from')} />
        <TextField label={t('files.to')} {...day} {...form.field('to')} />
      </div>
      <div className="min-h-24">{task && !form.error ? <TaskProgress task={task} /> : null}</div>
    </FormDialog>
  );
}

/** The list's own filter as an export takes it. Days are YYYY-MM-DD; an empty one is open, up to where the other allows. */
function exportFilterOf(filter: ReceiptFilter, from: string, to: string): ExportFilter {
  const { text, states, kinds } = searchOf(filter, null);
  const { view } = filter;
  return {
    ...(text === undefined ? {} : { text }),
    // All of them: an accountant counts what the list hides.
    ...(states && view !== 'all' ? { states } : {}),
    ...(kinds ? { kinds } : {}),
    ...(view === 'cashToReturn' || view === 'cashToCollect' || view === 'overdue' ? { only: view } : {}),
    ...(from === '' && to === '' ? {} : { days: { from: from || '2000-01-01', to: to || '2099-12-31' } }),
  };
}
