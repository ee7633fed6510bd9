import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Handlers, Input } from '../../shared/contract/registry.ts';
import { slipText } from '../../shared/domain/receipt/layout.ts';
import { buildShiftSlip } from '../../shared/domain/receipt/shift-slip.ts';
import { blindReport, type ShiftReport } from '../../shared/domain/shift.ts';
import { reportWithoutCosts, seesCosts } from '../api/index.ts';
import { type HostPrinter, type PrintService, printShift, slipHtml } from '../printing/index.ts';
import { type SalesPorts, shopDay, timestamp } from '../sales/index.ts';
import type { ShopSettings } from '../settings/index.ts';
import type { ShiftRepository } from './shift-types.ts';

interface Parts {
  runtime(): {
    mode: 'training' | 'live';
    journal: { readonly shifts: ShiftRepository };
    ports: SalesPorts;
    prints: PrintService;
  };
  shop: ShopSettings;
  printer: HostPrinter;
  statusChanged(): void;
}

type Served =
  | 'shifts.current'
  | 'shifts.open'
  | 'shifts.payIn'
  | 'shifts.payOut'
  | 'shifts.report'
  | 'shifts.close'
  | 'shifts.list'
  | 'shifts.print';

const noneOpen = () => fail('not_allowed', 'No shift is open.', { reason: 'no_shift_open' });

/** shifts.* */
export function shiftHandlers({ runtime, shop, printer, statusChanged }: Parts): Pick<Handlers, Served> {
  const said = () => ({ actor: 'cashier', at: timestamp(runtime().ports) });

  const move = async (direction: 'in' | 'out', ask: Input<'shifts.payIn'>) => {
    const moved = await runtime().journal.shifts.move({ ...said(), ...ask, direction });
    return moved ? ok(moved) : noneOpen();
  };

  const report = async ({
    number,
    withCash,
    pin,
  }: NonNullable<Input<'shifts.report'>>): Promise<Result<ShiftReport>> => {
    const { journal, ports } = runtime();
    const { shifts } = journal;
    const asked = number ?? (await shifts.current())?.number;
    if (asked === undefined) return noneOpen();
    const found = await shifts.report(asked, timestamp(ports));
    if (!found) return fail('not_found', 'There is no such shift.');
    if (found.kind === 'z') return ok(found);
    if (!withCash) return ok(blindReport(found));
    const verdict = await ports.supervisor(pin);
    if (verdict !== 'ok') {
      return fail('not_allowed', 'Only a supervisor may see the cash before it is counted.', { reason: verdict });
    }
    await shifts.wasRead({ ...said(), actor: 'supervisor' });
    return ok(found);
  };

  return {
    'shifts.current': async () =>
      ok({ shift: await runtime().journal.shifts.current(), required: runtime().ports.rules().shiftsRequired }),
    async 'shifts.open'({ counted }) {
      const opened = await runtime().journal.shifts.open({ ...said(), counted, day: shopDay(runtime().ports) });
      statusChanged();
      return opened ? ok(opened) : fail('not_allowed', 'A shift is open already.', { reason: 'shift_open' });
    },
    'shifts.payIn': (ask) => move('in', ask),
    'shifts.payOut': (ask) => move('out', ask),
    'shifts.report': (ask) => report(ask ?? {}),
    async 'shifts.close'({ counted, number }) {
      const { shifts } = runtime().journal;
      const closed = await shifts.close({ ...said(), counted, number });
      statusChanged();
      if (closed) return ok(closed);
      // Another window was quicker: its count stands, and this one is for a drawer that is no longer that shift's.
      const [last] = number === undefined ? [] : await shifts.list({ before: number + 1, limit: 1 });
      return last?.number === number && last?.closed
        ? fail('not_allowed', 'That shift is closed already.', { reason: 'shift_closed' })
        : noneOpen();
    },
    async 'shifts.list'(ask) {
      const { before, limit = 50 } = ask ?? {};
      return ok({
        shifts: await runtime().journal.shifts.list({ limit, ...(before === undefined ? {} : { before }) }),
      });
    },
    async 'shifts.print'(ask) {
      const found = await report(ask ?? {});
      if (!found.ok) return found;
      const { settings } = shop.config();
      const { prints, mode } = runtime();
      const shown = seesCosts() ? found.value : reportWithoutCosts(found.value);
      const doc = buildShiftSlip(shown, { ...settings, training: mode === 'training' });
      const text = slipText(doc);
      const usual = ask?.paper === undefined ? prints.printers.defaultPrinter() : null;
      if (usual !== null) {
        await printShift(prints, usual, found.value);
        return ok({ via: 'system', url: null, text });
      }
      const paper = ask?.paper ?? settings.paper;
      const outcome = await printer.print(
        { saleId: null, copy: 1, html: slipHtml(doc, paper), paper },
        settings.printer,
      );
      if (outcome.kind === 'page') return ok({ via: 'page', url: outcome.url, text });
      if (outcome.kind === 'handed_over') return ok({ via: 'system', url: null, text });
      return fail('internal', 'The printer did not take the slip.', { reason: 'not_printed' });
    },
  };
}
