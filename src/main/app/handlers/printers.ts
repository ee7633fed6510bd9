import { fail, ok, type Result } from '../../../shared/contract/errors.ts';
import type { Handlers } from '../../../shared/contract/registry.ts';
import type { PrintJob } from '../../../shared/domain/print-job.ts';
import type { PrinterSetting } from '../../../shared/domain/printer.ts';
import { findPrinters } from '../printing/find-printers.ts';
import { openDrawer } from '../printing/open-drawer.ts';
import { printPage } from '../printing/print-page.ts';
import type { PrintDesk } from '../printing/print-service.ts';

const noSuchPrinter = () =>
  fail('not_found', 'There is no such printer in the settings.', { reason: 'no_printer_set' });

/** printers.*: finding, trying and setting up what slips are printed on. */
export function printerHandlers(
  desk: () => PrintDesk,
): Pick<Handlers, 'printers.find' | 'printers.test' | 'printers.ruler' | 'printers.openDrawer' | 'printers.tryNow'> {
  const page = async (id: string, kind: 'test' | 'ruler'): Promise<Result<{ job: PrintJob }>> => {
    const printer = desk().printers.setting(id);
    return printer === null ? noSuchPrinter() : ok({ job: await printPage(desk(), printer, kind) });
  };
  return {
    'printers.find': async (ask) => ok({ found: await findPrinters(ask?.network ?? false) }),
    'printers.test': ({ printer }) => page(printer, 'test'),
    'printers.ruler': ({ printer }) => page(printer, 'ruler'),
    async 'printers.openDrawer'(ask) {
      const { printers } = desk();
      const printer: PrinterSetting | null =
        ask?.printer === undefined ? printers.usual() : printers.setting(ask.printer);
      if (printer === null || printer.drawer === 'none') return noSuchPrinter();
      const { ports, now } = desk();
      const about = { actor: 'cashier', data: { reason: 'by_hand', printer: printer.id }, bodies: [] };
      await ports.journal.commit({ sale: null, event: { ...about, type: 'drawer.kicked', at: now() } });
      if (await openDrawer(desk(), printer)) return ok({});
      await ports.journal.commit({ sale: null, event: { ...about, type: 'drawer.stayed_shut', at: now() } });
      return fail('internal', 'The printer did not take it.', { reason: 'drawer_shut' });
    },
    async 'printers.tryNow'() {
      await desk().queue.wake();
      return ok({});
    },
  };
}
