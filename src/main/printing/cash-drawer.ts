import type { Result } from '../../shared/contract/errors.ts';
import { cashInDrawer } from '../../shared/domain/cash.ts';
import type { PrinterSetting } from '../../shared/domain/printer.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { type Clock, errorName, isoNow } from '../base/system.ts';
import { type SaleUpdate, updateSale } from '../sales/index.ts';
import type { PrintQueue } from './print-queue.ts';
import type { PrintService } from './print-service.ts';
import type { Printers } from './printers.ts';
import { drawerKick, type SendOutcome } from './transports/transport.ts';

interface DrawerDeps {
  queue: Pick<PrintQueue, 'runExclusive'>;
  printers: Pick<Printers, 'transport'>;
  ports: { clock: Clock };
}

/** How long a slip that is being printed may hold up the drawer; after that the cashier has used the key. */
const drawerTimeoutMs = 3000;

/**
 * Opens the cash drawer now or not at all; between two print jobs, never during one.
 * @returns whether the printer took the command
 */
export async function openDrawer(
  { queue, printers, ports }: DrawerDeps,
  printer: PrinterSetting,
  timeoutMs = drawerTimeoutMs,
): Promise<boolean> {
  const transport = printers.transport(printer.id);
  if (transport === null || printer.transport.kind === 'system-graphic') return false;
  const kick = { format: printer.language, bytes: drawerKick(printer.language) };
  const busy: SendOutcome = { kind: 'blocked', reason: 'busy' };
  const stage = { sending: false, timedOut: false };
  // Checked before the printer's status is read, and again after the answer, which may take long.
  const beforeSend = async (): Promise<void> => {
    if (stage.timedOut) throw new Error('too late');
    stage.sending = true;
  };
  const sent = queue.runExclusive(printer.id, async () =>
    stage.timedOut
      ? busy
      : transport.send(kick, beforeSend).catch((): SendOutcome => ({ kind: 'blocked', reason: 'other' })),
  );
  const limit = new AbortController();
  const timeout = ports.clock.sleep(timeoutMs, limit.signal).then(() => {
    stage.timedOut = !stage.sending;
    return stage.sending ? sent : busy;
  });
  const outcome = await Promise.race([sent, timeout]);
  limit.abort();
  return outcome.kind === 'sent';
}

type CashDrawerDeps = Pick<PrintService, 'printers' | 'queue' | 'ports'>;

/**
 * Opens the default printer's drawer for the cash of a sale that was just sent, if the setting asks for it. Runs in the
 * background: the sale neither waits for the drawer nor fails with it.
 * @param result the answer to the cashier's sale
 */
export function openDrawerForCash(printService: CashDrawerDeps, result: Result<Transaction>): void {
  const printer = printService.printers.defaultPrinter();
  const sale = saleWithCash(result);
  if (printer?.drawer !== 'with_cash' || sale === null) return;
  void openOnce(printService, printer, sale.id).catch((error: unknown) =>
    printService.ports.log.error('the cash drawer was not opened for a sale', {
      error: errorName(error),
    }),
  );
}

/** The same for cash that a customer pays of a tab. The settlement neither waits for the drawer nor fails with it. */
export function openDrawerForSettlement(printService: CashDrawerDeps): void {
  const { printers, ports } = printService;
  const printer = printers.defaultPrinter();
  // A sale's own slip opens the drawer "with_receipt"; a settlement is not always printed.
  if (printer?.drawer !== 'with_cash' && printer?.drawer !== 'with_receipt') return;
  const record = (type: 'drawer.kicked' | 'drawer.not_opened') =>
    ports.db.commit({ sale: null, event: { ...drawerEvent(type, printer).event, at: isoNow(ports.clock) } });
  const open = async (): Promise<void> => {
    await record('drawer.kicked');
    if (!(await openDrawer(printService, printer))) await record('drawer.not_opened');
  };
  void open().catch((error: unknown) =>
    ports.log.error('the cash drawer was not opened for a tab', { error: errorName(error) }),
  );
}

/**
 * The sale whose cash goes into the drawer now: sent, and not refused. The cash of a failed or unsent sale goes back to the
 * customer. For a sale that could not be stored the drawer stays shut: no event can record that it was opened.
 */
function saleWithCash(result: Result<Transaction>): Transaction | null {
  const sale = result.ok
    ? result.value
    : result.error.code === 'outcome_unknown'
      ? result.error.transaction
      : undefined;
  const keepsCash = sale?.state === 'pending' || sale?.state === 'success' || sale?.state === 'unknown';
  return sale && keepsCash && cashInDrawer(sale) > 0 ? sale : null;
}

/** The event is stored before the drawer opens, and only once per sale: so the drawer opens at most once. */
async function openOnce(printService: CashDrawerDeps, printer: PrinterSetting, saleId: string): Promise<void> {
  const { db } = printService.ports;
  let isFirst = false;
  await updateSale(printService.ports, saleId, async (): Promise<SaleUpdate | null> => {
    const events = await db.timeline(saleId);
    isFirst = events.every(({ type }) => type !== 'drawer.kicked');
    return isFirst ? drawerEvent('drawer.kicked', printer) : null;
  });
  if (!isFirst || (await openDrawer(printService, printer))) return;
  await updateSale(printService.ports, saleId, () => drawerEvent('drawer.not_opened', printer));
}

const drawerEvent = (type: 'drawer.kicked' | 'drawer.not_opened', printer: PrinterSetting): SaleUpdate => ({
  changes: {},
  event: { type, actor: 'system', data: { reason: 'cash', printer: printer.id }, bodies: [] },
});
