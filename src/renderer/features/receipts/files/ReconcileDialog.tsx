import { useEffect, useState } from 'react';
import { z } from 'zod';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import {
  type Difference,
  DifferenceKind,
  type Reconciliation,
  type StatementProposal,
} from '../../../../shared/contract/files.ts';
import { formatRupiah, groupThousands } from '../../../../shared/domain/money.ts';
import { writtenTime } from '../../../../shared/domain/zone.ts';
import { call } from '../../../host/call.ts';
import { plural } from '../../../i18n/i18n.ts';
import { dayText } from '../../../i18n/time-text.ts';
import { useTranslation } from '../../../i18n/translation.ts';
import { showReceipt } from '../../../state/router.ts';
import { useLanguage, useShopZone } from '../../../state/settings.ts';
import { useFileTask } from '../../../state/tasks.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormDialog } from '../../../ui/Dialog.tsx';
import { Choice } from '../../../ui/Field.tsx';
import { useFileReading } from '../../../ui/file-reading.ts';
import { useZodForm } from '../../../ui/form.ts';
import { CircleCheck } from '../../../ui/icons.tsx';
import { ScrollRegion } from '../../../ui/Layout.tsx';
import { ErrorNotice, Notice } from '../../../ui/Notice.tsx';
import { TaskProgress } from '../../../ui/TaskProgress.tsx';
import { StatementMappingForm } from './StatementMappingForm.tsx';

/** The provider's statement beside the book: choose the file, say how it is read, see what differs. */
export function ReconcileDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState<string | null>(null);
  const { proposal, isReading, look } = useFileReading<StatementProposal>((file, mapping) =>
    call('reconcile.look', mapping ? { file, mapping } : { file }),
  );
  const { task, running, follow, forget, cancel } = useFileTask();
  const form = useZodForm({
    schema: z.object({ file: z.string() }),
    defaults: { file: '' },
    send: async ({ file }) =>
      proposal === null ? null : follow(await call('reconcile.start', { file, mapping: proposal.mapping })),
  });
  const choose = async (): Promise<KonterError | null> => {
    const answer = await call('reconcile.choose');
    if (!answer.ok) return answer.error;
    const { file, name: chosen, via } = answer.value;
    if (via === 'cancelled' || file === null) return null;
    forget();
    setName(chosen ?? '');
    form.setValue('file', file);
    return look(file);
  };
  const { file } = form.watch();
  const columns = proposal?.mapping.columns;
  const comparable =
    columns !== undefined && (columns.transactionId !== null || (columns.customerNo !== null && columns.time !== null));
  const done = task?.state === 'done';
  return (
    <FormDialog
      wide
      focus={false}
      title={t('reconcile.title')}
      lead={t('reconcile.lead')}
      form={form}
      submit={t('reconcile.start')}
      ready={proposal !== null && !isReading && comparable && !running && !done}
      onClose={onClose}
      leave={running ? { label: t('files.stop'), run: () => void cancel() } : { label: t('files.close'), run: onClose }}
    >
      <div className="flex flex-wrap items-center gap-3">
        <Button disabled={running} onClick={() => void form.attempt(choose)}>
          {t('reconcile.choose')}
        </Button>
        <p className="min-w-0 flex-1 break-all">{name ?? t('reconcile.none')}</p>
        {done ? <Button onClick={forget}>{t('mapping.change')}</Button> : null}
      </div>
      {task && !done && !form.error ? <TaskProgress task={task} /> : null}
      {done ? <ReconcileResult key={task.id} onOpen={onClose} /> : null}
      {proposal && !done ? (
        <>
          {comparable ? null : <p className="font-medium">{t('reconcile.needed')}</p>}
          <StatementMappingForm
            proposal={proposal}
            disabled={running}
            onMapping={(changed) => void form.attempt(() => look(file, changed))}
          />
        </>
      ) : null}
    </FormDialog>
  );
}

const sumsOf = {
  only_there: 'onlyThere',
  only_here: 'onlyHere',
  different: 'different',
  unchecked: 'unchecked',
} as const;

/** The first kind that has lines; the worst is named first. */
const worstKind = (summary: Reconciliation): DifferenceKind =>
  DifferenceKind.options.find((kind) => summary[sumsOf[kind]].count > 0) ?? 'different';

interface Page {
  of: DifferenceKind;
  rows: readonly Difference[];
  next: number | null;
}

/** The comparison's result: sums, and the differences by kind. A sale opens where it can be corrected. */
function ReconcileResult({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<DifferenceKind | null>(null);
  const [summary, setSummary] = useState<Reconciliation | null>(null);
  const [{ of, rows, next }, setPage] = useState<Page>({ of: 'different', rows: [], next: null });
  const [error, setError] = useState<KonterError | null>(null);
  const file = useFileTask();
  useEffect(() => {
    let wanted = true;
    const run = async (): Promise<void> => {
      const answer = await call('reconcile.result', kind === null ? { limit: 1 } : { kind });
      if (!wanted) return undefined;
      if (!answer.ok) return setError(answer.error);
      setSummary(answer.value.summary);
      if (kind === null) return setKind(worstKind(answer.value.summary));
      return setPage({ of: kind, rows: answer.value.rows, next: answer.value.next });
    };
    void run();
    return () => {
      wanted = false;
    };
  }, [kind]);
  if (error) return <ErrorNotice error={error} />;
  if (!summary || kind === null) return null;
  const readMore = async (after: number): Promise<void> => {
    const answer = await call('reconcile.result', { kind, after });
    if (!answer.ok) return setError(answer.error);
    const { rows: more, next: then } = answer.value;
    // Another kind may be shown by now, or these rows already.
    return setPage((page) =>
      page.of === kind && page.next === after ? { of: kind, rows: [...page.rows, ...more], next: then } : page,
    );
  };
  const save = async (): Promise<void> => setError(file.follow(await call('reconcile.export')));
  return (
    <section className="flex flex-col gap-3" aria-label={t('reconcile.found')}>
      <Verdict summary={summary} />
      <Choice
        label={t('reconcile.show')}
        value={kind}
        choices={DifferenceKind.options.map((value) => ({
          value,
          label: `${t(`reconcile.kinds.${value}`)} (${groupThousands(summary[sumsOf[value]].count)})`,
        }))}
        onValue={setKind}
      />
      <p className="font-semibold tabular-nums">
        {t('reconcile.sum', { amount: formatRupiah(summary[sumsOf[kind]].amount) })}
      </p>
      <ScrollRegion label={t(`reconcile.kinds.${kind}`)} className="max-h-72 overflow-auto">
        <table className="w-full text-left text-small">
          <thead>
            <tr className="border-b border-line">
              <th className="p-2">{t('reconcile.fields.customerNo')}</th>
              <th className="p-2">{t('reconcile.fields.transactionId')}</th>
              <th className="p-2">{t('reconcile.there')}</th>
              <th className="p-2">{t('reconcile.here')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.place} row={row} onOpen={onOpen} />
            ))}
          </tbody>
        </table>
        {rows.length === 0 && of === kind ? (
          <p className="p-3">{t(summary.attention === 0 ? 'reconcile.nothing' : 'reconcile.nothingHere')}</p>
        ) : null}
      </ScrollRegion>
      <div className="flex flex-wrap gap-3">
        {next === null ? null : <Button onClick={() => void readMore(next)}>{t('reconcile.more')}</Button>}
        <Button disabled={file.running} onClick={() => void save()}>
          {t('reconcile.save')}
        </Button>
      </div>
      {file.task ? <TaskProgress isTable task={file.task} /> : null}
    </section>
  );
}

/** How it ended: green only where there is nothing to look at. */
function Verdict({ summary }: { summary: Reconciliation }) {
  const { t } = useTranslation();
  const { attention, same } = summary;
  const title =
    attention === 0
      ? t('reconcile.allSame', plural(same.count))
      : t('reconcile.look', { ...plural(attention), same: groupThousands(same.count) });
  return (
    <Notice
      compact
      tone={attention === 0 ? 'success' : 'unknown'}
      live="status"
      title={title}
      {...(attention === 0 ? { icon: CircleCheck } : {})}
    >
      <p>{t('reconcile.same', { ...plural(same.count), amount: formatRupiah(same.amount) })}</p>
      <Remarks summary={summary} />
    </Notice>
  );
}

/** What was compared, and what could not be. */
function Remarks({ summary }: { summary: Reconciliation }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { days, ids, times, otherSheets } = summary;
  const counts = [
    'hiddenRows',
    'balances',
    'unreadable',
    'withoutTime',
    'withoutAmount',
    'uncheckedNumber',
    'uncheckedAmount',
    'rounded',
    'ambiguous',
    'unknownStatus',
  ] as const;
  const clock = (minutes: number): string => {
    const hours = new Intl.NumberFormat(language, { signDisplay: 'always' }).format(minutes / 60);
    return t('reconcile.hours', { hours });
  };
  const count = (name: (typeof counts)[number] | 'leftOut'): string | null =>
    summary[name] === 0 ? null : t(`reconcile.${name}`, plural(summary[name]));
  // Counted beside the lists: they are in none.
  const due = [
    days ? null : t('reconcile.noDays'),
    summary.unreadPeriod ? t('reconcile.unreadPeriod') : null,
    times.order === null || times.orderKnown ? null : t(`reconcile.assumed.${times.order}`),
    times.ofSales ? t('reconcile.daysOfSales') : null,
    otherSheets.length === 0 ? null : t('reconcile.otherSheets', { what: otherSheets.join(', ') }),
    count('leftOut'),
  ];
  const remarks = [
    days ? t('reconcile.days', { from: dayText(days.from, language), to: dayText(days.to, language) }) : null,
    times.offset === 0 ? null : t('reconcile.offset', { hours: clock(times.offset) }),
    times.likelyOffset === null ? null : t('reconcile.likelyOffset', { hours: clock(times.likelyOffset) }),
    ids.lines > 0 && ids.found === 0 ? t('reconcile.noIds') : null,
    ...(['refunds', 'deposits'] as const).map((name) => {
      const { count: n, amount } = summary[name];
      return n === 0 ? null : t(`reconcile.${name}`, { ...plural(n), amount: formatRupiah(amount) });
    }),
    ...counts.map(count),
  ];
  const item = (remark: string | null, className?: string) =>
    remark === null ? null : (
      <li key={remark} className={className}>
        {remark}
      </li>
    );
  return (
    <ul className="list-disc pl-5 text-small">
      {due.map((remark) => item(remark, 'font-semibold'))}
      {remarks.map((remark) => item(remark))}
    </ul>
  );
}

/** As the file has it, so that it is found there; but an instant with its zone as people write it. */
const personsTime = (text: string, zone: string): string =>
  z.iso.datetime({ offset: true }).safeParse(text).success ? writtenTime(text, zone) : text;

const notes = [
  'amountDiffers',
  'statusDiffers',
  'dayDiffers',
  'numberUnchecked',
  'amountUnchecked',
  'statusUnchecked',
  'timeUnchecked',
] as const satisfies readonly (keyof Difference)[];

function Row({ row, onOpen }: { row: Difference; onOpen: () => void }) {
  const { there, here, refunded } = row;
  const { t } = useTranslation();
  const zone = useShopZone();
  const side = (amount: number | null, status: string | null): string =>
    [amount === null ? null : formatRupiah(amount), status].filter((text) => text !== null).join(' · ');
  return (
    <tr className="border-b border-line align-top">
      <td className="p-2 font-mono">{here?.customerNo ?? there?.customerNo}</td>
      <td className="min-w-44 p-2 font-mono break-all">{there?.transactionId ?? here?.transactionId}</td>
      <td className="p-2">
        {there ? side(there.amount, there.status) : '–'}
        {there?.time ? (
          <span className="block whitespace-nowrap text-ink-soft">{personsTime(there.time, zone)}</span>
        ) : null}
        {row.numberDiffers ? (
          <span className="block font-semibold">
            {t('reconcile.numberDiffers', { number: there?.customerNo ?? '' })}
          </span>
        ) : null}
        {notes.map((note) =>
          row[note] ? (
            <span key={note} className="block font-semibold">
              {t(`reconcile.${note}`)}
            </span>
          ) : null,
        )}
        {there?.direction === 'refund' ? <span className="block">{t('reconcile.isRefund')}</span> : null}
        {refunded === null || there?.direction === 'refund' ? null : (
          <span className="block">{t('reconcile.refunded', { amount: formatRupiah(refunded) })}</span>
        )}
      </td>
      <td className="p-2">
        {here ? side(here.amount, t(`states.${here.state}`)) : '–'}
        {here?.receiptNo ? <span className="block font-mono">{here.receiptNo}</span> : null}
        {here ? (
          <Button
            onClick={() => {
              onOpen();
              showReceipt(here.id);
            }}
          >
            {t('receipts.quarantined.open')}
          </Button>
        ) : null}
      </td>
    </tr>
  );
}
