import { useRef, useState } from 'react';
import { z } from 'zod';
import { type DepositEntry, DepositKind } from '../../../shared/contract/deposit.ts';
import { maxDeposit } from '../../../shared/domain/bounds.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { call, useAnswer } from '../../host/call.ts';
import { dateTimeText } from '../../i18n/time-text.ts';
import { type TFunction, useTranslation } from '../../i18n/translation.ts';
import { useUnsavedForm } from '../../state/router.ts';
import { useShopZone } from '../../state/settings.ts';
import { useStatus } from '../../state/status.ts';
import { toast } from '../../state/toast.ts';
import { AmountField } from '../../ui/AmountField.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Choice, TextField } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
import { ErrorNotice, Skeleton } from '../../ui/Notice.tsx';
import { type SectionProps, SettingsForm } from './SettingsForm.tsx';

const read = () => call('deposit.get');

/** The estimate of what is left at the provider, what was recorded, and from when on it is called low. */
export function DepositSection({ view }: SectionProps) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const [version, setVersion] = useState(0);
  // Sales move the estimate too.
  const balance = useStatus((state) => state.status?.deposit?.balance);
  const isLow = useStatus((state) => state.status?.deposit?.isLow === true);
  const answer = useAnswer(read, 'deposit', `${version} ${balance ?? ''}`)?.answer;
  if (answer === undefined) return <Skeleton className="h-40" />;
  if (!answer.ok) return <ErrorNotice error={answer.error} />;
  const { estimate, entries } = answer.value;
  return (
    <div className="flex flex-col gap-6">
      <p>{t('deposit.lead')}</p>
      {estimate === null ? (
        <p className="text-large text-ink-soft">{t('deposit.none')}</p>
      ) : (
        <div>
          <p className="text-ink-soft">{t('deposit.estimate')}</p>
          <p data-testid="deposit-estimate" className={classes('text-giant font-bold', isLow && 'text-unknown')}>
            {formatRupiah(estimate.balance)}
          </p>
          <p className={isLow ? 'font-semibold text-unknown' : 'text-ink-soft'}>
            {isLow ? `${t('deposit.low')}. ` : null}
            {estimate.correctedAt === null
              ? t('deposit.neverCorrected')
              : t('deposit.corrected', { time: dateTimeText(estimate.correctedAt, zone) })}
          </p>
        </div>
      )}
      <ProviderBalance zone={zone} />
      <RecordDeposit onDone={() => setVersion((before) => before + 1)} />
      {entries.length === 0 ? null : <Entries entries={entries} zone={zone} />}
      <SettingsForm view={view} form="deposit" />
    </div>
  );
}

const readReported = () => call('deposit.reported');
const readBalance = () => call('deposit.readBalance');

/** What the provider itself says is left, where it can be asked: at a press only. Beside it how far our estimate was from it. */
function ProviderBalance({ zone }: { zone: string }) {
  const { t } = useTranslation();
  const [pressed, setPressed] = useState<Awaited<ReturnType<typeof readBalance>> | 'under_way' | null>(null);
  const answer = useAnswer(readReported, 'deposit', null)?.answer;
  // An office reads no balance; a counter says when it cannot.
  if (answer?.ok !== true || !answer.value.isOffered) return null;
  const isUnderWay = pressed === 'under_way';
  const reading = pressed !== null && pressed !== 'under_way' && pressed.ok ? pressed.value : answer.value.last;
  const press = async (): Promise<void> => {
    setPressed('under_way');
    setPressed(await readBalance());
  };
  return (
    <section aria-label={t('deposit.reported.title')} className="flex flex-col gap-2">
      <h4 className="text-large font-semibold">{t('deposit.reported.title')}</h4>
      {reading === null ? null : (
        <div>
          <p data-testid="deposit-reported" className="text-giant font-bold">
            {formatRupiah(reading.balance)}
          </p>
          <p className="text-ink-soft">{t('deposit.reported.at', { time: dateTimeText(reading.at, zone) })}</p>
          {reading.estimate === null ? null : (
            <p className={reading.estimate === reading.balance ? 'text-ink-soft' : 'font-semibold text-unknown'}>
              {differenceText(t, reading.balance - reading.estimate)}
            </p>
          )}
        </div>
      )}
      {pressed !== null && pressed !== 'under_way' && !pressed.ok ? <ErrorNotice error={pressed.error} /> : null}
      <Button disabled={isUnderWay} onClick={() => void press()} className="self-start">
        {t('deposit.reported.read')}
      </Button>
      <p className="text-small text-ink-soft">{t('deposit.reported.hint')}</p>
    </section>
  );
}

/** @param more what the provider has beyond the estimate, whole rupiah */
function differenceText(t: TFunction, more: number): string {
  if (more === 0) return t('deposit.reported.same');
  return t(more > 0 ? 'deposit.reported.more' : 'deposit.reported.less', { amount: formatRupiah(Math.abs(more)) });
}

/** Nothing paid in is no payment; a balance may be nothing. */
const Recorded = z
  .object({ kind: DepositKind, amount: z.int().nullable(), note: z.string().trim().max(200) })
  .transform(({ amount, ...rest }) => ({ ...rest, amount: amount ?? -1 }))
  .refine(({ kind, amount }) => amount >= (kind === 'paid_in' ? 1 : 0), { path: ['amount'] });

const nothingTyped: z.input<typeof Recorded> = { kind: 'paid_in', amount: null, note: '' };

/** What was paid in, or the balance that a person reads at the provider. It is written down for good. */
function RecordDeposit({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  /** of what was sent last, until it was answered: sent again as it was, it is one entry */
  const sent = useRef<{ id: string; content: string } | null>(null);
  const form = useZodForm({
    schema: Recorded,
    defaults: nothingTyped,
    clears: { amount: null, note: '' },
    async send({ kind, amount, note }) {
      const content = JSON.stringify([kind, amount, note]);
      if (sent.current?.content !== content) sent.current = { id: crypto.randomUUID(), content };
      const answer = await call('deposit.record', { id: sent.current.id, kind, amount, note });
      if (!answer.ok) return answer.error;
      sent.current = null;
      toast('success', t('deposit.saved'));
      onDone();
      return null;
    },
  });
  const kind = form.watch('kind');
  const { value, onValue } = form.control('kind');
  useUnsavedForm(form.dirty);
  return (
    <form {...form.props} aria-label={t('deposit.record')} className="flex flex-col gap-3">
      <h4 className="text-large font-semibold">{t('deposit.record')}</h4>
      <Choice
        label={t('deposit.record')}
        hideLabel
        value={value}
        choices={DepositKind.options.map((each) => ({ value: each, label: t(`deposit.kind.${each}`) }))}
        onValue={onValue}
      />
      <AmountField max={maxDeposit} label={t(`deposit.amount.${kind}`)} {...form.control('amount', t('deposit.bad'))} />
      <TextField label={t('deposit.note')} maxLength={200} {...form.field('note')} />
      <ErrorNotice error={form.error} />
      <Button type="submit" look="primary" disabled={form.busy} className="self-start">
        {t('deposit.save')}
      </Button>
    </form>
  );
}

function Entries({ entries, zone }: { entries: readonly DepositEntry[]; zone: string }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('deposit.entries')} className="flex flex-col gap-2">
      <h4 className="text-large font-semibold">{t('deposit.entries')}</h4>
      <ul className="flex flex-col">
        {entries.map(({ seq, at, kind, amount, balance, note, by }) => (
          <li key={seq} className="flex items-baseline justify-between gap-4 border-t border-line py-2">
            <div className="min-w-0">
              <p className="font-medium">{t(`deposit.kind.${kind}`)}</p>
              <p className="text-small break-words text-ink-soft">
                {[dateTimeText(at, zone), by?.name, note].filter(Boolean).join(' · ')}
              </p>
            </div>
            <div className="shrink-0 text-right">
              <p className="font-semibold">{formatRupiah(amount)}</p>
              <p className="text-small text-ink-soft">{t('deposit.after', { balance: formatRupiah(balance) })}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
