import { useId, useState } from 'react';
import { ok } from '../../../shared/contract/errors.ts';
import { maxPastedLetters } from '../../../shared/contract/product-lists.ts';
import type { ImportState, ProductChange, RefreshState } from '../../../shared/domain/catalogue-jobs.ts';
import { formatRupiah, groupThousands } from '../../../shared/domain/money.ts';
import { call, usePages } from '../../host/call.ts';
import { plural } from '../../i18n/i18n.ts';
import { dateTimeText } from '../../i18n/time-text.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useShopZone } from '../../state/settings.ts';
import { useServes } from '../../state/status.ts';
import { toastError } from '../../state/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx';
import { ExportDialog } from '../../ui/ExportDialog.tsx';
import { ArrowDownUp, Calculator, Download, History, ListChecks, RefreshCw } from '../../ui/later-icons.tsx';
import { callForWork, dismissList, isImportShown, useCatalogue } from './catalogue-store.ts';
import { TakenListLine } from './ProviderListDialog.tsx';
import type { Show } from './rows.ts';

interface Props {
  count: number;
  onPropose: () => void;
  onOrder: () => void;
  onList: () => void;
  onShow: (show: Show, risen?: ReadonlySet<string>) => void;
  onCorrect: (text: string) => void;
}

/** The catalogue's background jobs: the import, the nightly refresh, and their results. */
export function JobStatus({ count, onPropose, onOrder, onList, onShow, onCorrect }: Props) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const sells = useServes('product');
  const work = useCatalogue((state) => state.work);
  const [dialog, setDialog] = useState<'failed' | 'changes' | 'export' | null>(null);
  const { watched, dismissed, hasProviderList } = useCatalogue();
  const importJob = work?.import ?? null;
  const isIdle = work?.refresh.state === 'idle';
  const { finishedAt, nextAt } = work?.refresh ?? { finishedAt: null, nextAt: null };
  return (
    <div className="flex shrink-0 flex-col gap-2 border-b border-line px-4 py-2">
      <div className="flex min-h-11 flex-wrap items-center gap-x-1 gap-y-1 max-xl:[&>button:first-of-type]:-ml-3">
        <div className="flex flex-1 basis-full items-center gap-x-1 xl:min-w-72 xl:basis-0">
          <p className="flex-1 text-small text-ink-soft">
            {`${t('catalogue.count', plural(count))}. `}
            {sells ? (
              <>
                {finishedAt === null
                  ? t('catalogue.work.neverRefreshed')
                  : t('catalogue.work.refreshed', { when: dateTimeText(finishedAt, zone) })}
                {nextAt === null ? '.' : `, ${t('catalogue.work.next', { when: dateTimeText(nextAt, zone) })}.`}
              </>
            ) : null}
          </p>
          {sells ? (
            <Button
              look="quiet"
              disabled={!isIdle}
              icon={RefreshCw}
              onClick={() => void callForWork('catalogue.refresh').then(toastError)}
            >
              {t('catalogue.work.now')}
            </Button>
          ) : null}
        </div>
        {hasProviderList ? (
          <Button look="quiet" icon={ListChecks} onClick={onList}>
            {t('catalogue.providerList.open')}
          </Button>
        ) : null}
        <Button look="quiet" icon={Calculator} onClick={onPropose}>
          {t('catalogue.propose')}
        </Button>
        <Button look="quiet" icon={ArrowDownUp} onClick={onOrder}>
          {t('catalogue.order.open')}
        </Button>
        <Button look="quiet" icon={Download} onClick={() => setDialog('export')}>
          {t('catalogue.export')}
        </Button>
        <Button look="quiet" icon={History} onClick={() => setDialog('changes')}>
          {t('catalogue.work.changes')}
        </Button>
      </div>
      <TakenListLine onShow={onShow} />
      {importJob && isImportShown(importJob, { watched, dismissed }) ? (
        <JobProgress job="import" work={importJob} onFailed={() => setDialog('failed')} />
      ) : null}
      {work && !isIdle ? <JobProgress job="refresh" work={work.refresh} /> : null}
      {dialog === 'changes' ? <ChangesDialog onClose={() => setDialog(null)} /> : null}
      {dialog === 'export' ? <ExportCatalogue content="items" onClose={() => setDialog(null)} /> : null}
      {dialog === 'failed' ? (
        <FailedDialog
          onClose={() => setDialog(null)}
          onCorrect={(text) => {
            setDialog(null);
            onCorrect(text);
          }}
        />
      ) : null}
    </div>
  );
}

/** The differences in the provider's data. */
function ChangesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const { answer, more } = usePages(askChanges);
  const changes = answer?.ok ? answer.value.rows : null;
  const valueText = (field: ProductChange['what'], value: string | null): string => {
    if (value === null) return t('catalogue.changes.noValue');
    if (field === 'active' || field === 'gone')
      return t(value === 'true' ? 'catalogue.changes.yes' : 'catalogue.changes.no');
    return field === 'admin' || field === 'commission' ? formatRupiah(Number(value)) : value;
  };
  return (
    <Dialog wide title={t('catalogue.changes.title')} lead={t('catalogue.changes.lead')} onClose={onClose}>
      {() => (
        <>
          {changes?.length === 0 ? <p>{t('catalogue.changes.none')}</p> : null}
          <ul className="flex flex-col">
            {changes?.map(({ seq, at, productCode, productName, what: field, was, now }) => (
              <li key={seq} className="flex flex-wrap items-baseline gap-x-3 border-b border-line py-2">
                <span className="w-36 text-small text-ink-soft">{dateTimeText(at, zone)}</span>
                <span className="min-w-0 flex-1">
                  <span className="font-mono font-semibold">{productCode}</span> {productName}
                </span>
                <span className="min-w-0 break-words">
                  {t('catalogue.changes.fromTo', {
                    what: t(`catalogue.changes.what.${field}`),
                    was: valueText(field, was),
                    now: valueText(field, now),
                  })}
                </span>
              </li>
            ))}
          </ul>
          {more === null ? null : (
            <Button onClick={() => void more().then(toastError)}>{t('catalogue.changes.more')}</Button>
          )}
          <DialogFooter>
            <Button onClick={onClose}>{t('catalogue.changes.close')}</Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}

async function askChanges(before: number | null) {
  const answer = await call('catalogue.changes', { limit: 100, ...(before === null ? {} : { before }) });
  return answer.ok ? ok({ rows: answer.value.changes, next: answer.value.next }) : answer;
}

interface FailedDialogProps {
  onClose: () => void;
  /** with the lines, to be corrected as a list */
  onCorrect: (text: string) => void;
}

/** Which lines are not in the catalogue, and why; to be corrected in the list itself or taken away as a file. */
function FailedDialog({ onClose, onCorrect }: FailedDialogProps) {
  const { t } = useTranslation();
  const { answer, more } = usePages(askFailed);
  const lines = answer?.ok ? answer.value.rows : [];
  const [exporting, setExporting] = useState(false);
  if (exporting) return <ExportCatalogue content="failed" onClose={() => setExporting(false)} />;
  const text = lines.map((line) => line.text).join('\n');
  return (
    <Dialog wide title={t('catalogue.failed.title')} lead={t('catalogue.failed.lead')} onClose={onClose}>
      {(settled) => (
        <>
          <ul className="flex flex-col">
            {lines.map(({ line, text: source, reason, message }) => (
              <li key={line} className="flex flex-wrap items-baseline gap-x-3 border-b border-line py-2">
                <span className="w-24 text-small text-ink-soft">{t('catalogue.failed.line', { n: line })}</span>
                <span className="min-w-0 flex-1 font-mono break-words">{source}</span>
                <span className="text-small font-medium text-failed">
                  {t(`catalogue.failed.why.${reason}`)}
                  {message === null ? null : `: ${message}`}
                </span>
              </li>
            ))}
          </ul>
          {more === null ? null : (
            <Button onClick={() => void more().then(toastError)}>{t('catalogue.failed.more')}</Button>
          )}
          <DialogFooter>
            <Button onClick={onClose}>{t('catalogue.failed.close')}</Button>
            <span className="flex flex-wrap gap-3">
              <Button disabled={!settled} onClick={() => setExporting(true)}>
                {t('catalogue.failed.save')}
              </Button>
              <Button
                look="primary"
                disabled={!settled || lines.length === 0 || text.length > maxPastedLetters}
                onClick={() => onCorrect(text)}
              >
                {t('catalogue.failed.correct')}
              </Button>
            </span>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}

async function askFailed(after: number | null) {
  const answer = await call('catalogue.failed', { limit: 200, ...(after === null ? {} : { after }) });
  return answer.ok ? ok({ rows: answer.value.lines, next: answer.value.next }) : answer;
}

/** Exports the catalogue, or the failed lines of a list, as a CSV, and shows its path. */
function ExportCatalogue({ content, onClose }: { content: 'items' | 'failed'; onClose: () => void }) {
  const { t } = useTranslation();
  const formats = [{ label: t('files.start'), start: () => call('catalogue.export', { what: content }) }];
  return (
    <ExportDialog
      title={t(`catalogue.exports.${content}`)}
      lead={t('catalogue.exports.lead')}
      formats={formats}
      onClose={onClose}
    />
  );
}

type ProgressProps = { onFailed?: () => void } & (
  | { job: 'import'; work: ImportState }
  | { job: 'refresh'; work: RefreshState }
);

/** How far it is, why it waits, and the ways to stop it, to go on, and to see what failed. */
export function JobProgress({ job, work, onFailed }: ProgressProps) {
  const { t } = useTranslation();
  const label = useId();
  const isOpen = work.state === 'running' || work.state === 'waiting' || work.state === 'stopped';
  const counts = { n: groupThousands(work.done), of: groupThousands(work.total) };
  const title = (): string => {
    if (job === 'refresh') return t('catalogue.work.refresh', counts);
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
        {isOpen ? (
          <progress
            aria-labelledby={label}
            className="h-2 w-full accent-[var(--accent)]"
            max={Math.max(1, work.total)}
            value={work.done}
          />
        ) : null}
        {work.reason === null ? null : <p className="text-small">{t(`catalogue.work.reasons.${work.reason}`)}</p>}
      </div>
      {job === 'import' && work.failed > 0 && onFailed ? (
        <Button onClick={onFailed}>{t('catalogue.work.failed')}</Button>
      ) : null}
      {work.state === 'waiting' || work.state === 'stopped' ? (
        <Button onClick={() => void callForWork('catalogue.resume', { what: job }).then(toastError)}>
          {t('catalogue.work.goOn')}
        </Button>
      ) : null}
      {job === 'import' && !isOpen ? <Button onClick={dismissList}>{t('catalogue.work.close')}</Button> : null}
      {isOpen ? (
        <Button onClick={() => void callForWork('catalogue.cancel', { what: job }).then(toastError)}>
          {t('catalogue.work.stop')}
        </Button>
      ) : null}
    </div>
  );
}
