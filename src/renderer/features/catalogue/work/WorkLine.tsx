import { ArrowDownUp, Calculator, Download, History, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plural } from '../../../i18n/i18n.ts';
import { useShopZone } from '../../../state/settings.ts';
import { Button } from '../../../ui/Button.tsx';
import { dateTimeText } from '../../../ui/time-text.ts';
import { callForWork, isToldOf, useCatalogue } from '../catalogue-store.ts';
import { ExportCatalogue } from '../ExportCatalogue.tsx';
import { ChangesDialog } from './ChangesDialog.tsx';
import { FailedDialog } from './FailedDialog.tsx';
import { WorkProgress } from './WorkProgress.tsx';

interface Props {
  count: number;
  onPropose: () => void;
  onOrder: () => void;
  onCorrect: (text: string) => void;
}

/** What goes on in the catalogue by itself: the list that is checked, the night's look, and what they found. */
export function WorkLine({ count, onPropose, onOrder, onCorrect }: Props) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const work = useCatalogue((state) => state.work);
  const [open, setOpen] = useState<'failed' | 'changes' | 'export' | null>(null);
  const { watched, dismissed } = useCatalogue();
  const list = work?.import ?? null;
  const idle = work?.refresh.state === 'idle';
  const { finishedAt, nextAt } = work?.refresh ?? { finishedAt: null, nextAt: null };
  return (
    <div className="flex shrink-0 flex-col gap-2 border-b border-line px-4 py-2">
      <div className="flex min-h-11 flex-wrap items-center gap-x-1 gap-y-1">
        <p className="min-w-40 flex-1 text-small text-ink-soft">
          {`${t('catalogue.count', plural(count))}. `}
          {finishedAt === null
            ? t('catalogue.work.neverRefreshed')
            : t('catalogue.work.refreshed', { when: dateTimeText(finishedAt, zone) })}
          {nextAt === null ? '.' : `, ${t('catalogue.work.next', { when: dateTimeText(nextAt, zone) })}.`}
        </p>
        <Button look="quiet" icon={<Calculator aria-hidden="true" className="size-5" />} onClick={onPropose}>
          {t('catalogue.propose')}
        </Button>
        <Button look="quiet" icon={<ArrowDownUp aria-hidden="true" className="size-5" />} onClick={onOrder}>
          {t('catalogue.order.open')}
        </Button>
        <Button
          look="quiet"
          icon={<Download aria-hidden="true" className="size-5" />}
          onClick={() => setOpen('export')}
        >
          {t('catalogue.export')}
        </Button>
        <Button
          look="quiet"
          icon={<History aria-hidden="true" className="size-5" />}
          onClick={() => setOpen('changes')}
        >
          {t('catalogue.work.changes')}
        </Button>
        <Button
          look="quiet"
          disabled={!idle}
          icon={<RefreshCw aria-hidden="true" className="size-5" />}
          onClick={() => void callForWork('catalogue.refresh')}
        >
          {t('catalogue.work.now')}
        </Button>
      </div>
      {list && isToldOf(list, { watched, dismissed }) ? (
        <WorkProgress what="import" work={list} onFailed={() => setOpen('failed')} />
      ) : null}
      {work && !idle ? <WorkProgress what="refresh" work={work.refresh} /> : null}
      {open === 'changes' ? <ChangesDialog onClose={() => setOpen(null)} /> : null}
      {open === 'export' ? <ExportCatalogue what="items" onClose={() => setOpen(null)} /> : null}
      {open === 'failed' ? (
        <FailedDialog
          onClose={() => setOpen(null)}
          onCorrect={(text) => {
            setOpen(null);
            onCorrect(text);
          }}
        />
      ) : null}
    </div>
  );
}
