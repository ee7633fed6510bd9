import { type TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type KonterError } from '../../../shared/contract/errors.ts';
import { type AuditEntry, type PriceChange, type SettingChange } from '../../../shared/domain/audit-log.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { call } from '../../host/call.ts';
import { errorWords } from '../../i18n/error-message.ts';
import { hasMessage } from '../../i18n/i18n.ts';
import { useShopZone } from '../../state/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { dateTimeText } from '../../ui/time-text.ts';

const pageSize = 30;
/** A rule may change hundreds of prices at once. */
const mostShown = 5;

/** Who changed prices, and settings that touch money or security, and when: read off the log once it is opened. */
export function ShopChanges() {
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
    setChanges((known) => (before === undefined ? page : [...known, ...page]));
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
        {changes.map(({ seq, at, type, by, byProvider, prices, settings }) => (
          <li key={seq}>
            <p className="font-medium">{t(`events.${type}`)}</p>
            <ul>
              {prices.slice(0, mostShown).map((each) => (
                <li key={`${each.code} ${each.what}`}>{priceWords(t, each)}</li>
              ))}
              {prices.length > mostShown ? (
                <li>{t('people.settings.changesMore', { n: prices.length - mostShown })}</li>
              ) : null}
              {settings.map((each) => (
                <li key={each.name}>{settingWords(t, each)}</li>
              ))}
            </ul>
            <p className="text-small text-ink-soft">
              {dateTimeText(at, zone)}
              {` · ${by ? t('people.settings.logBy', { name: by.name }) : t(`people.settings.changesBy.${byProvider ? 'provider' : 'nobody'}`)}`}
            </p>
          </li>
        ))}
      </ol>
      {more && last !== undefined ? <Button onClick={() => void read(last)}>{t('customerBook.more')}</Button> : null}
    </details>
  );
}

function priceWords(t: TFunction, { code, what, was, now }: PriceChange): string {
  const amount = (value: number | null): string =>
    value === null ? t('people.settings.value.none') : formatRupiah(value);
  return `${code}, ${t(`people.settings.prices.${what}`)}: ${amount(was)} → ${amount(now)}`;
}

function settingWords(t: TFunction, { name, was, now }: SettingChange): string {
  const [first = '', ...inner] = name.split('.');
  const word = hasMessage(t, 'people.settings.named', first) ? t(`people.settings.named.${first}`) : first;
  const called = [word, ...inner].join(' · ');
  if (was === undefined && now === undefined) return `${called}: ${t('people.settings.changesSecret')}`;
  const value = (given: typeof now): string =>
    Array.isArray(given)
      ? given.join(', ')
      : given === undefined || given === null
        ? t('people.settings.value.none')
        : typeof given === 'boolean'
          ? t(`people.settings.value.${given ? 'yes' : 'no'}`)
          : String(given);
  return `${called}: ${value(was)} → ${value(now)}`;
}
