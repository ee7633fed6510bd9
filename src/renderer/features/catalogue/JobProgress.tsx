import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportState, RefreshState } from '../../../shared/domain/catalogue-jobs.ts';
import { groupThousands } from '../../../shared/domain/money.ts';
import { plural } from '../../i18n/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { toastError } from '../../ui/toast.ts';
import { callForWork, dismissList } from './catalogue-store.ts';

type Props = { onFailed?: () => void } & (
  | { what: 'import'; work: ImportState }
  | { what: 'refresh'; work: RefreshState }
);

/** How far it is, why it waits, and the ways to stop it, to go on, and to see what failed. */
export function JobProgress({ what, work, onFailed }: Props) {
  const { t } = useTranslation();
  const label = useId();
  const open = work.state === 'running' || work.state === 'waiting' || work.state === 'stopped';
  const counts = { n: groupThousands(work.done), of: groupThousands(work.total) };
  const title = (): string => {
    if (what === 'refresh') return t('catalogue.work.refresh', counts);
    if (work.state === 'cancelled') return t('catalogue.work.importCancelled', counts);
    if (work.state !== 'done') return t('catalogue.work.import', counts);
    return t('catalogue.work.importDone', {
      added: t('catalogue.work.added', plural(work.added)),
      failed: t('catalogue.work.failedLines', plural(work.failed)),
    });
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <div className="flex min-w-60 flex-1 flex-col gap-1">
        <output id={label} className="font-medium">
          {title()}
        </output>
        {open ? (
          <progress
            aria-labelledby={label}
            className="h-2 w-full accent-[var(--accent)]"
            max={Math.max(1, work.total)}
            value={work.done}
          />
        ) : null}
        {work.reason === null ? null : <p className="text-small">{t(`catalogue.work.reasons.${work.reason}`)}</p>}
      </div>
      {what === 'import' && work.failed > 0 && onFailed ? (
        <Button onClick={onFailed}>{t('catalogue.work.failed')}</Button>
      ) : null}
      {work.state === 'waiting' || work.state === 'stopped' ? (
        <Button onClick={() => void callForWork('catalogue.resume', { what }).then(toastError)}>
          {t('catalogue.work.goOn')}
        </Button>
      ) : null}
      {what === 'import' && !open ? <Button onClick={dismissList}>{t('catalogue.work.close')}</Button> : null}
      {open ? (
        <Button onClick={() => void callForWork('catalogue.cancel', { what }).then(toastError)}>
          {t('catalogue.work.stop')}
        </Button>
      ) : null}
    </div>
  );
}
