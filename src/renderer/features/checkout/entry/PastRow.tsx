import { useTranslation } from 'react-i18next';
import { groupCustomerNo } from '../../../../shared/domain/customer-no.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import { useEndOfMinute } from '../../../state/minute.ts';
import { useShopZone } from '../../../state/settings.ts';
import { classes } from '../../../ui/classes.ts';
import { shortWhen } from '../../../ui/time-text.ts';
import { OptionCard } from './OptionCard.tsx';
import { type Option } from './option.ts';
import { usePad } from './pad-store.ts';

interface Props {
  options: readonly Option[];
  active: string | null;
  onChoose: (id: string) => void;
  /** what stands in the row while there is nothing in it */
  words: string;
}

/** What this customer bought before. The row is always there, so that nothing moves when it fills. */
export function PastRow({ options, active, onChoose, words }: Props) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const few = usePad((state) => state.shown);
  const now = useEndOfMinute();
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot stand in a listbox
      role="group"
      aria-label={t('entry.past')}
      className={classes(
        'grid h-19 shrink-0 gap-2 p-1',
        few ? 'grid-cols-2' : 'grid-cols-3 zoomed:grid-cols-2 zoomed:[&>*:nth-child(3)]:hidden',
      )}
    >
      {options.length === 0 ? (
        <p
          role="presentation"
          className="col-span-full flex items-center rounded-box border border-dashed border-line px-3 text-small text-ink-soft"
        >
          {words}
        </p>
      ) : null}
      {options.slice(0, few ? 2 : 3).map((option) =>
        option.is === 'offer' ? null : option.is === 'saved' ? (
          <OptionCard
            key={option.id}
            id={option.id}
            oneLine
            title={option.saved.name}
            remark={
              <>
                <span className="font-mono">{groupCustomerNo(option.saved.customerNo)}</span> {option.saved.label}
              </>
            }
            amount={null}
            chosen={false}
            active={option.id === active}
            onChoose={onChoose}
          />
        ) : (
          <OptionCard
            key={option.id}
            oneLine
            id={option.id}
            title={option.sale.productName ?? option.sale.productCode}
            remark={
              option.is === 'openBill'
                ? t('entry.notPaid')
                : shortWhen(option.sale.sentAt ?? option.sale.createdAt, now, zone)
            }
            amount={
              option.sale.total === null || (option.is === 'again' && option.sale.kind === 'postpaid')
                ? null
                : formatRupiah(option.sale.total)
            }
            chosen={false}
            active={option.id === active}
            onChoose={onChoose}
          />
        ),
      )}
    </div>
  );
}
