import { DatabaseError } from '../../../src/main/db/database-error.ts';
import type { SalesService } from '../../../src/main/sales/sales-service.ts';
import type { Result } from '../../../src/shared/contract/errors.ts';
import { owesCash } from '../../../src/shared/domain/cash.ts';
import { isCorrectable, type Transaction } from '../../../src/shared/domain/transaction.ts';
import type { Press } from '../plan/plan.ts';
import { entryOf } from './books.ts';
import type { Outside } from './outside.ts';

/** How long a supervisor waits before "the provider has nothing of it" is believed: requests may be under way. */
const patienceMs = 3 * 60_000;

/** Presses a button, if there is a counter to press it at. */
export function press(world: Outside, counter: SalesService | null, button: Press): void {
  if (!counter) return;
  const pressed = call(world, counter, button);
  if (!pressed) return;
  pressed.then(
    (result) =>
      world.note(
        () => `cashier   ${button.do} is answered: ${result.ok ? `ok${stateIn(result.value)}` : result.error.code}`,
      ),
    (error: unknown) => {
      world.note(() => `cashier   ${button.do} fails inside: ${String(error)}`);
      if (!(error instanceof DatabaseError)) world.step({ kind: 'broke', where: button.do, fault: String(error) });
    },
  );
}

function call(world: Outside, counter: SalesService, button: Press): Promise<Result<object>> | null {
  const { books, note } = world;
  switch (button.do) {
    case 'order': {
      const { product, customer, allowDuplicate, allowCutOff, cash } = button;
      note(() => `cashier   orders ${product} for ${customer}${allowDuplicate ? ', repeat allowed' : ''}`);
      books.presses.order += 1;
      const money = cash ? { sellingPrice: 12_000, tendered: 15_000 } : {};
      return counter.order({ productCode: product, customerNo: customer, allowDuplicate, allowCutOff, ...money });
    }
    case 'inquire':
      note(() => `cashier   asks for ${button.product} of ${button.customer}`);
      return counter.inquiry({ productCode: button.product, customerNo: button.customer });
    case 'pay': {
      const bill = billToPay(books.sales, button);
      if (!bill) return null;
      note(() => `cashier   pays ${world.nameOf(bill.id)}${button.allowDuplicate ? ', repeat allowed' : ''}`);
      books.presses.pay += 1;
      const money = button.cash ? { tendered: (bill.total ?? 0) + 5000 } : {};
      return counter.pay({ id: bill.id, allowDuplicate: button.allowDuplicate, ...money });
    }
    case 'resolve':
      return resolve(world, counter);
    case 'correct':
      return correct(world, counter, button.doubt);
    case 'evidence': {
      const bill = [...books.sales.values()].find((sale) => sale.kind === 'postpaid' && sale.state === 'unknown');
      if (!bill) return null;
      note(() => `cashier   asks what a new inquiry says of ${world.nameOf(bill.id)}`);
      return counter.evidence(bill.id);
    }
    case 'return_cash': {
      const sale = [...books.sales.values()].find(owesCash);
      return sale ? counter.cashReturned(sale.id) : null;
    }
  }
}

/** Evidence about a bill is no sale and has none. */
function stateIn(value: object): string {
  return 'state' in value && typeof value.state === 'string' ? `, ${value.state}` : '';
}

function billToPay(
  sales: ReadonlyMap<string, Transaction>,
  of: { which: 'newest' | 'oldest'; product: string; customer: string },
): Transaction | null {
  const bills = [...sales.values()].filter(
    (sale) => sale.kind === 'postpaid' && sale.productCode === of.product && sale.customerNo === of.customer,
  );
  const open = bills.filter((bill) => bill.state === 'inquired');
  return (of.which === 'newest' ? open.at(-1) : open[0]) ?? bills.at(-1) ?? null;
}

/**
 * What a careful supervisor does: looks the sale up in the provider's book and records what stands there. While it is open
 * there, or so young that a request may still be under way, the decision waits.
 */
function resolve(world: Outside, counter: SalesService): Promise<Result<Transaction>> | null {
  const { books, schedule, note } = world;
  for (const sale of books.sales.values()) {
    const needsSn = sale.state === 'success' && sale.sn === null;
    if (!needsSn && !['unknown', 'disputed', 'pending', 'sending'].includes(sale.state)) continue;
    const entry = entryOf(books, sale);
    const inBook = entry && entry.acted > 0 ? entry.status : null;
    if (inBook === 'pending') continue;
    const leftAt = books.sent.find((one) => one.saleId === sale.id)?.leftAt ?? 0;
    if (inBook === null && schedule.now() - leftAt < patienceMs) continue;
    const outcome = inBook === 'success' ? 'success' : 'failed';
    note(() => `supervisor records ${outcome} for ${world.nameOf(sale.id)} (${inBook ?? 'not in the book'})`);
    const sn = outcome === 'success' && entry && entry.sn.length > 1 ? { sn: entry.sn } : {};
    const readBack = { customerNo: sale.customerNo, amount: sale.total ?? sale.price ?? 0 };
    return counter.resolve({ id: sale.id, outcome, note: 'as the dashboard shows it', readBack, ...sn });
  }
  return null;
}

/** What the provider's book says now of a settled sale; one on which it did not act, or is still at work, is left alone. */
function correct(world: Outside, counter: SalesService, doubt: boolean): Promise<Result<Transaction>> | null {
  const { books, note } = world;
  const settled = [...books.sales.values()].filter(isCorrectable);
  const why = { note: 'as the dashboard shows it' };
  for (const sale of settled) {
    const entry = entryOf(books, sale);
    if (!entry || entry.acted === 0 || entry.status === 'pending' || entry.status === sale.state) continue;
    if (entry.status !== 'success' && entry.status !== 'failed') continue;
    note(() => `supervisor corrects ${world.nameOf(sale.id)} to ${entry.status}`);
    const sn = entry.status === 'success' && entry.sn.length > 1 ? { sn: entry.sn } : {};
    return counter.correct({ id: sale.id, outcome: entry.status, ...why, ...sn });
  }
  const newest = settled.at(-1);
  if (!doubt || !newest) return null;
  note(() => `supervisor puts ${world.nameOf(newest.id)} in doubt`);
  return counter.correct({ id: newest.id, outcome: 'disputed', ...why });
}
