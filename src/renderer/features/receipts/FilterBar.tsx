import { useEffect, useState } from 'react';
import { z } from 'zod';
import {
  type ExportFilter,
  ExportFormat,
  maxReportRows,
  reconcile,
  Separator,
} from '../../../shared/contract/files.ts';
import { call } from '../../host/call.ts';
import { plural } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { toggleNumberPad, useNumberPad } from '../../state/keys.ts';
import {
  focusSearch,
  isFiltered,
  type ReceiptFilter,
  searchFieldId,
  searchOf,
  views,
} from '../../state/receipt-filter.ts';
import { useRouter } from '../../state/router.ts';
import { useLanguage } from '../../state/settings.ts';
import { useServesRow } from '../../state/status.ts';
import { useFileTask } from '../../state/tasks.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { DayField } from '../../ui/DayField.tsx';
import { FormDialog } from '../../ui/Dialog.tsx';
import { Choice, CounterSelect, SearchField, Select } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
import { Download, GitCompareArrows, Grid3x3, ShieldCheck } from '../../ui/later-icons.tsx';
import { MoreMenu } from '../../ui/MoreMenu.tsx';
import { NumberPad } from '../../ui/NumberPad.tsx';
import { TaskProgress } from '../../ui/TaskProgress.tsx';
import { ReconcileDialog } from './files/ReconcileDialog.tsx';
import { enterList, openFirst } from './receipts-store.ts';
import { VerifyDialog } from './VerifyDialog.tsx';

const setFilter = (changes: Partial<ReceiptFilter>): void =>
  useRouter.setState(({ filter }) => ({ filter: { ...filter, ...changes } }));

const kinds = ['both', 'prepaid', 'postpaid'] as const;

type OwnersTool = 'verify' | 'export' | 'reconcile';

/** Search while typing and the view; the owner's tools are in a menu. Enter opens the first sale that was found. */
export function FilterBar() {
  const { t } = useTranslation();
  const filter = useRouter((state) => state.filter);
  const [tool, setTool] = useState<OwnersTool | null>(null);
  const reconciles = useServesRow(reconcile['reconcile.choose']);
  const isPadShown = useNumberPad((state) => state.isShown);
  useEffect(focusSearch, []);
  // The list of webhooks is not searched: typing looks for sales.
  const type = (text: string): void =>
    setFilter({ text: text.slice(0, 500), ...(filter.view === 'quarantined' ? { view: 'all' } : {}) });
  const close = (): void => setTool(null);
  return (
    <search className="shrink-0 border-b border-line p-3">
      <form
        className="flex flex-wrap gap-x-1.5 gap-y-2"
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
          className={classes('max-w-64 flex-[3] px-2!', !reconciles && 'min-w-32')}
          label={t('receipts.viewLabel')}
          value={filter.view}
          choices={views.map((value) => ({ value, label: t(`receipts.view.${value}`) }))}
          onValue={(view) => setFilter({ view })}
        />
        <Select
          hideLabel
          className={classes('max-w-44 flex-[2] px-2!', !reconciles && 'min-w-32')}
          label={t('receipts.kindLabel')}
          value={filter.kind}
          choices={kinds.map((value) => ({ value, label: t(`receipts.kind.${value}`) }))}
          onValue={(kind) => setFilter({ kind })}
        />
        {filter.view === 'quarantined' ? null : (
          <CounterSelect value={filter.counter} onValue={(counter) => setFilter({ counter })} />
        )}
        <MoreMenu
          className="ml-auto"
          label={t('receipts.tools')}
          items={[
            { icon: ShieldCheck, label: t('proof.open'), run: () => setTool('verify') },
            ...(filter.view === 'quarantined'
              ? []
              : [{ icon: Download, label: t('files.open'), run: () => setTool('export') }]),
            ...(reconciles
              ? [{ icon: GitCompareArrows, label: t('reconcile.open'), run: () => setTool('reconcile') }]
              : []),
          ]}
        />
      </form>
      {tool === 'reconcile' ? <ReconcileDialog onClose={close} /> : null}
      {tool === 'export' ? <ExportDialog filter={filter} onClose={close} /> : null}
      {tool === 'verify' ? <VerifyDialog onClose={close} /> : null}
    </search>
  );
}

interface Props {
  filter: ReceiptFilter;
  onClose: () => void;
}

const [firstDay, lastDay] = ['2000-01-01', '2099-12-31'];
/** Empty: no limit. */
const DayOrNone = z.union([z.literal(''), z.iso.date()]);
const schema = z.object({ format: ExportFormat, separator: Separator, from: DayOrNone, to: DayOrNone });

/** Exports the list to a file: its format, its days and the progress. */
function ExportDialog({ filter, onClose }: Props) {
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
  const day = { min: firstDay, max: lastDay, hint: t('files.anyDay'), disabled };
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
        <DayField label={t('files.from')} {...day} {...form.control('from')} />
        <DayField label={t('files.to')} {...day} {...form.control('to')} />
      </div>
      <div className="min-h-24">{task && !form.error ? <TaskProgress task={task} /> : null}</div>
    </FormDialog>
  );
}

/** The list's own filter as an export takes it. Days are YYYY-MM-DD; an empty one is open, up to where the other allows. */
function exportFilterOf(filter: ReceiptFilter, from: string, to: string): ExportFilter {
  const { text, states, kinds, counter } = searchOf(filter, null);
  const { view } = filter;
  return {
    ...(counter ? { counter } : {}),
    ...(text === undefined ? {} : { text }),
    // All of them: an accountant counts what the list hides.
    ...(states && view !== 'all' ? { states } : {}),
    ...(kinds ? { kinds } : {}),
    ...(view === 'cashToReturn' || view === 'cashToCollect' || view === 'overdue' ? { only: view } : {}),
    ...(from === '' && to === '' ? {} : { days: { from: from || firstDay, to: to || lastDay } }),
  };
}
