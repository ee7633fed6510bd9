import { useTranslation } from 'react-i18next';
import type { SavedCustomer } from '../../../shared/contract/customer-book.ts';
import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';
import { useLanguage } from '../../state/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { dayText } from './day-text.ts';

interface Props {
  saved: SavedCustomer;
  onChange: () => void;
  onForget: () => void;
}

/** One remembered customer. Whoever may not see the numbers cannot change them either. */
export function BookEntry({ saved, onChange, onForget }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { name, note, numbers, purgeAt, consentBy, masked } = saved;
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 border-b border-line py-3">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="text-large font-semibold break-words">{name}</span>
        {numbers.map(({ customerNo, label, productCode }) => (
          <span key={customerNo} className="flex flex-wrap gap-x-3">
            <span className="font-mono font-semibold">{groupCustomerNo(customerNo)}</span>
            <span className="text-ink-soft">{[label, productCode].filter(Boolean).join(' · ')}</span>
          </span>
        ))}
        {note === null ? null : <span className="break-words">{note}</span>}
        <span className="text-small text-ink-soft">
          {t('customerBook.until', {
            day: dayText(purgeAt, language),
            by: consentBy === 'cashier' ? t('actors.cashier') : consentBy,
          })}
        </span>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button disabled={masked} onClick={onChange} aria-label={t('customerBook.changeDue', { name })}>
          {t('customerBook.change')}
        </Button>
        <Button onClick={onForget} aria-label={t('customerBook.forgetOf', { name })}>
          {t('customerBook.forget')}
        </Button>
      </div>
    </li>
  );
}
