import { Download, GitCompareArrows, ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouter } from '../../state/router.ts';
import { Button } from '../../ui/Button.tsx';
import { SearchField, Select } from '../../ui/Field.tsx';
import { ExportDialog } from './files/ExportDialog.tsx';
import { ReconcileDialog } from './files/ReconcileDialog.tsx';
import { focusSearch, type ReceiptFilter, searchFieldId, views } from './filter.ts';
import { openFirst } from './receipts-store.ts';
import { VerifyDialog } from './VerifyDialog.tsx';

const setFilter = (part: Partial<ReceiptFilter>): void =>
  useRouter.setState(({ filter }) => ({ filter: { ...filter, ...part } }));

const kinds = ['both', 'prepaid', 'postpaid'] as const;

/** Beside an open sale on a small screen: two lines of controls, so that the list keeps its room. */
const narrowLook = 'max-xl:px-3 [&>svg]:max-xl:hidden';

/** Search while typing, the view, and the button to verify a proof. */
export function FilterBar() {
  const { t } = useTranslation();
  const filter = useRouter((state) => state.filter);
  const [reconciling, setReconciling] = useState(false);
  const [exporting, setExporting] = useState(false);
  const [verifying, setVerifying] = useState(false);
  useEffect(focusSearch, []);
  return (
    <search className="flex shrink-0 flex-wrap gap-2 border-b border-line p-3">
      <SearchField
        id={searchFieldId}
        className="min-w-72"
        label={t('receipts.search')}
        placeholder={t('receipts.searchHint')}
        value={filter.text}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          openFirst();
        }}
        onText={(text) => setFilter({ text: text.slice(0, 500) })}
      />
      <Select
        hideLabel
        className="max-w-40 2xl:max-w-none"
        label={t('receipts.viewLabel')}
        value={filter.view}
        choices={views.map((value) => ({ value, label: t(`receipts.view.${value}`) }))}
        onValue={(view) => setFilter({ view })}
      />
      <Select
        hideLabel
        label={t('receipts.kindLabel')}
        value={filter.kind}
        choices={kinds.map((value) => ({ value, label: t(`receipts.kind.${value}`) }))}
        onValue={(kind) => setFilter({ kind })}
      />
      <Button className={narrowLook} icon={ShieldCheck} onClick={() => setVerifying(true)}>
        {t('proof.open')}
      </Button>
      <Button
        className={narrowLook}
        icon={Download}
        disabled={filter.view === 'quarantined'}
        onClick={() => setExporting(true)}
      >
        {t('files.open')}
      </Button>
      <Button className={narrowLook} icon={GitCompareArrows} onClick={() => setReconciling(true)}>
        {t('reconcile.open')}
      </Button>
      {reconciling ? <ReconcileDialog onClose={() => setReconciling(false)} /> : null}
      {exporting ? <ExportDialog filter={filter} onClose={() => setExporting(false)} /> : null}
      {verifying ? <VerifyDialog onClose={() => setVerifying(false)} /> : null}
    </search>
  );
}
