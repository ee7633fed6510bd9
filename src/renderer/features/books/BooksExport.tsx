import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { BooksFormat } from '../../../shared/contract/files.ts';
import { call } from '../../host/call.ts';
import { useFileTask } from '../../state/tasks.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { TextField } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useZodForm } from '../../ui/form.ts';
import { TaskProgress } from '../../ui/TaskProgress.tsx';
import { type Days, monthBefore } from './books-store.ts';

const schema = z.object({ format: BooksFormat, from: z.iso.date(), to: z.iso.date() });

interface Props {
  /** those that are shown */
  days: Days;
  today: string;
  onClose: () => void;
}

/** The books, shifts and cash moves of some days as a file: a workbook, or one page for the tax office. */
export function BooksExport({ days, today, onClose }: Props) {
  const { t } = useTranslation();
  const { task, running, follow, cancel } = useFileTask();
  const form = useZodForm({
    schema,
    defaults: { format: 'xlsx', ...days },
    send: async (asked) => follow(await call('exports.books', asked)),
  });
  const disabled = form.busy || running;
  const format = form.watch('format');
  const day = { type: 'date', min: '2000-01-01', max: today, required: true, disabled } as const;
  const months = { thisMonth: { from: `${today.slice(0, 8)}01`, to: today }, lastMonth: monthBefore(today) };
  return (
    <FormDialog
      wide
      focus={false}
      title={t('books.export.title')}
      lead={t('books.export.lead')}
      form={form}
      submit={t('files.start')}
      ready={!running}
      onClose={onClose}
      leave={running ? { label: t('files.stop'), run: () => void cancel() } : { label: t('files.close'), run: onClose }}
    >
      <Choice
        label={t('files.format')}
        choices={BooksFormat.options.map((value) => ({ value, label: t(`books.export.formats.${value}`) }))}
        disabled={disabled}
        {...form.control('format')}
      />
      <p className="min-h-12 text-small text-ink-soft">{t(`books.export.about.${format}`)}</p>
      <div className="flex flex-wrap items-end gap-3">
        <TextField label={t('files.from')} {...day} {...form.field('from')} />
        <TextField label={t('files.to')} {...day} {...form.field('to')} />
        {(['thisMonth', 'lastMonth'] as const).map((name) => (
          <Button
            key={name}
            disabled={disabled}
            onClick={() => {
              form.setValue('from', months[name].from);
              form.setValue('to', months[name].to);
            }}
          >
            {t(`books.export.${name}`)}
          </Button>
        ))}
      </div>
      <div className="min-h-24">{task && !form.error ? <TaskProgress task={task} /> : null}</div>
    </FormDialog>
  );
}
