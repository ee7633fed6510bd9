import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import { given } from '../api/index.ts';
import { type SalesPorts, shopDay } from '../sales/index.ts';
import type { ShopSettings } from '../settings/index.ts';
import type { StaffService } from '../staff/index.ts';
import type { LedgerRebuild } from './make-report.ts';
import { type LedgerDatabase, readLines } from './report-lines.ts';
import { pageOf } from './report-page.ts';
import type { ShiftRepository } from './shift-types.ts';

interface Parts {
  runtime(): {
    journal: LedgerDatabase & { readonly shifts: ShiftRepository };
    ports: SalesPorts;
    ledgerRebuild: LedgerRebuild;
  };
  shop: ShopSettings;
  people: StaffService;
}

const notForYou = (reason: 'no_pin_set' | 'pin_needed' | 'wrong_pin' | 'locked') =>
  fail('not_allowed', 'Only a supervisor may see this.', { reason });

/** books.* */
export function bookHandlers({
  runtime,
  shop,
  people,
}: Parts): Pick<Handlers, 'books.day' | 'books.range' | 'books.rebuild'> {
  /** A drawer is counted blind: while a shift is open, its cash is for the supervisor. */
  const isBlind = async (pin: string | undefined): Promise<Result<boolean>> => {
    if (pin !== undefined) {
      const verdict = await runtime().ports.supervisor(pin);
      return verdict === 'ok' ? ok(false) : notForYou(verdict);
    }
    return ok((await runtime().journal.shifts.current()) !== null);
  };
  const told = (blind: boolean) => ({
    timeZone: shop.config().settings.timeZone,
    blind,
    people: people.directory().all(),
  });
  return {
    async 'books.day'(ask) {
      const { journal, ports } = runtime();
      const { day = shopDay(ports), pin, ...filters } = ask ?? {};
      const blind = await isBlind(pin);
      if (!blind.ok) return blind;
      const lines = (by: 'hour' | 'cashier' | 'shift') =>
        readLines(journal, { from: day, to: day, by, ...given(filters) }, told(blind.value));
      const { lines: hours, total } = await lines('hour');
      const { lines: cashiers } = await lines('cashier');
      const { lines: shifts } = await lines('shift');
      return ok({ day, total, hours, cashiers, shifts, filling: await journal.books.filling() });
    },

    async 'books.range'({ from, to, by, cursor, limit = 100, pin, ...filters }) {
      const { journal } = runtime();
      const blind = await isBlind(pin);
      if (!blind.ok) return blind;
      const { lines, total } = await readLines(journal, { from, to, by, ...given(filters) }, told(blind.value));
      const page = pageOf(lines, cursor, limit);
      if (!page) return fail('invalid_input', 'This is no place in the list.', { fields: ['cursor'] });
      return ok({ ...page, total, filling: await journal.books.filling() });
    },

    async 'books.rebuild'(ask) {
      const { journal, ports, ledgerRebuild } = runtime();
      const verdict = await ports.supervisor(ask?.pin);
      if (verdict !== 'ok') return notForYou(verdict);
      await journal.books.startOver();
      ledgerRebuild.start();
      return ok({});
    },
  };
}
