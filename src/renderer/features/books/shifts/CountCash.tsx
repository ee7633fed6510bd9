import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useState } from 'react';
import { z } from 'zod';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import { Reason } from '../../../../shared/contract/procedure.ts';
import { maxDrawerAmount, maxPieces } from '../../../../shared/domain/bounds.ts';
import type { CarriedCash, Denomination } from '../../../../shared/domain/drawer-count.ts';
import { formatRupiah, groupThousands } from '../../../../shared/domain/money.ts';
import type { Shift } from '../../../../shared/domain/shift.ts';
import { call } from '../../../host/call.ts';
import { type TFunction, useTranslation } from '../../../i18n/translation.ts';
import { useKeys } from '../../../state/keys.ts';
import { useSettings } from '../../../state/settings.ts';
import { AmountField, GroupedInput } from '../../../ui/AmountField.tsx';
import { useAmountText } from '../../../ui/amount-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { classes, inputLook } from '../../../ui/classes.ts';
import { Confirm, FormDialog } from '../../../ui/Dialog.tsx';
import { Choice, TextField } from '../../../ui/Field.tsx';
import { useZodForm } from '../../../ui/form.ts';
import { EyeOff, LockOpen } from '../../../ui/later-icons.tsx';
import { ErrorNotice, Notice } from '../../../ui/Notice.tsx';
import {
  type Counted,
  type CountWay,
  countedOf,
  differenceLook,
  forgetCount,
  isTooMuch,
  piecesOfWay,
  setCount,
  setPieces,
  useCount,
} from './cash-count.ts';
import { printShift, refreshShifts, useShifts } from './shifts-store.ts';

/** Counts the drawer note by note, or takes the amount. Enter goes to the next field, and from the last one on. */
function CountCash({ beside }: { beside?: ReactNode }) {
  const { t } = useTranslation();
  const count = useCount();
  const way = useCountWay();
  const counted = countedOf(count, way)?.counted ?? null;
  const pieces = piecesOfWay(way);
  return (
    <div className="flex flex-col gap-3">
      {way === 'free' ? (
        <Choice
          label={t('shifts.count.by')}
          hideLabel
          value={count.by}
          choices={(['notes', 'amount'] as const).map((value) => ({ value, label: t(`shifts.count.${value}`) }))}
          onValue={(by) => setCount({ by })}
        />
      ) : null}
      {way === 'free' && count.by === 'amount' ? (
        <div className="max-w-80">
          <AmountField
            max={maxDrawerAmount}
            label={t('shifts.count.amountField')}
            value={count.amount}
            onValue={(amount) => setCount({ amount })}
          />
        </div>
      ) : (
        <div
          data-count
          className={classes(
            way === 'free' ? 'grid-rows-4' : 'grid-rows-5',
            'grid grid-flow-col grid-cols-2 gap-x-6 gap-y-1.5 zoomed:grid-flow-row zoomed:grid-cols-1 zoomed:grid-rows-none',
          )}
        >
          {pieces.map((note) => (
            <NoteField key={note} note={note} />
          ))}
          {way === 'free' ? <AmountRow /> : null}
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-line pt-2">
        <output className="flex min-w-60 flex-1 flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-medium">{t('shifts.count.total')}</span>
          {counted === null || Number.isNaN(counted) ? (
            <span className="text-giant font-normal text-ink-soft short:text-title">{t('common.none')}</span>
          ) : (
            <span className="text-giant font-semibold short:text-title">{formatRupiah(counted)}</span>
          )}
          {counted !== null && isTooMuch(counted) ? (
            <span className="w-full text-small font-medium text-failed">{t('shifts.count.tooMuch')}</span>
          ) : null}
        </output>
        {beside}
      </div>
    </div>
  );
}

function NoteField({ note }: { note: Denomination }) {
  const { t } = useTranslation();
  const pieces = useCount((count) => count.pieces[note] ?? null);
  const isAmount = pieces !== null && !Number.isNaN(pieces);
  return (
    <label className="grid grid-cols-[4rem_6rem_1fr] items-center gap-2">
      <span className="text-right font-semibold">{groupThousands(note)}</span>
      <CountField
        label={t(note < 1000 ? 'shifts.count.coinPieces' : 'shifts.count.pieces', { note: formatRupiah(note) })}
        value={pieces}
        max={maxPieces}
        onValue={(typed) => setPieces(note, typed)}
      />
      <span
        className={classes(
          'text-right whitespace-nowrap',
          pieces === null || isAmount ? 'text-ink-soft' : 'text-small text-failed',
        )}
      >
        {isAmount ? formatRupiah(note * pieces) : pieces === null ? '' : t('shifts.count.tooManyPieces')}
      </span>
    </label>
  );
}

function AmountRow() {
  const { t } = useTranslation();
  const coins = useCount((count) => count.coins);
  return (
    <label className="grid grid-cols-[4rem_1fr] items-center gap-2">
      <span className="text-right font-semibold">{t('shifts.count.coins')}</span>
      <CountField
        label={t('shifts.count.coinsAll')}
        value={coins}
        max={maxDrawerAmount}
        onValue={(typed) => setCount({ coins: typed })}
      />
    </label>
  );
}

interface CountFieldProps {
  label: string;
  value: number | null;
  max: number;
  onValue: (value: number | null) => void;
}

function CountField({ label, value, max, onValue }: CountFieldProps) {
  return (
    <GroupedInput
      inputMode="numeric"
      aria-label={label}
      aria-invalid={Number.isNaN(value)}
      onKeyDown={nextOnEnter}
      {...useAmountText(value, max, onValue)}
      className={classes(inputLook, 'text-right text-large font-semibold')}
    />
  );
}

/** Enter moves to the next field, in the order of the drawer; in the last one it submits the form. */
function nextOnEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  const fields = [...(event.currentTarget.closest('[data-count]')?.querySelectorAll('input') ?? [])];
  const next = fields[fields.indexOf(event.currentTarget) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.select();
}

/** The buttons of a count, in sight however long it is, and what main answered above them. */
function CountActions({ error, children }: { error: KonterError | null; children: ReactNode }) {
  return (
    <footer className="sticky bottom-0 -mx-4 mt-auto flex flex-col gap-3 border-t border-line bg-surface p-3 zoomed:static">
      <ErrorNotice compact error={error} />
      <div className="flex flex-wrap justify-between gap-3">{children}</div>
    </footer>
  );
}

/** The form has no fields: the count is kept in `useCount`, which stays while somebody sells in between. */
const nothingElse = z.object({});

const useCountWay = (): CountWay => useSettings((state) => state.view?.settings.drawerCount ?? 'free');

/** What was counted so far, as the shop counts. */
function useCounted(): Counted | null {
  const way = useCountWay();
  const count = useCount();
  return countedOf(count, way);
}

/** Without an open shift: the drawer is counted, and a shift begins. */
export function OpenShift() {
  const { t } = useTranslation();
  const required = useShifts((state) => state.required);
  const counted = useCounted();
  const [carried, setCarried] = useState<CarriedCash | null>(null);
  const form = useZodForm({
    schema: nothingElse,
    defaults: {},
    async send() {
      if (counted === null) return null;
      const answer = await call('shifts.open', counted);
      if (!answer.ok && answer.error.carried) {
        setCarried(answer.error.carried);
        return null;
      }
      if (answer.ok) forgetCount();
      await refreshShifts();
      return answer.ok ? null : answer.error;
    },
  });
  useFirstField(form.props.ref);
  return (
    <form
      {...form.props}
      className="flex min-h-full flex-col gap-4 p-4 pb-0 short:gap-2 short:pt-2 [&>:not(footer)]:max-w-3xl"
    >
      <header className="flex flex-col gap-1">
        <h3 className="text-title font-semibold">{t('shifts.open.title')}</h3>
        <p className="text-ink-soft">{t('shifts.open.lead')}</p>
      </header>
      {required ? <Notice tone="unknown" compact title={t('shifts.open.required')} /> : null}
      <CountCash />
      <CountActions error={form.error}>
        <Button
          type="submit"
          look="primary"
          large
          disabled={!isUsable(counted) || form.busy}
          icon={LockOpen}
          className="ml-auto"
        >
          {t('shifts.open.button')}
        </Button>
      </CountActions>
      {carried && counted !== null ? (
        <AcceptDifference carried={carried} counted={counted} onClose={() => setCarried(null)} />
      ) : null}
    </form>
  );
}

const WhyDifferent = z.object({ reason: Reason });

interface AcceptProps {
  carried: CarriedCash;
  counted: Counted;
  onClose: () => void;
}

/** The drawer has another sum than at the last close: it is counted again, or opened with the difference and its reason. */
function AcceptDifference({ carried, counted, onClose }: AcceptProps) {
  const { t } = useTranslation();
  const form = useZodForm({
    schema: WhyDifferent,
    defaults: { reason: '' },
    async send({ reason }) {
      const { difference } = carried;
      const answer = await call('shifts.open', { ...counted, accept: { difference, reason } });
      if (answer.ok) forgetCount();
      await refreshShifts();
      if (!answer.ok) return answer.error;
      // Who takes the drawer over has the difference and its reason on paper.
      await printShift(answer.value.number);
      return null;
    },
    done: onClose,
  });
  const { tone, text } = differenceLook(t, carried.difference);
  return (
    <FormDialog
      title={t('shifts.opening.ask')}
      lead={t('shifts.opening.askLead')}
      form={form}
      submit={t('shifts.opening.go')}
      leave={{ label: t('shifts.close.stop'), run: onClose }}
      onClose={onClose}
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        <dt className="text-ink-soft">{t('shifts.opening.last')}</dt>
        <dd className="text-right font-semibold">{formatRupiah(carried.expected)}</dd>
        <dt className="text-ink-soft">{t('shifts.opening.now')}</dt>
        <dd className="text-right font-semibold">{formatRupiah(counted.counted)}</dd>
        <dt className="self-center">{t('shifts.difference.label')}</dt>
        <dd
          className={classes(
            'text-right text-title font-bold whitespace-nowrap',
            tone === 'failed' ? 'text-failed' : 'text-unknown',
          )}
        >
          {text}
        </dd>
      </dl>
      <TextField
        label={t('shifts.note.text')}
        hint={t('shifts.opening.hint')}
        maxLength={200}
        {...form.field('reason', t('shifts.move.noReason'))}
      />
    </FormDialog>
  );
}

const isUsable = (counted: Counted | null): boolean => counted !== null && !isTooMuch(counted.counted);

const goBack = (): void => useShifts.setState({ closing: false });

/** The cash is counted first; the expected cash and the difference show only afterwards. */
export function CloseShift({ shift: { number } }: { shift: Shift }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const purse = useSettings(({ view }) => view?.settings.purse ?? '');
  const balance = useCount((count) => (purse === '' ? null : count.purse));
  const form = useZodForm({
    schema: nothingElse,
    defaults: {},
    needsConfirmation: () => true,
    async send() {
      if (counted === null) return null;
      const answer = await call('shifts.close', {
        ...counted,
        number,
        ...(balance === null ? {} : { purse: balance }),
      });
      if (!answer.ok) return answer.error;
      forgetCount();
      useShifts.setState({ selected: number, closing: false });
      await refreshShifts();
      await printShift(number);
      return null;
    },
  });
  useFirstField(form.props.ref);
  useKeys([{ key: 'Escape', label: t('common.back'), run: goBack }]);
  return (
    <form
      {...form.props}
      className="flex min-h-full flex-col gap-4 p-4 pb-0 short:gap-2 short:pt-2 [&>:not(footer)]:max-w-3xl"
    >
      <header className="flex flex-col gap-1">
        <h3 className="text-title font-semibold">{t('shifts.close.title', { n: number })}</h3>
        <p className="flex items-center gap-2 text-ink-soft">
          <EyeOff aria-hidden="true" className="size-5 shrink-0" />
          {t('shifts.close.lead')}
        </p>
      </header>
      <CountCash
        // Not below the sum: it would be out of sight on the smallest screen.
        beside={
          purse === '' ? null : (
            <div className="min-w-60 flex-1">
              <AmountField
                max={maxDrawerAmount}
                label={t('cashServices.count', { purse })}
                hint={t('cashServices.countHint')}
                value={balance}
                onValue={(typed) => setCount({ purse: typed })}
              />
            </div>
          )
        }
      />
      <CountActions error={form.error}>
        <Button hotkey="Esc" onClick={goBack}>
          {t('common.back')}
        </Button>
        <Button type="submit" look="primary" large disabled={!isUsable(counted) || Number.isNaN(balance)}>
          {t('shifts.close.button')}
        </Button>
      </CountActions>
      {form.question && counted !== null ? (
        <Confirm
          title={t('shifts.close.ask', { counted: formatRupiah(counted.counted) })}
          lead={[purse === '' ? '' : purseWords(t, purse, balance), t('shifts.close.askLead')].join(' ').trim()}
          stop={t('shifts.close.stop')}
          go={{ label: t('shifts.close.go'), run: form.question.go, danger: false }}
          onClose={form.question.back}
        />
      ) : null}
    </form>
  );
}

/** The purse as it was counted: it is closed for good with the drawer. */
const purseWords = (t: TFunction, purse: string, balance: number | null): string =>
  balance === null
    ? t('cashServices.notCounted', { purse })
    : t('cashServices.counted', { purse, amount: formatRupiah(balance) });

/** Puts the caret into a form's first field that is typed into, once, when the form appears. */
function useFirstField(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input[inputmode="numeric"]')?.focus(), [form]);
}
