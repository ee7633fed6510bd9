import { useEffect, useId, useState } from 'react';
import { z } from 'zod';
import type { KonterError } from '../../../shared/contract/errors.ts';
import type { AuditEntry, PriceChange, SettingChange } from '../../../shared/contract/people.ts';
import { Pin } from '../../../shared/contract/procedure.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { call } from '../../host/call.ts';
import { errorWords, hasMessage, plural } from '../../i18n/i18n.ts';
import { dateTimeText } from '../../i18n/time-text.ts';
import { type TFunction, useTranslation } from '../../i18n/translation.ts';
import { useMay, usePeople } from '../../state/people.ts';
import { useShopZone } from '../../state/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice, PinField } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PeopleSettings, SetUpOwner } from './PeopleSettings.tsx';
import { SaveBar, type SectionProps, SettingsForm } from './SettingsForm.tsx';
import { choose, saveSettings, typedPin } from './settings-form.ts';

/** The people, the PINs that are required, and whether recording a failure takes one person or two. */
export function PinSection({ view }: SectionProps) {
  const { t } = useTranslation();
  const { secrets } = view;
  const exist = usePeople(({ state }) => state?.exist ?? false);
  const owns = useMay('people');
  return (
    <div className="flex flex-col gap-8">
      <WhichPin exist={exist} />
      {exist && owns ? <PeopleSettings /> : null}
      {exist ? <AutoLock view={view} /> : null}
      {exist ? null : (
        <>
          <SetUpOwner supervisorPin={secrets.supervisorPin} />
          <PinForm pin="supervisorPin" isSet={secrets.supervisorPin} />
          <PinForm pin="secondPin" isSet={secrets.secondPin} />
        </>
      )}
      <SettingsForm
        view={view}
        form="twoPeople"
        title={t('settings.pin.people')}
        lead={<p>{t('settings.pin.peopleLead')}</p>}
      >
        {(form) =>
          form.watch('twoPeople') === true && !secrets.secondPin ? (
            <p className="font-semibold text-unknown">{t('settings.pin.noSecond')}</p>
          ) : null
        }
      </SettingsForm>
      {owns ? <ShopChanges /> : null}
    </div>
  );
}

/** Which PIN is asked for what, before and after people are set up. */
function WhichPin({ exist }: { exist: boolean }) {
  const { t } = useTranslation();
  const rows = exist ? (['own', 'approval'] as const) : (['owner', 'supervisor', 'second'] as const);
  return (
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2 rounded-box border border-line bg-surface p-4">
      {rows.map((row) => (
        <div key={row} className="contents">
          <dt className="font-semibold">{t(`settings.whichPin.${row}.name`)}</dt>
          <dd className="text-ink-soft">{t(`settings.whichPin.${row}.use`)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** When the counter locks by itself, and whether slips name the cashier. */
function AutoLock({ view }: SectionProps) {
  const { t } = useTranslation();
  const title = t('people.settings.autoLockTitle');
  return (
    <div className="flex flex-col gap-3">
      <SettingsForm view={view} form="autoLock" title={title} save={`${t('common.save')} ${title}`} />
      <Choice
        label={t('people.settings.slipCashier')}
        value={view.settings.slipCashier ? 'yes' : 'no'}
        choices={[
          { value: 'yes', label: t('people.settings.slipCashierYes') },
          { value: 'no', label: t('people.settings.slipCashierNo') },
        ]}
        onValue={(value) => void choose({ slipCashier: value === 'yes' })}
      />
    </div>
  );
}

const schema = z
  .object({ present: typedPin, next: Pin, again: z.string() })
  .refine((form) => form.next === form.again, { path: ['again'] });

const empty = { present: '', next: '', again: '' };

interface PinFormProps {
  pin: 'supervisorPin' | 'secondPin';
  isSet: boolean;
}

/** One person's PIN, set or changed; a change needs the present one. */
function PinForm({ pin, isSet }: PinFormProps) {
  const { t } = useTranslation();
  const heading = useId();
  const form = useZodForm({
    schema,
    defaults: empty,
    clears: empty,
    send: ({ present, next }) => saveSettings({ [pin]: { next, ...(present === '' ? {} : { present }) } }),
  });
  const { error } = form;
  return (
    <form {...form.props} aria-labelledby={heading} className="flex flex-col gap-3">
      <h4 id={heading} className="text-large font-semibold">
        {t(`settings.pin.${pin}`)}
      </h4>
      <p>{t(pin === 'secondPin' ? 'settings.pin.secondLead' : 'settings.pin.lead')}</p>
      <p className="font-semibold">{isSet ? t('settings.pin.set') : t('settings.pin.unset')}</p>
      {isSet ? <PinField label={t('settings.pin.present')} {...form.field('present', t('settings.pin.bad'))} /> : null}
      <div className="grid grid-cols-2 gap-3">
        <PinField label={t('settings.pin.next')} {...form.field('next', t('settings.pin.bad'))} />
        <PinField label={t('settings.pin.again')} {...form.field('again', t('settings.pin.differs'))} />
      </div>
      <SaveBar
        {...form}
        error={error && pin === 'secondPin' ? ofSecond(error) : error}
        label={`${t('common.save')} ${t(`settings.pin.${pin}`)}`}
      />
    </form>
  );
}

const own = new Set(['pin_needed', 'wrong_pin', 'locked']);

/** Main answers "wrong_pin" for either PIN; here it was the second person's. */
function ofSecond(error: KonterError): KonterError {
  return own.has(error.reason ?? '') ? { ...error, reason: `second_${error.reason}` } : error;
}

const pageSize = 30;
/** A rule may change hundreds of prices at once. */
const maxShown = 5;

/** Changes of prices, and of settings that touch money or security: who and when. Read once it is opened. */
function ShopChanges() {
  const { t } = useTranslation();
  const zone = useShopZone();
  const [open, setOpen] = useState(false);
  const [changes, setChanges] = useState<readonly AuditEntry[]>([]);
  const [more, setMore] = useState(false);
  const [error, setError] = useState<KonterError | null>(null);
  const read = async (before?: number): Promise<void> => {
    const answer = await call('people.changes', { limit: pageSize, ...(before === undefined ? {} : { before }) });
    if (!answer.ok) return setError(answer.error);
    const page = answer.value.changes;
    setError(null);
    setMore(page.length === pageSize);
    setChanges((earlier) => (before === undefined ? page : [...earlier, ...page]));
  };
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- each time it is opened, and only then
  useEffect(() => void (open ? read() : undefined), [open]);
  const last = changes.at(-1)?.seq;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-11 items-center font-medium underline underline-offset-4">
        {t('people.settings.changes')}
      </summary>
      {error ? <Notice compact tone="failed" live="alert" {...errorWords(t, error)} /> : null}
      {changes.length === 0 && !error ? <p>{t('people.settings.logEmpty')}</p> : null}
      <ol className="flex flex-col gap-2">
        {changes.map(({ seq, at, type, by, byProvider, byOffice, prices, settings }) => (
          <li key={seq}>
            <p className="font-medium">{t(`events.${type}`)}</p>
            <ul>
              {prices.slice(0, maxShown).map((each) => (
                <li key={`${each.code} ${each.what}`}>{priceWords(t, each)}</li>
              ))}
              {prices.length > maxShown ? (
                <li>{t('people.settings.changesMore', plural(prices.length - maxShown))}</li>
              ) : null}
              {settings.map((each) => (
                <li key={each.name}>{settingWords(t, each)}</li>
              ))}
            </ul>
            <p className="text-small text-ink-soft">
              {dateTimeText(at, zone)}
              {` · ${by ? t('people.settings.logBy', { name: by.name }) : t(`people.settings.changesBy.${byProvider ? 'provider' : byOffice ? 'office' : 'noName'}`)}`}
            </p>
          </li>
        ))}
      </ol>
      {more && last !== undefined ? <Button onClick={() => void read(last)}>{t('savedCustomers.more')}</Button> : null}
    </details>
  );
}

function priceWords(t: TFunction, { code, what: field, was, now }: PriceChange): string {
  const amount = (value: number | null): string =>
    value === null ? t('people.settings.value.none') : formatRupiah(value);
  return `${code}, ${t(`people.settings.prices.${field}`)}: ${amount(was)} → ${amount(now)}`;
}

function settingWords(t: TFunction, { name, was, now }: SettingChange): string {
  const [first = '', ...inner] = name.split('.');
  const word = hasMessage(t, 'people.settings.named', first) ? t(`people.settings.named.${first}`) : first;
  const called = [word, ...inner].join(' · ');
  if (was === undefined && now === undefined) return `${called}: ${t('people.settings.changesSecret')}`;
  const value = (setting: typeof now): string =>
    Array.isArray(setting)
      ? setting.join(', ')
      : setting === undefined || setting === null
        ? t('people.settings.value.none')
        : typeof setting === 'boolean'
          ? t(`people.settings.value.${setting ? 'yes' : 'no'}`)
          : String(setting);
  return `${called}: ${value(was)} → ${value(now)}`;
}
