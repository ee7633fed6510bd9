import { Download, GitCompareArrows, Search, ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouter } from '../../state/router.ts';
import { Button } from '../../ui/Button.tsx';
import { classes, inputLook } from '../../ui/classes.ts';
import { ExportDialog } from './files/ExportDialog.tsx';
import { ReconcileDialog } from './files/ReconcileDialog.tsx';
import { focusSearch, type ReceiptFilter, searchFieldId, views } from './filter.ts';
import { openFirst } from './receipts-store.ts';
import { VerifyDialog } from './VerifyDialog.tsx';

const setFilter = (part: Partial<ReceiptFilter>): void =>
  useRouter.setState(({ filter }) => ({ filter: { ...filter, ...part } }));

const kinds = ['both', 'prepaid', 'postpaid'] as const;

/** Beside an open sale on a small screen: two lines of controls, so that the list keeps its room. */
const narrowLook = 'max-xl:px-3';
const iconLook = 'size-5 max-xl:hidden';

/** Search while typing, what is shown, and the way to verify a proof. */
export function FilterBar() {
  const { t } = useTranslation();
  const filter = useRouter((state) => state.filter);
  const [reconciling, setReconciling] = useState(false);
  const [exporting, setExporting] = useState(false);
  const [verifying, setVerifying] = useState(false);
  useEffect(focusSearch, []);
  return (
    <search className="flex shrink-0 flex-wrap gap-2 border-b border-line p-3">
      <span className="relative flex min-w-72 flex-1">
        <Search aria-hidden="true" className="pointer-events-none absolute top-3 left-3 size-5 text-ink-soft" />
        <input
          id={searchFieldId}
          type="search"
          aria-label={t('receipts.search')}
          placeholder={t('receipts.searchHint')}
          autoComplete="off"
          spellCheck={false}
          value={filter.text}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            openFirst();
          }}
          onChange={(event) => setFilter({ text: event.currentTarget.value.slice(0, 500) })}
          className={classes(inputLook, 'pl-10')}
        />
      </span>
      <select
        aria-label={t('receipts.viewLabel')}
        value={filter.view}
        onChange={(event) => setFilter({ view: views.find((view) => view === event.currentTarget.value) ?? 'all' })}
        className={classes(inputLook, 'w-auto! max-w-40 2xl:max-w-none')}
      >
        {views.map((view) => (
          <option key={view} value={view}>
            {t(`receipts.view.${view}`)}
          </option>
        ))}
      </select>
      <select
        aria-label={t('receipts.kindLabel')}
        value={filter.kind}
        onChange={(event) => setFilter({ kind: kinds.find((kind) => kind === event.currentTarget.value) ?? 'both' })}
        className={classes(inputLook, 'w-auto!')}
      >
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`receipts.kind.${kind}`)}
          </option>
        ))}
      </select>
      <Button
        className={narrowLook}
        icon={<ShieldCheck aria-hidden="true" className={iconLook} />}
        onClick={() => setVerifying(true)}
      >
        {t('proof.open')}
      </Button>
      <Button
        className={narrowLook}
        icon={<Download aria-hidden="true" className={iconLook} />}
        disabled={filter.view === 'quarantined'}
        onClick={() => setExporting(true)}
      >
        {t('files.open')}
      </Button>
      <Button
        className={narrowLook}
        icon={<GitCompareArrows aria-hidden="true" className={iconLook} />}
        onClick={() => setReconciling(true)}
      >
        {t('reconcile.open')}
      </Button>
      {reconciling ? <ReconcileDialog onClose={() => setReconciling(false)} /> : null}
      {exporting ? <ExportDialog filter={filter} onClose={() => setExporting(false)} /> : null}
      {verifying ? <VerifyDialog onClose={() => setVerifying(false)} /> : null}
    </search>
  );
}
