import { useId } from 'react';
import type { FileTask } from '../../shared/contract/files.ts';
import { plural, reasonLines } from '../i18n/i18n.ts';
import { useTranslation } from '../i18n/translation.ts';
import { CircleCheck, FileX2 } from './icons.tsx';
import { Notice } from './Notice.tsx';

interface Props {
  task: FileTask;
  /** its lines are no receipts */
  isTable?: boolean;
}

/** How far a task is, or how it ended: with the place of its file. A comparison that is done shows its result in place of this. */
export function TaskProgress({ task, isTable = false }: Props) {
  const { t } = useTranslation();
  const label = useId();
  if (task.state === 'running') {
    return (
      <div className="flex flex-col gap-2">
        <p id={label} className="font-medium">
          {t(`files.running.${task.kind}`)}
        </p>
        <progress
          aria-labelledby={label}
          className="h-3 w-full accent-[var(--accent)]"
          max={Math.max(1, task.total)}
          value={Math.min(task.done, task.total)}
        />
        <p className="text-small text-ink-soft tabular-nums">{t('files.rows', plural(task.rows))}</p>
      </div>
    );
  }
  if (task.state === 'done') {
    const place = task.fetch && task.format === 'pdf' ? t('files.printed') : placeOf(task);
    return (
      <Notice
        tone="success"
        icon={CircleCheck}
        live="status"
        title={t(isTable ? 'files.doneTable' : 'files.done', plural(task.rows))}
        lines={[place]}
      />
    );
  }
  if (task.state === 'cancelled') {
    return <Notice tone="pending" icon={FileX2} live="status" title={t(`files.cancelled.${task.kind}`)} />;
  }
  return (
    <Notice
      tone="failed"
      live="alert"
      title={t(`files.failed.${task.kind}`)}
      lines={reasonLines(t, task.reason ?? 'other')}
    />
  );
}

function placeOf({ folder, name }: FileTask): string | null {
  if (folder === null || name === null) return null;
  return `${folder}${folder.includes('\\') ? '\\' : '/'}${name}`;
}
