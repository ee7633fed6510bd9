import type { CashServiceInput } from '../../shared/contract/cash-services.ts';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { HandlersOf } from '../../shared/contract/registry.ts';
import type { CashServiceEntry } from '../../shared/domain/cash-service-entry.ts';
import { buildCashServiceSlip } from '../../shared/domain/receipt/cash-service-slip.ts';
import { slipText } from '../../shared/domain/receipt/layout.ts';
import type { SalesRules } from '../../shared/domain/sales-rules.ts';
import type { SupervisorVerdict } from '../../shared/domain/staff.ts';
import { defineFeature } from '../base/feature.ts';
import { type Clock, isoNow, shopDay } from '../base/system.ts';
import type { DatabaseParts } from '../db/sqlite-sales-store.ts';
import {
  cashServiceSlip,
  openDrawerForSettlement,
  type PrintService,
  printCashService,
  printSlip,
} from '../printing/index.ts';
import { type CashServiceRepository, sqliteCashServices } from './cash-service-repository.ts';

export interface Deps {
  runtime(): {
    db: { readonly cashServices: CashServiceRepository };
    ports: {
      clock: Clock;
      rules(): Pick<SalesRules, 'timeZone' | 'shiftsRequired'>;
      supervisor(pin: string | undefined): Promise<SupervisorVerdict>;
    };
    prints: PrintService;
  };
  /** runs while the counter does not stop */
  whileOpen<T>(work: () => Promise<Result<T>>): Promise<Result<T>>;
  statusChanged(): void;
}

const noSuchService = () => fail('not_found', 'There is no such cash service.');
const shiftNeeded = () => fail('not_allowed', 'No shift is open.', { reason: 'shift_needed' });

const maxListed = 50;

/** The terms of an input, and the words that are kept beside them. */
const termsOf = (input: CashServiceInput) =>
  'fee' in input
    ? { terms: input, note: input.reference, allowSameReference: input.allowSameReference === true }
    : { terms: input, note: input.reason, allowSameReference: true };

/** cashServices.* */
export function cashServiceHandlers({ runtime, whileOpen, statusChanged }: Deps): HandlersOf<'cashServices'> {
  const act = (id: string, actor: 'cashier' | 'supervisor') => {
    const { ports } = runtime();
    const needsShift = ports.rules().shiftsRequired;
    return { id, actor, at: isoNow(ports.clock), day: shopDay(ports), needsShift };
  };
  /** Cash moves at this moment: the drawer is opened for it. */
  const recorded = (entry: CashServiceEntry): Result<CashServiceEntry> => {
    statusChanged();
    if (entry.cash !== 0) openDrawerForSettlement(runtime().prints);
    return ok(entry);
  };
  return {
    'cashServices.record': (input) =>
      whileOpen(async () => {
        const { db } = runtime();
        const isKnown = (await db.cashServices.get(input.id)) !== null;
        const outcome = await db.cashServices.record({ ...act(input.id, 'cashier'), ...termsOf(input) });
        if (outcome.kind === 'no_shift') return shiftNeeded();
        if (outcome.kind === 'same_reference')
          return fail('duplicate', 'This reference was recorded today.', { reason: 'same_reference' });
        return isKnown ? ok(outcome.entry) : recorded(outcome.entry);
      }),
    'cashServices.reverse': ({ id, of, reason, pin }) =>
      whileOpen(async () => {
        const { db, ports } = runtime();
        const verdict = await ports.supervisor(pin);
        if (verdict !== 'ok') return fail('not_allowed', 'Only a supervisor may do that.', { reason: verdict });
        const isKnown = (await db.cashServices.get(id)) !== null;
        const outcome = await db.cashServices.reverse({ ...act(id, 'supervisor'), of, reason });
        if (outcome.kind === 'no_shift') return shiftNeeded();
        if (outcome.kind === 'not_found') return noSuchService();
        if (outcome.kind === 'reversed')
          return fail('not_allowed', 'This was taken back already.', { reason: 'moved_meanwhile' });
        return isKnown ? ok(outcome.entry) : recorded(outcome.entry);
      }),
    async 'cashServices.list'({ limit = maxListed, ...query }) {
      // One more says whether there is a next page.
      const rows = await runtime().db.cashServices.list({ ...query, limit: limit + 1 });
      const entries = rows.slice(0, limit);
      const last = entries.at(-1);
      return ok({ entries, next: last && rows.length > limit ? { at: last.at, id: last.id } : null });
    },
    async 'cashServices.get'({ id }) {
      const { db, prints } = runtime();
      const entry = await db.cashServices.get(id);
      if (!entry) return noSuchService();
      const doc = buildCashServiceSlip(entry, prints.slipWords());
      return ok({ entry, doc, text: slipText(doc) });
    },
    async 'cashServices.print'({ id, paper }) {
      const { prints } = runtime();
      const doc = await cashServiceSlip(prints, id);
      if (!doc) return noSuchService();
      return printSlip(prints, doc, paper, (usual) => printCashService(prints, usual, id, doc));
    },
    'cashServices.sums': async (query) => ok({ sums: await runtime().db.cashServices.sums(query) }),
  };
}

export const cashServicesFeature = defineFeature({
  tables: (database: DatabaseParts) => ({ cashServices: sqliteCashServices(database) }),
  handlers: cashServiceHandlers,
});
