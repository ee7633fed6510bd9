import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { maxDrawerAmount } from '../../../shared/domain/bounds.ts';
import { cashServiceKinds, type FeeRange, isCustomerService } from '../../../shared/domain/cash-service.ts';
import { movesOf, usualFee } from '../../../shared/domain/cash-service-entry.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useKeys } from '../../state/keys.ts';
import { useUnsavedForm } from '../../state/router.ts';
import { useSettings } from '../../state/settings.ts';
import { AmountField } from '../../ui/AmountField.tsx';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Dialog.tsx';
import { CheckField, Choice, TextField } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { doubtOf, ServiceForm, type UnsentService } from './record-form.ts';
import { ServiceSender } from './service-sender.ts';
import { printService, servicesChanged } from './services-store.ts';

const noRanges: readonly FeeRange[] = [];

/** Records a cash service: what, how much, the fee by the owner's ranges, the reference; read back once, and not sent. */
export function RecordService({ onRecorded }: { onRecorded: (id: string, isEarlier: boolean) => void }) {
  const { t } = useTranslation();
  const ranges = useSettings(({ view }) => view?.settings.cashServiceFees ?? noRanges);
  const purse = useSettings(({ view }) => view?.settings.purse ?? '');
  const printsAtOnce = useSettings(({ view }) => view?.settings.autoPrint && view.settings.defaultPrinter !== null);
  const [sender] = useState(() => new ServiceSender());
  /** the owner's fee for the amount; one that a person typed stays */
  const suggested = useRef<number | null>(null);
  const form = useZodForm({
    schema: ServiceForm,
    defaults: {
      kind: 'withdrawal',
      amount: null,
      fee: null,
      feeSide: 'cash',
      throughDrawer: 'no',
      words: '',
      allowSameReference: false,
    },
    clears: { amount: null, fee: null, words: '', allowSameReference: false },
    needsConfirmation: () => true,
    async send(read) {
      const answer = await sender.send(read);
      if (!answer.ok) return answer.error;
      const { entry, isEarlier } = answer.value;
      suggested.current = null;
      servicesChanged();
      if (printsAtOnce) void printService(entry.id);
      // The next customer's amount: where the focus goes back to from the slip.
      form.props.ref.current?.querySelector<HTMLInputElement>('[data-field="amount"] input')?.focus();
      onRecorded(entry.id, isEarlier);
      return null;
    },
  });
  // A kind that is chosen is nothing that was typed.
  const isTyped = form.watch('amount') !== null || form.watch('fee') !== null || form.watch('words') !== '';
  useUnsavedForm(form.dirty && isTyped);
  const { error } = form;
  const { ref } = form.props;
  // Its words make the bar higher, which covers the fields: the last of them, the reference, stands above it at the end.
  useEffect(() => {
    if (error !== null) ref.current?.scrollTo(0, ref.current.scrollHeight);
  }, [error, ref]);
  const kind = form.watch('kind');
  const isService = isCustomerService(kind);
  const suggest = (of: typeof kind, amount: number | null): void => {
    const typed = form.control('fee').value;
    if (typed !== null && typed !== suggested.current) return;
    suggested.current = isCustomerService(of) && amount !== null ? usualFee(ranges, of, amount) : null;
    form.control('fee').onValue(suggested.current);
  };
  const choose = (of: typeof kind): void => {
    form.control('kind').onValue(of);
    suggest(of, form.control('amount').value);
  };
  useKeys(
    cashServiceKinds.map((of, at) => ({
      key: `Alt+${at + 1}`,
      label: t(`cashServices.kind.${of}`),
      run: () => choose(of),
      quiet: true,
    })),
  );
  const { onValue, ...amount } = form.control('amount', t('shifts.move.noAmount'));
  const fee = form.watch('fee');
  const usual = isService && amount.value !== null ? usualFee(ranges, kind, amount.value) : null;
  const feeHint =
    amount.value === null
      ? ''
      : usual === null
        ? t('cashServices.feeTyped')
        : fee === usual
          ? t('cashServices.feeUsual')
          : t('cashServices.feeOther', { fee: formatRupiah(usual) });
  return (
    <form
      {...form.props}
      aria-label={t('cashServices.title')}
      className="flex w-[44%] shrink-0 scroll-pb-24 flex-col gap-3 overflow-y-auto border-r border-line bg-surface p-4 xl:w-112 zoomed:w-auto zoomed:overflow-visible zoomed:border-r-0 zoomed:border-b"
    >
      <Choice
        label={t('cashServices.what')}
        hideLabel
        isEven
        value={kind}
        choices={cashServiceKinds.map((value) => ({ value, label: t(`cashServices.kind.${value}`) }))}
        onValue={choose}
      />
      <p className="text-small text-ink-soft">{t(`cashServices.says.${kind}`, { purse })}</p>
      <div className="grid grid-cols-2 items-start gap-3 zoomed:grid-cols-1">
        <div data-field="amount">
          <AmountField
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the screen is there for this amount
            autoFocus
            max={maxDrawerAmount}
            label={t('cashServices.amount')}
            {...amount}
            onValue={(typed) => {
              onValue(typed);
              suggest(kind, typed);
            }}
            onKeyDown={(event) => toNextField(event, isService && usual === null ? 'fee' : 'words')}
          />
        </div>
        {isService ? (
          <div data-field="fee">
            <AmountField
              label={t('cashServices.fee')}
              hint={feeHint}
              {...form.control('fee', t(fee !== null ? 'cashServices.feeTooLarge' : 'cashServices.feeBad'))}
              onKeyDown={(event) => toNextField(event, 'words')}
            />
          </div>
        ) : null}
      </div>
      {isService ? (
        <Choice
          label={t('cashServices.feeSide.label')}
          choices={(['cash', 'purse'] as const).map((value) => ({
            value,
            label: t(`cashServices.feeSide.${value}`),
          }))}
          {...form.control('feeSide')}
        />
      ) : (
        <Choice
          label={t('cashServices.drawer.label')}
          choices={(['no', 'yes'] as const).map((value) => ({ value, label: t(`cashServices.drawer.${value}`) }))}
          {...form.control('throughDrawer')}
        />
      )}
      <div data-field="words">
        <TextField
          label={t(isService ? 'cashServices.reference' : 'shifts.move.reason')}
          hint={t(isService ? 'cashServices.referenceHint' : 'cashServices.reasonHint')}
          maxLength={isService ? 64 : 200}
          {...form.field('words', t(isService ? 'cashServices.referenceBad' : 'shifts.move.noReason'))}
        />
      </div>
      {/* In sight however long the form is: what main answered, and the way on. */}
      <div className="sticky -bottom-4 -mx-4 mt-auto -mb-4 flex shrink-0 flex-col gap-3 border-t border-line bg-surface px-4 py-3 zoomed:static">
        {error?.reason === 'same_reference' || form.watch('allowSameReference') ? (
          <>
            <Notice tone="unknown" live="alert" compact title={t('cashServices.sameAlready')} />
            <CheckField label={t('cashServices.sameReference')} {...form.control('allowSameReference')} />
          </>
        ) : (
          <ErrorNotice compact error={error} />
        )}
        <Button type="submit" look="primary" disabled={form.busy} className="self-end">
          {t('cashServices.next')}
        </Button>
      </div>
      {form.question ? (
        <ReadBack read={form.question.read} question={form.question} ranges={ranges} purse={purse} />
      ) : null}
    </form>
  );
}

/** Enter goes to the next field that nothing is in, and from the last one on. */
function toNextField(event: KeyboardEvent<HTMLInputElement>, name: 'fee' | 'words'): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.querySelector<HTMLInputElement>(`[data-field="${name}"] input`)?.focus();
}

interface ReadBackProps {
  read: UnsentService;
  question: { go: () => void; back: () => void };
  ranges: readonly FeeRange[];
  purse: string;
}

/** What drawer and purse do, before it is recorded. Enter records it, unless something about it is unlikely. */
function ReadBack({ read, question, ranges, purse }: ReadBackProps) {
  const { t } = useTranslation();
  const { cash, purse: moved } = movesOf(read);
  const doubt = doubtOf(read, ranges);
  const usual = 'fee' in read ? usualFee(ranges, read.kind, read.amount) : null;
  const way = cash === 0 ? 'none' : cash > 0 ? 'in' : 'out';
  const rows: [string, string][] = [
    [t('cashServices.amount'), formatRupiah(read.amount)],
    ...('fee' in read ? [[t('cashServices.fee'), formatRupiah(read.fee)] satisfies [string, string]] : []),
    ...(cash === 0 ? [] : [[t('cashServices.drawerMoves'), signed(cash)] satisfies [string, string]]),
    [purse, signed(moved)],
    [
      'reference' in read ? t('cashServices.reference') : t('shifts.move.reason'),
      'reference' in read ? read.reference : read.reason,
    ],
  ];
  return (
    <Confirm
      title={t(`cashServices.ask.${way}`, { amount: formatRupiah(Math.abs(cash)) })}
      lead={t('cashServices.askLead', { kind: t(`cashServices.kind.${read.kind}`) })}
      stop={t('common.back')}
      go={{ label: t('cashServices.save'), run: question.go, danger: false, expected: doubt === null }}
      onClose={question.back}
    >
      {doubt === null ? null : (
        <Notice tone="unknown" compact title={t(`cashServices.doubt.${doubt}`, { fee: formatRupiah(usual ?? 0) })} />
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="text-right font-semibold break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </Confirm>
  );
}

const signed = (amount: number): string => `${amount > 0 ? '+' : ''}${formatRupiah(amount)}`;
