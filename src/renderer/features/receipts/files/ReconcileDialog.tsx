import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import {
  type Difference,
  DifferenceKind,
  noColumns,
  type Reconciliation,
  StatementColumns,
  statementFields,
} from '../../../../shared/contract/files.ts';
import type { Output } from '../../../../shared/contract/registry.ts';
import { formatRupiah, groupThousands } from '../../../../shared/domain/money.ts';
import { call } from '../../../host/call.ts';
import { plural } from '../../../i18n/i18n.ts';
import { showReceipt } from '../../../state/router.ts';
import { useLanguage } from '../../../state/settings.ts';
import { useFileTask } from '../../../state/tasks.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormDialog } from '../../../ui/Dialog.tsx';
import { Choice, ColumnSelect } from '../../../ui/Field.tsx';
import { useZodForm } from '../../../ui/form.ts';
import { ScrollRegion } from '../../../ui/Layout.tsx';
import { ErrorNotice, TaskProgress } from '../../../ui/Notice.tsx';

/** The provider's statement beside the book: choose the file, say which column is what, see what differs. */
export function ReconcileDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<(Look & { name: string }) | null>(null);
  const { task, running, follow, forget, cancel } = useFileTask();
  const form = useZodForm({
    schema: StatementColumns.extend({ file: z.string(), timeOfDay: StatementColumns.shape.timeOfDay.unwrap() }),
    defaults: { file: '', ...noColumns },
    send: async ({ file, ...columns }) => follow(await call('reconcile.start', { file, columns })),
  });
  const choose = async (): Promise<KonterError | null> => {
    const answer = await call('reconcile.choose');
    if (!answer.ok) return answer.error;
    const { file, name, via } = answer.value;
    if (via === 'cancelled' || file === null) return null;
    const looked = await call('reconcile.look', { file });
    if (!looked.ok) return looked.error;
    const { mapped, ...look } = looked.value;
    forget();
    setChosen({ name: name ?? '', ...look });
    form.setValue('file', file);
    for (const field of statementFields) form.setValue(field, mapped[field]);
    return null;
  };
  const { transactionId, customerNo, time } = form.watch();
  const comparable = transactionId !== null || (customerNo !== null && time !== null);
  return (
    <FormDialog
      wide
      focus={false}
      title={t('reconcile.title')}
      lead={t('reconcile.lead')}
      form={form}
      submit={t('reconcile.start')}
      ready={chosen !== null && comparable && !running}
      onClose={onClose}
      leave={running ? { label: t('files.stop'), run: () => void cancel() } : { label: t('files.close'), run: onClose }}
    >
      <div className="flex flex-wrap items-center gap-3">
        <Button disabled={running} onClick={() => void form.attempt(choose)}>
          {t('reconcile.choose')}
        </Button>
        <p className="min-w-0 break-all">{chosen?.name ?? t('reconcile.none')}</p>
      </div>
      {chosen ? (
        <>
          {task?.state === 'done' ? null : <Sample {...chosen} />}
          <fieldset className="grid grid-cols-2 gap-3" disabled={running}>
            <legend className="mb-2 text-small font-medium text-ink-soft">{t('reconcile.columns')}</legend>
            {statementFields.map((field) => (
              <ColumnSelect
                key={field}
                label={t(`reconcile.fields.${field}`)}
                none={t('reconcile.noColumn')}
                names={chosen.columns}
                {...form.control(field)}
              />
            ))}
          </fieldset>
          {comparable ? null : <p className="text-small text-ink-soft">{t('reconcile.needed')}</p>}
        </>
      ) : null}
      {task && !form.error ? <TaskProgress task={task} /> : null}
      {task?.state === 'done' ? <Found key={task.id} onOpen={onClose} /> : null}
    </FormDialog>
  );
}

type Look = Omit<Output<'reconcile.look'>, 'mapped'>;

/** The file's first lines, by which a person tells its columns. */
function Sample({ columns, named, sample }: Look) {
  const { t } = useTranslation();
  return (
    <ScrollRegion label={t('reconcile.sample')} className="overflow-x-auto">
      {named ? null : <p className="pb-2 text-small text-ink-soft">{t('reconcile.unnamed')}</p>}
      <table className="w-full text-left text-small whitespace-nowrap">
        <thead>
          <tr className="border-b border-line">
            {columns.map((name) => (
              <th key={name} scope="col" className="px-2 py-1">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.slice(0, 2).map((row) => (
            <tr key={row.join('\n')} className="border-b border-line">
              {columns.map((name, at) => (
                <td key={name} className="max-w-60 truncate px-2 py-1">
                  {row[at] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

const sumsOf = { only_there: 'onlyThere', only_here: 'onlyHere', different: 'different' } as const;

interface Page {
  of: DifferenceKind;
  rows: readonly Difference[];
  next: number | null;
}

/** The comparison's result: sums, and the differences by kind. A sale opens where it can be corrected. */
function Found({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<DifferenceKind>('different');
  const [summary, setSummary] = useState<Reconciliation | null>(null);
  const [{ rows, next }, setPage] = useState<Page>({ of: 'different', rows: [], next: null });
  const [error, setError] = useState<KonterError | null>(null);
  const file = useFileTask();
  useEffect(() => {
    let wanted = true;
    const run = async (): Promise<void> => {
      const answer = await call('reconcile.result', { kind });
      if (!wanted) return undefined;
      if (!answer.ok) return setError(answer.error);
      setSummary(answer.value.summary);
      return setPage({ of: kind, rows: answer.value.rows, next: answer.value.next });
    };
    void run();
    return () => {
      wanted = false;
    };
  }, [kind]);
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
  if (error) return <ErrorNotice error={error} />;
  if (!summary) return null;
  return (
    <section className="flex flex-col gap-3" aria-label={t('reconcile.found')}>
      <p>{t('reconcile.same', { ...plural(summary.same.count), amount: formatRupiah(summary.same.amount) })}</p>
      <Remarks summary={summary} />
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
        {rows.length === 0 ? <p className="p-3">{t('reconcile.nothing')}</p> : null}
      </ScrollRegion>
      <div className="flex flex-wrap gap-3">
        {next === null ? null : <Button onClick={() => void readMore(next)}>{t('reconcile.more')}</Button>}
        <Button disabled={file.running} onClick={() => void save()}>
          {t('reconcile.save')}
        </Button>
      </div>
      {file.task ? <TaskProgress task={file.task} /> : null}
    </section>
  );
}

/** What was compared, and what could not be. */
function Remarks({ summary }: { summary: Reconciliation }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { days, ids, times } = summary;
  const counts = [
    'balances',
    'unreadable',
    'withoutTime',
    'withoutAmount',
    'rounded',
    'ambiguous',
    'unknownStatus',
  ] as const;
  const clock = (minutes: number): string => {
    const hours = new Intl.NumberFormat(language, { signDisplay: 'always' }).format(minutes / 60);
    return t('reconcile.hours', { hours });
  };
  const remarks = [
    days ? t('reconcile.days', days) : t('reconcile.noDays'),
    times.order === null || times.orderKnown ? null : t(`reconcile.assumed.${times.order}`),
    times.offset === 0 ? null : t('reconcile.offset', { hours: clock(times.offset) }),
    times.likelyOffset === null ? null : t('reconcile.likelyOffset', { hours: clock(times.likelyOffset) }),
    ids.lines > 0 && ids.found === 0 ? t('reconcile.noIds') : null,
    ...counts.map((name) => (summary[name] === 0 ? null : t(`reconcile.${name}`, plural(summary[name])))),
  ];
  return (
    <ul className="list-disc pl-5 text-small">
      {remarks.map((remark) => (remark === null ? null : <li key={remark}>{remark}</li>))}
    </ul>
  );
}

function Row({ row, onOpen }: { row: Difference; onOpen: () => void }) {
  const { there, here, numberDiffers, amountDiffers, statusDiffers } = row;
  const { t } = useTranslation();
  const side = (amount: number | null, status: string | null): string =>
    [amount === null ? null : formatRupiah(amount), status].filter((part) => part !== null).join(' · ');
  return (
    <tr className="border-b border-line align-top">
      <td className="p-2 font-mono">{here?.customerNo ?? there?.customerNo}</td>
      <td className="p-2 font-mono break-all">{there?.transactionId ?? here?.transactionId}</td>
      <td className="p-2">
        {there ? side(there.amount, there.status) : '–'}
        {there?.time ? <span className="block text-ink-soft">{there.time}</span> : null}
        {numberDiffers ? (
          <span className="block font-semibold">
            {t('reconcile.numberDiffers', { number: there?.customerNo ?? '' })}
          </span>
        ) : null}
        {amountDiffers ? <span className="block font-semibold">{t('reconcile.amountDiffers')}</span> : null}
        {statusDiffers ? <span className="block font-semibold">{t('reconcile.statusDiffers')}</span> : null}
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
