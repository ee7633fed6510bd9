import type { Result } from '../../shared/contract/errors.ts';
import { cashInDrawer } from '../../shared/domain/cash.ts';
import type { PrinterSetting } from '../../shared/domain/printer.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { type SaleUpdate, updateSale } from '../sales/index.ts';
import { openDrawer } from './open-drawer.ts';
import type { PrintService } from './print-service.ts';

type Needed = Pick<PrintService, 'printers' | 'queue' | 'ports'>;

/**
 * Opens the drawer of the usual printer for the cash of a sale that has just been sent, where the owner wants that. Beside
 * the sale: it never waits for the drawer, and a printer that does not answer is no trouble of the sale's.
 * @param told what the cashier is told of the sale
 */
export function openDrawerForCash(printService: Needed, told: Result<Transaction>): void {
  const printer = printService.printers.usual();
  const sale = keptFor(told);
  if (printer?.drawer !== 'with_cash' || sale === null) return;
  void openOnce(printService, printer, sale.id).catch((error: unknown) =>
    printService.ports.log.error('the drawer was not opened for a sale', {
      error: error instanceof Error ? error.name : '',
    }),
  );
}

/**
 * The sale whose cash goes into the drawer now: sent, and not answered with a no. Of one that failed or never left the cash goes
 * back out of the hand that holds it, and what could not be written down has no line in the log to open a drawer by.
 */
function keptFor(told: Result<Transaction>): Transaction | null {
  const sale = told.ok ? told.value : told.error.code === 'outcome_unknown' ? told.error.transaction : undefined;
  const kept = sale?.state === 'pending' || sale?.state === 'success' || sale?.state === 'unknown';
  return sale && kept && cashInDrawer(sale) > 0 ? sale : null;
}

/** The reason stands in the sale's log before the drawer opens, and there is only one of it: so is the kick. */
async function openOnce(printService: Needed, printer: PrinterSetting, saleId: string): Promise<void> {
  const { journal } = printService.ports;
  let written = false;
  await updateSale(printService.ports, saleId, async (): Promise<SaleUpdate | null> => {
    const before = await journal.timeline(saleId);
    written = before.every(({ type }) => type !== 'drawer.kicked');
    return written ? aboutDrawer('drawer.kicked', printer) : null;
  });
  if (!written || (await openDrawer(printService, printer))) return;
  await updateSale(printService.ports, saleId, () => aboutDrawer('drawer.stayed_shut', printer));
}

const aboutDrawer = (type: 'drawer.kicked' | 'drawer.stayed_shut', printer: PrinterSetting): SaleUpdate => ({
  changes: {},
  event: { type, actor: 'system', data: { reason: 'cash', printer: printer.id }, bodies: [] },
});
