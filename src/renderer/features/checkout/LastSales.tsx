import { owesMoney } from '../../../shared/domain/cash.ts';
import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';
import { isUnresolved, type Transaction } from '../../../shared/domain/transaction.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { showReceipt } from '../../state/router.ts';
import { Kbd } from '../../ui/Button.tsx';
import { classes, stateLook, toneText } from '../../ui/classes.ts';
import { ProductName } from '../../ui/Logo.tsx';
import { Printer } from '../../ui/later-icons.tsx';
import { askPrint } from '../prints/index.ts';
import { isPrintable } from './last-sales.ts';
import { repeatSale } from './parking.ts';

/**
 * The sales that were made last, where the price and the cash stand once a sale is typed: a press repeats one that is settled or opens
 * one that is not, and prints its slip.
 */
export function LastSales({ sales }: { sales: readonly Transaction[] }) {
  const { t } = useTranslation();
  const last = sales.find(isPrintable);
  return (
    <ul aria-label={t('lastSales.label')} className="flex min-w-0 gap-2">
      {sales.map((sale) => (
        <LastSale key={sale.id} sale={sale} hotkey={sale === last} />
      ))}
    </ul>
  );
}

function LastSale({ sale, hotkey }: { sale: Transaction; hotkey: boolean }) {
  const { t } = useTranslation();
  const { tone, icon: Icon } = stateLook[sale.state];
  const number = groupCustomerNo(sale.customerNo);
  const product = sale.productName ?? sale.productCode;
  const isOpen = isUnresolved(sale.state) || owesMoney(sale);
  const action = t(isOpen ? 'outcome.open' : 'receipts.repeat');
  return (
    <li className="flex min-h-14 min-w-0 flex-1 rounded-box border border-line-strong bg-surface">
      <button
        type="button"
        tabIndex={-1}
        title={`${action}: ${product}, ${number}`}
        onClick={() => (isOpen ? showReceipt(sale.id) : repeatSale(sale))}
        className="flex min-w-0 flex-1 touch-manipulation items-center gap-1.5 rounded-box px-2 text-left text-small leading-5 hover:bg-sunken"
      >
        <Icon aria-hidden="true" className={classes('size-5 shrink-0', toneText[tone])} strokeWidth={2.75} />
        <span className="sr-only">{action}: </span>
        <span className="flex min-w-0 flex-col">
          <span className="flex min-w-0 font-mono font-semibold whitespace-pre">
            <span className="truncate">{number.slice(0, -5)}</span>
            <span className="shrink-0">{number.slice(-5)}</span>
          </span>
          {sale.state === 'success' ? (
            <span className="text-ink-soft">
              <ProductName name={product} />
              <span className="sr-only">, {t('states.success')}</span>
            </span>
          ) : (
            <span className={classes('truncate font-semibold', toneText[tone])}>{t(`states.${sale.state}`)}</span>
          )}
        </span>
      </button>
      {isPrintable(sale) ? (
        <button
          type="button"
          tabIndex={-1}
          title={`${t('printing.print')}: ${product}, ${number}`}
          onClick={() => void askPrint({ sale: sale.id })}
          className="flex w-11 shrink-0 touch-manipulation flex-col items-center justify-center gap-0.5 rounded-box hover:bg-sunken"
        >
          <Printer aria-hidden="true" className="size-5" />
          <span className="sr-only">
            {t('printing.print')}: {product}, {number}
          </span>
          {hotkey ? <Kbd>F8</Kbd> : null}
        </button>
      ) : null}
    </li>
  );
}
