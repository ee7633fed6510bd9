import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Handlers, Input, Output } from '../../shared/contract/registry.ts';
import type { Tab } from '../../shared/contract/tabs.ts';
import { tabOwed } from '../../shared/domain/cash.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import type { Change, SalesStore } from '../db/sales-store.ts';
import { type SalesPorts, timestamp } from '../sales/index.ts';
import type { TabRow, Tabs } from './tabs-repository.ts';

type SavedNumbers = { get(id: string): Promise<{ numbers: readonly { customerNo: string }[] } | null> };

interface TabsDeps {
  runtime(): {
    journal: Pick<SalesStore, 'commitAll'> & { readonly tabs: Tabs; readonly customerBook: SavedNumbers };
    ports: SalesPorts;
  };
  /** runs while the counter does not stop */
  whileOpen<T>(work: () => Promise<Result<T>>): Promise<Result<T>>;
  statusChanged(): void;
}

const nothingOwed = () => fail('not_allowed', 'This customer owes nothing.', { reason: 'nothing_owed' });

/** tabs.* */
export function tabHandlers(deps: TabsDeps): Pick<Handlers, Extract<keyof Handlers, `tabs.${string}`>> {
  const { runtime } = deps;
  const toTab = async ({ customerId, ...row }: TabRow): Promise<Tab> => {
    const saved = customerId === null ? null : await runtime().journal.customerBook.get(customerId);
    return { customerId, ...row, numbers: (saved?.numbers ?? []).map(({ customerNo }) => customerNo) };
  };
  return {
    async 'tabs.list'() {
      const tabs: Tab[] = [];
      for (const row of await runtime().journal.tabs.list()) tabs.push(await toTab(row));
      return ok({ tabs, owed: tabs.reduce((sum, { owed }) => sum + owed, 0) });
    },
    async 'tabs.get'({ customerId }) {
      const { tabs } = runtime().journal;
      const row = await tabs.of(customerId);
      return row ? ok({ tab: await toTab(row), sales: await tabs.salesOf(customerId) }) : nothingOwed();
    },
    'tabs.settle': (ask) =>
      deps.whileOpen(async () => {
        const { journal, ports } = runtime();
        const settled = await settle(journal, ports, ask);
        if (!settled.ok) return settled;
        deps.statusChanged();
        const row = await journal.tabs.of(ask.customerId);
        return ok({ ...settled.value, tab: row && (await toTab(row)) });
      }),
  };
}

/**
 * Records that a customer paid of the tab: the oldest sale first, all or nothing. Only what is certain is paid; a sale that may
 * still fail is not, because its debt would lapse.
 */
async function settle(
  journal: Pick<SalesStore, 'commitAll'> & { readonly tabs: Tabs },
  ports: SalesPorts,
  { customerId, amount, method, reference }: Input<'tabs.settle'>,
): Promise<Result<Pick<Output<'tabs.settle'>, 'sales'>>> {
  for (;;) {
    const open = (await journal.tabs.salesOf(customerId)).filter(({ state }) => state === 'success');
    if (open.length === 0) return nothingOwed();
    const owed = open.reduce((sum, sale) => sum + tabOwed(sale), 0);
    if (amount > owed) {
      return fail('invalid_input', 'This is more than the customer owes.', {
        reason: 'more_than_owed',
        fields: ['amount'],
      });
    }
    const at = timestamp(ports);
    let left = amount;
    const changes: Change[] = [];
    for (const sale of open) {
      const part = Math.min(left, tabOwed(sale));
      if (part === 0) break;
      left -= part;
      const tabPayments = [...sale.tabPayments, { method, amount: part, reference: reference ?? null, at }];
      changes.push(paidOfTab({ ...sale, tabPayments, updatedAt: at, revision: sale.revision + 1 }, ports, at, amount));
    }
    const outcomes = await journal.commitAll(changes);
    const sales: Transaction[] = [];
    for (const outcome of outcomes) if (outcome.kind === 'committed' && outcome.sale) sales.push(outcome.sale);
    if (sales.length === changes.length) {
      for (const sale of sales) ports.publishSale(sale);
      return ok({ sales });
    }
    if (outcomes.some(({ kind }) => kind === 'no_shift')) {
      return fail('not_allowed', 'No shift is open.', { reason: 'shift_needed' });
    }
  }
}

/** @param amount what was handed over for all sales together */
function paidOfTab(next: Transaction, ports: SalesPorts, at: string, amount: number): Change {
  return {
    sale: { expectedRevision: next.revision - 1, next, needsShift: ports.rules().shiftsRequired },
    event: { type: 'tab.paid', at, actor: 'cashier', data: { amount }, bodies: [] },
  };
}
