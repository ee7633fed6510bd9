import { cashPart, changeDue, handBack, moneyReturned } from '../../../shared/domain/cash.ts';
import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { giantBelow } from '../../ui/amount-text.ts';
import { classes } from '../../ui/classes.ts';
import { type Figures, paidRows, periodRow } from './sale-figures.ts';

interface Props {
  heading: string;
  figures: Figures;
  numberTestId: string;
  /** the number is a button: it goes back to the number's field */
  onNumber?: () => void;
}

/**
 * The number, the product, what the customer pays and gets: the same lines in the same place from the reading back to the result,
 * so that the eye need not search. What differs stands below.
 */
export function SaleFigures({ heading, figures, numberTestId, onNumber }: Props) {
  const { t } = useTranslation();
  const { customerNo, customerName, product, total, tendered, payments, sale } = figures;
  const isLong = Math.max(total ?? 0, tendered ?? 0) >= giantBelow;
  const numberLook = classes(
    'block text-left font-mono font-bold break-words',
    customerNo.length > 16 ? 'text-title' : 'text-giant',
  );
  return (
    <>
      <p className="text-small font-medium text-ink-soft">{heading}</p>
      <div>
        {onNumber ? (
          <button
            type="button"
            tabIndex={-1}
            data-testid={numberTestId}
            onClick={onNumber}
            className={classes(numberLook, 'hover:underline')}
          >
            {groupCustomerNo(customerNo)}
          </button>
        ) : (
          <p data-testid={numberTestId} className={numberLook}>
            {groupCustomerNo(customerNo)}
          </p>
        )}
        {customerName ? <p className="text-title font-semibold">{customerName}</p> : null}
        <p className="text-title">{product}</p>
      </div>
      <dl className="grid grid-cols-2 gap-x-6 border-y border-line py-3 short:py-2">
        <div>
          <dt className="text-large text-ink-soft">{t('sell.total')}</dt>
          <Amount testId="sale-total" amount={total} isLong={isLong} />
        </div>
        <Change sale={sale} total={cashPart(total, payments)} tendered={tendered} isLong={isLong} />
        {[periodRow(t, figures), ...paidRows(t, figures)]
          .filter((row) => row !== null)
          .map(([label, value]) => (
            <div key={label} className="col-span-2 flex gap-2">
              <dt className="shrink-0 text-ink-soft">{label}</dt>
              <dd className="min-w-0 font-semibold break-words">{value}</dd>
            </div>
          ))}
      </dl>
    </>
  );
}

/** The change; of a sale that failed, what goes back instead, as one sum. */
function Change({ sale, total, tendered, isLong }: Pick<Figures, 'sale' | 'total' | 'tendered'> & { isLong: boolean }) {
  const { t } = useTranslation();
  const back = sale ? handBack(sale) : null;
  const isBack = sale !== null && (sale.state === 'failed' || sale.state === 'unsent') && sale.cashReturnedAt !== null;
  const [label, amount] = back
    ? [t('outcome.handBack'), back.sum]
    : isBack
      ? [t('outcome.handedBack'), moneyReturned(sale)]
      : [t('sell.change'), sale ? (sale.change ?? 0) : changeDue(total, tendered)];
  // Nothing was paid in cash: there is no change to speak of.
  if (!back && !isBack && total === 0) return null;
  return (
    <div>
      <dt className={classes('text-large', back ? 'font-semibold text-failed' : 'text-ink-soft')}>{label}</dt>
      <Amount testId="sale-change" amount={amount} isLong={isLong} isOwed={back !== null} />
    </div>
  );
}

interface AmountProps {
  testId: string;
  amount: number | null;
  /** as small as its neighbour needs to be: neither looks more important than it is */
  isLong: boolean;
  isOwed?: boolean;
}

function Amount({ testId, amount, isLong, isOwed = false }: AmountProps) {
  const { t } = useTranslation();
  return (
    <dd
      data-testid={testId}
      className={classes(
        'leading-13 font-bold',
        isLong ? 'text-title xl:text-giant' : 'text-giant',
        isOwed && 'text-failed',
      )}
    >
      {amount === null ? t('common.none') : formatRupiah(amount)}
    </dd>
  );
}
