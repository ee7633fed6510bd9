import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import {
  type Difference,
  DifferenceKind,
  type Reconciliation,
  type StatementColumns,
  statementFields,
} from '../../../../shared/contract/files.ts';
import type { Output } from '../../../../shared/contract/registry.ts';
import { formatRupiah, groupThousands } from '../../../../shared/domain/money.ts';
import { call } from '../../../host/call.ts';
import { errorWords } from '../../../i18n/error-message.ts';
import { plural } from '../../../i18n/i18n.ts';
import { showReceipt } from '../../../state/router.ts';
import { mergeTask, useTasks } from '../../../state/tasks.ts';
import { Button } from '../../../ui/Button.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { inputLook } from '../../../ui/classes.ts';
import { Dialog, DialogFooter } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { TaskProgress } from './TaskProgress.tsx';

type Look = Output<'reconcile.look'>;

/** The provider's statement beside the book: choose the file, say which column is what, see what differs. */
export function ReconcileDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<{ file: string; name: string; look: Look } | null>(null);
  const [mapped, setMapped] = useState<Look['mapped'] | null>(null);
  const [id, setId] = useState<string | null>(null);
  const [error, setError] = useState<KonterError | null>(null);
  const task = useTasks((state) => (id === null ? null : (state.byId[id] ?? null)));
  const running = task?.state === 'running';
  const comparable = mapped !== null && (mapped.transactionId !== null || mapped.customerNo !== null);

  const choose = async (): Promise<void> => {
    setError(null);
    const answer = await call('reconcile.choose');
    if (!answer.ok) return setError(answer.error);
    const { file, name, via } = answer.value;
    if (via === 'cancelled' || file === null) return undefined;
    const looked = await call('reconcile.look', { file });
    if (!looked.ok) return setError(looked.error);
    setId(null);
    setChosen({ file, name: name ?? '', look: looked.value });
    return setMapped(looked.value.mapped);
  };
  const compare = async (): Promise<void> => {
    if (!chosen || !mapped || !comparable || running) return;
    setError(null);
    const answer = await call('reconcile.start', { file: chosen.file, columns: mapped });
    if (!answer.ok) return setError(answer.error);
    mergeTask(answer.value.task);
    return setId(answer.value.task.id);
  };
  const cancel = async (): Promise<void> => {
    if (id === null) return;
    const answer = await call('exports.cancel', { id });
    if (answer.ok) mergeTask(answer.value.task);
  };
  return (
    <Dialog wide title={t('reconcile.title')} lead={t('reconcile.lead')} onClose={onClose}>
      {(settled) => (
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (chosen) void compare();
            else void choose();
          }}
        >
          <div className="flex flex-wrap items-center gap-3">
            <Button disabled={running} onClick={() => void choose()}>
              {t('reconcile.choose')}
            </Button>
            <p className="min-w-0 break-all">{chosen?.name ?? t('reconcile.none')}</p>
          </div>
          {chosen && mapped ? (
            <ColumnFields columns={chosen.look.columns} mapped={mapped} onMapped={setMapped} disabled={running} />
          ) : null}
          {error ? <Notice tone="failed" live="alert" {...errorWords(t, error)} /> : null}
          {task && !error ? <TaskProgress task={task} /> : null}
          {task?.state === 'done' ? <Found key={task.id} onOpen={onClose} /> : null}
          <DialogFooter>
            <div className="flex flex-wrap justify-between gap-3">
              {running ? (
                <Button onClick={() => void cancel()}>{t('files.stop')}</Button>
              ) : (
                <Button onClick={onClose}>{t('files.close')}</Button>
              )}
              <Button look="primary" type="submit" disabled={!settled || running || !chosen || !comparable}>
                {t('reconcile.start')}
              </Button>
            </div>
          </DialogFooter>
        </form>
      )}
    </Dialog>
  );
}

interface Props {
  columns: readonly string[];
  mapped: StatementColumns;
  onMapped: (mapped: StatementColumns) => void;
  disabled: boolean;
}

/** Which column of the statement says what; remembered for the next one. */
function ColumnFields({ columns, mapped, onMapped, disabled }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset className="grid grid-cols-2 gap-3" disabled={disabled}>
      <legend className="mb-2 text-small font-medium text-ink-soft">{t('reconcile.columns')}</legend>
      {statementFields.map((field) => (
        <Field key={field} bare label={t(`reconcile.fields.${field}`)}>
          {({ id }) => (
            <select
              id={id}
              value={mapped[field] ?? ''}
              onChange={(event) => onMapped({ ...mapped, [field]: event.currentTarget.value || null })}
              className={inputLook}
            >
              <option value="">{t('reconcile.noColumn')}</option>
              {columns.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      ))}
    </fieldset>
  );
}

const sumsOf = { only_there: 'onlyThere', only_here: 'onlyHere', different: 'different' } as const;

/** What the comparison found: sums, and the lines of one kind after another. A sale opens where it can be corrected. */
function Found({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<DifferenceKind>('different');
  const [summary, setSummary] = useState<Reconciliation | null>(null);
  const [rows, setRows] = useState<readonly Difference[]>([]);
  const [next, setNext] = useState<number | null>(null);
  const [error, setError] = useState<KonterError | null>(null);
  const [saving, setSaving] = useState<string | null>(null);
  const file = useTasks((state) => (saving === null ? null : (state.byId[saving] ?? null)));
  const fetchable = file?.state === 'done' && file.fetch ? file.id : null;
  useEffect(() => {
    if (fetchable !== null) void call('exports.fetch', { id: fetchable });
  }, [fetchable]);
  useEffect(() => {
    let wanted = true;
    const run = async (): Promise<void> => {
      const answer = await call('reconcile.result', { kind });
      if (!wanted) return undefined;
      if (!answer.ok) return setError(answer.error);
      setSummary(answer.value.summary);
      setRows(answer.value.rows);
      return setNext(answer.value.next);
    };
    void run();
    return () => {
      wanted = false;
    };
  }, [kind]);
  const readMore = async (after: number): Promise<void> => {
    const answer = await call('reconcile.result', { kind, after });
    if (!answer.ok) return setError(answer.error);
    setRows((before) => [...before, ...answer.value.rows]);
    return setNext(answer.value.next);
  };
  const save = async (): Promise<void> => {
    const answer = await call('reconcile.export');
    if (!answer.ok) return setError(answer.error);
    if (!answer.value.task) return undefined;
    mergeTask(answer.value.task);
    return setSaving(answer.value.task.id);
  };
  if (error) return <Notice tone="failed" live="alert" {...errorWords(t, error)} />;
  if (!summary) return null;
  const { days } = summary;
  return (
    <section className="flex flex-col gap-3" aria-label={t('reconcile.found')}>
      <p>
        {t('reconcile.same', { ...plural(summary.same.count), amount: formatRupiah(summary.same.amount) })}
        {days ? ` ${t('reconcile.days', days)}` : ` ${t('reconcile.noDays')}`}
        {summary.unreadable > 0 ? ` ${t('reconcile.unreadable', plural(summary.unreadable))}` : ''}
        {summary.unknownStatus > 0 ? ` ${t('reconcile.unknownStatus', plural(summary.unknownStatus))}` : ''}
      </p>
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
      {/* Scrolls by itself, and so takes the keys that scroll. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keys */}
      <section
        className="max-h-72 overflow-auto border border-line"
        tabIndex={0}
        aria-label={t(`reconcile.kinds.${kind}`)}
      >
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
      </section>
      <div className="flex flex-wrap gap-3">
        {next === null ? null : <Button onClick={() => void readMore(next)}>{t('reconcile.more')}</Button>}
        <Button disabled={file?.state === 'running'} onClick={() => void save()}>
          {t('reconcile.save')}
        </Button>
      </div>
      {file ? <TaskProgress task={file} /> : null}
    </section>
  );
}

function Row({ row, onOpen }: { row: Difference; onOpen: () => void }) {
  const { there, here, amountDiffers, statusDiffers } = row;
  const { t } = useTranslation();
  const side = (amount: number | null, status: string | null): string =>
    [amount === null ? null : formatRupiah(amount), status].filter((part) => part !== null).join(' · ');
  return (
    <tr className="border-b border-line align-top">
      <td className="p-2 font-mono">{here?.customerNo ?? there?.customerNo}</td>
      <td className="p-2 font-mono break-all">{there?.transactionId ?? here?.transactionId}</td>
      <td className="p-2">
        {there ? side(there.amount, there.status) : '–'}
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
