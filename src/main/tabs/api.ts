import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { HandlersOf, Input, Output } from '../../shared/contract/registry.ts';
import { tabOwed } from '../../shared/domain/cash.ts';
import type { SalesRules } from '../../shared/domain/sales-rules.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { defineFeature } from '../base/feature.ts';
import { type Clock, isoNow } from '../base/system.ts';
import type { Change } from '../db/change.ts';
import type { SalesStore } from '../db/sales-store.ts';
import type { DatabaseParts } from '../db/sqlite-sales-store.ts';
import {
  openDrawerForSettlement,
  type PrintService,
  printSettlement,
  printSlip,
  settlementSlip,
} from '../printing/index.ts';
import type { Tabs } from './tabs-repository.ts';
import { sqliteTabs } from './tabs-repository.ts';

interface TabPorts {
  clock: Clock;
  rules(): Pick<SalesRules, 'shiftsRequired'>;
  publishSale(sale: Transaction): void;
}

export interface TabsDeps {
  runtime(): {
    db: Pick<SalesStore, 'commitAll'> & { readonly tabs: Tabs };
    ports: TabPorts;
  };
  prints(): PrintService;
  /** runs while the counter does not stop */
  whileOpen<T>(work: () => Promise<Result<T>>): Promise<Result<T>>;
  statusChanged(): void;
  /** cash goes into the drawer */
  onCash(): void;
}

const nothingOwed = () => fail('not_allowed', 'This customer owes nothing.', { reason: 'nothing_owed' });

/** tabs.* */
export function tabHandlers(deps: TabsDeps): HandlersOf<'tabs'> {
  const { runtime } = deps;
  return {
    async 'tabs.list'() {
      const tabs = await runtime().db.tabs.list();
      return ok({ tabs, owed: tabs.reduce((sum, { owed }) => sum + owed, 0) });
    },
    async 'tabs.get'({ customerId }) {
      const { tabs } = runtime().db;
      const tab = await tabs.of(customerId);
      if (!tab) return nothingOwed();
      return ok({ tab, sales: await tabs.salesOf(customerId), settlements: await tabs.settlementsOf(customerId) });
    },
    'tabs.settle': (input) =>
      deps.whileOpen(async () => {
        const { db, ports } = runtime();
        const settled = await settle(db, ports, input);
        if (!settled.ok) return settled;
        deps.statusChanged();
        if (input.method === 'cash') deps.onCash();
        return ok({ ...settled.value, tab: await db.tabs.of(input.customerId) });
      }),
    async 'tabs.print'({ paper, ...which }) {
      const prints = deps.prints();
      const doc = await settlementSlip(prints, which);
      if (!doc) return fail('not_found', 'There is no such settlement.');
      return printSlip(prints, doc, paper, (usual) => printSettlement(prints, usual, which, doc));
    },
  };
}

/**
 * Records that a customer paid of the tab: the oldest sale first, all or nothing. Only what is certain is paid; a sale that may
 * still fail is not, because its debt would lapse.
 */
async function settle(
  db: Pick<SalesStore, 'commitAll'> & { readonly tabs: Tabs },
  ports: TabPorts,
  { customerId, amount, method, reference, owed: expectedOwed }: Input<'tabs.settle'>,
): Promise<Result<Omit<Output<'tabs.settle'>, 'tab'>>> {
  for (;;) {
    const open = (await db.tabs.salesOf(customerId)).filter(({ state }) => state === 'success');
    if (open.length === 0) return nothingOwed();
    const owed = open.reduce((sum, sale) => sum + tabOwed(sale), 0);
    if (expectedOwed !== undefined && expectedOwed !== owed) {
      return fail('not_allowed', 'This customer owes something else by now.', { reason: 'tab_changed' });
    }
    if (amount > owed) {
      return fail('invalid_input', 'This is more than the customer owes.', {
        reason: 'more_than_owed',
        fields: ['amount'],
      });
    }
    const at = await settlementTime(db.tabs, ports, customerId);
    let left = amount;
    const changes: Change[] = [];
    for (const sale of open) {
      const share = Math.min(left, tabOwed(sale));
      if (share === 0) break;
      left -= share;
      const tabPayments = [...sale.tabPayments, { method, amount: share, reference: reference ?? null, at }];
      changes.push(paidOfTab({ ...sale, tabPayments, updatedAt: at, revision: sale.revision + 1 }, ports, at, amount));
    }
    const outcomes = await db.commitAll(changes);
    const sales: Transaction[] = [];
    for (const outcome of outcomes) if (outcome.kind === 'committed' && outcome.sale) sales.push(outcome.sale);
    if (sales.length === changes.length) {
      for (const sale of sales) ports.publishSale(sale);
      return ok({ sales, settlement: { at, method, amount, reference: reference ?? null, sales: sales.length } });
    }
    if (outcomes.some(({ kind }) => kind === 'no_shift')) {
      return fail('not_allowed', 'No shift is open.', { reason: 'shift_needed' });
    }
  }
}

/** Its time names a settlement, so that of the same millisecond is a moment later. */
async function settlementTime(tabs: Tabs, ports: TabPorts, customerId: string): Promise<string> {
  const at = isoNow(ports.clock);
  const isTaken = (await tabs.settlement({ customerId, at })) !== null;
  return isTaken ? new Date(Date.parse(at) + 1).toISOString() : at;
}

/** @param amount what was handed over for all sales together */
function paidOfTab(next: Transaction, ports: TabPorts, at: string, amount: number): Change {
  return {
    sale: { expectedRevision: next.revision - 1, next, needsShift: ports.rules().shiftsRequired },
    event: { type: 'tab.paid', at, actor: 'cashier', data: { amount }, bodies: [] },
  };
}

export interface Deps extends Omit<TabsDeps, 'runtime' | 'prints' | 'onCash'> {
  runtime(): ReturnType<TabsDeps['runtime']> & { prints: PrintService };
}

export const tabsFeature = defineFeature({
  tables: ({ db, read }: DatabaseParts) => ({ tabs: sqliteTabs(db, read) }),
  handlers: (deps: Deps) =>
    tabHandlers({
      ...deps,
      prints: () => deps.runtime().prints,
      onCash: () => openDrawerForSettlement(deps.runtime().prints),
    }),
});
