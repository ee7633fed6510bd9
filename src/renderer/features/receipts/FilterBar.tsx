import { Download, GitCompareArrows, Grid3x3, ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouter } from '../../state/router.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { SearchField, Select } from '../../ui/Field.tsx';
import { MoreMenu } from '../../ui/MoreMenu.tsx';
import { NumberPad } from '../../ui/NumberPad.tsx';
import { toggleNumberPad, useNumberPad } from '../checkout/index.ts';
import { ExportDialog } from './files/ExportDialog.tsx';
import { ReconcileDialog } from './files/ReconcileDialog.tsx';
import { focusSearch, type ReceiptFilter, searchFieldId, views } from './filter.ts';
import { enterList, openFirst } from './receipts-store.ts';
import { VerifyDialog } from './VerifyDialog.tsx';

const setFilter = (part: Partial<ReceiptFilter>): void =>
  useRouter.setState(({ filter }) => ({ filter: { ...filter, ...part } }));

const kinds = ['both', 'prepaid', 'postpaid'] as const;

type OwnersTool = 'verify' | 'export' | 'reconcile';

/** Search while typing and the view; the owner's tools are in a menu. Enter opens the first sale that was found. */
export function FilterBar() {
  const { t } = useTranslation();
  const filter = useRouter((state) => state.filter);
  const [tool, setTool] = useState<OwnersTool | null>(null);
  const isPadShown = useNumberPad((state) => state.isShown);
  useEffect(focusSearch, []);
  // The list of webhooks is not searched: typing looks for sales.
  const type = (text: string): void =>
    setFilter({ text: text.slice(0, 500), ...(filter.view === 'quarantined' ? { view: 'all' } : {}) });
  const close = (): void => setTool(null);
  return (
    <search className="shrink-0 border-b border-line p-3">
      <form
        className="flex flex-wrap gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          openFirst();
        }}
      >
        <div className="flex w-full gap-2">
          <SearchField
            id={searchFieldId}
            label={t('receipts.search')}
            placeholder={t('receipts.searchHint')}
            value={filter.text}
            inputMode={isPadShown ? 'none' : 'search'}
            onKeyDown={(event) => {
              // The key of a new search, pressed where one begins: no text that is searched for starts with it.
              const { value, selectionStart, selectionEnd } = event.currentTarget;
              const isNew = selectionStart === 0 && selectionEnd === value.length;
              if (event.key === '/' && isNew) event.preventDefault();
              if (event.key !== 'ArrowDown') return;
              event.preventDefault();
              enterList();
            }}
            onText={type}
          />
          <Button
            aria-label={t('entry.pad')}
            title={t('entry.pad')}
            aria-pressed={isPadShown}
            className={classes('px-3', isPadShown && 'border-accent bg-accent-soft')}
            onClick={toggleNumberPad}
          >
            <Grid3x3 aria-hidden="true" className="size-5" />
          </Button>
        </div>
        {isPadShown ? <NumberPad className="w-full" text={filter.text} onText={type} /> : null}
        <Select
          hideLabel
          className="max-w-44 flex-1"
          label={t('receipts.viewLabel')}
          value={filter.view}
          choices={views.map((value) => ({ value, label: t(`receipts.view.${value}`) }))}
          onValue={(view) => setFilter({ view })}
        />
        <Select
          hideLabel
          className="max-w-44 flex-1"
          label={t('receipts.kindLabel')}
          value={filter.kind}
          choices={kinds.map((value) => ({ value, label: t(`receipts.kind.${value}`) }))}
          onValue={(kind) => setFilter({ kind })}
        />
        <MoreMenu
          className="ml-auto"
          label={t('receipts.tools')}
          items={[
            { icon: ShieldCheck, label: t('proof.open'), run: () => setTool('verify') },
            ...(filter.view === 'quarantined'
              ? []
              : [{ icon: Download, label: t('files.open'), run: () => setTool('export') }]),
            { icon: GitCompareArrows, label: t('reconcile.open'), run: () => setTool('reconcile') },
          ]}
        />
      </form>
      {tool === 'reconcile' ? <ReconcileDialog onClose={close} /> : null}
      {tool === 'export' ? <ExportDialog filter={filter} onClose={close} /> : null}
      {tool === 'verify' ? <VerifyDialog onClose={close} /> : null}
    </search>
  );
}
