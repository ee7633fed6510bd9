import type { Batch } from '../../shared/contract/batches.ts';
import type { KonterError, Result } from '../../shared/contract/errors.ts';
import type { KonterEvent, Status } from '../../shared/contract/events.ts';
import type { ProcedureName } from '../../shared/contract/names.ts';
import type { Output } from '../../shared/contract/registry.ts';
import type { CatalogueItem } from '../../shared/domain/catalogue.ts';
import type { KnownAmount } from '../../shared/domain/sales-report.ts';
import type { ShiftReport } from '../../shared/domain/shift.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';

/** An order's price is the shop's cost; a bill's price is shown to the customer. */
const sale = (whole: Transaction): Transaction => (whole.kind === 'prepaid' ? { ...whole, price: null } : whole);
const item = (whole: CatalogueItem): CatalogueItem => ({
  ...whole,
  cost: null,
  providerPrice: null,
  commission: null,
});
const batch = (whole: Batch): Batch => ({
  ...whole,
  pause: whole.pause && { ...whole.pause, error: error(whole.pause.error) },
  lines: whole.lines.map((line) => ({ ...line, sale: sale(line.sale) })),
});
const items = <T extends { items: CatalogueItem[] }>(answer: T): T => ({ ...answer, items: answer.items.map(item) });
const unknown = ({ without }: KnownAmount): KnownAmount => ({ amount: null, without });

/** What a sale takes off the deposit is what it costs. */
const status = (whole: Status): Status =>
  whole.deposit ? { ...whole, deposit: { ...whole.deposit, balance: null } } : whole;

const error = ({ transaction, other, ...rest }: KonterError): KonterError => ({
  ...rest,
  ...(transaction ? { transaction: sale(transaction) } : {}),
  ...(other ? { other: sale(other) } : {}),
});

/** A shift without the shop's earnings, for the person who works in it. */
export function reportWithoutCosts(report: ShiftReport): ShiftReport {
  const { line } = report;
  const kept = { price: unknown(line.price), commission: unknown(line.commission), margin: unknown(line.margin) };
  return { ...report, line: { ...line, ...kept } };
}

/**
 * By procedure. A test names a procedure whose answer holds a sale and that is missing here: it would show costs to a cashier.
 */
export const costRedactions: { readonly [N in ProcedureName]?: (answer: Output<N>) => Output<N> } = {
  status,
  product: (product) => ({ ...product, commission: null }),
  'catalogue.list': items,
  'catalogue.save': items,
  inquiry: sale,
  pay: sale,
  order: sale,
  'batches.check': (lines) => lines.map((line) => ({ ...line, error: line.error && error(line.error) })),
  'batches.create': batch,
  'batches.get': batch,
  'batches.open': (whole) => whole && batch(whole),
  'batches.resume': batch,
  'batches.stop': batch,
  'batches.giveBack': batch,
  'transactions.get': sale,
  'transactions.resolve': sale,
  'transactions.correct': sale,
  'transactions.cashReturned': sale,
  'transactions.cashCollected': sale,
  'tabs.get': (tab) => ({ ...tab, sales: tab.sales.map(sale) }),
  'tabs.settle': (settled) => ({ ...settled, sales: settled.sales.map(sale) }),
  'transactions.search': ({ search, ...page }) => ({
    ...page,
    items: page.items.map(sale),
    ...(search
      ? { search: { ...search, marks: search.marks.map((marks) => marks.filter(({ field }) => field !== 'price')) } }
      : {}),
  }),
  // Payloads contain prices; a person's notes do not.
  'transactions.timeline': (events) =>
    events.map(({ data: { commission: _commission, cost: _cost, sums: _sums, ...data }, bodies, ...event }) => ({
      ...event,
      data,
      bodies: bodies.filter(({ role }) => role === 'note' || role === 'request'),
    })),
  'webhooks.unverified': (sales) => sales.map(sale),
  'proof.verify': (verdict) => ('sale' in verdict && verdict.sale ? { ...verdict, sale: sale(verdict.sale) } : verdict),
  'webhooks.quarantined': (webhooks) => webhooks.map((webhook) => ({ ...webhook, body: null })),
  'shifts.report': reportWithoutCosts,
  'shifts.close': reportWithoutCosts,
};

/** An answer without the shop's costs and earnings. */
export function withoutCosts<N extends ProcedureName>(name: N, result: Result<Output<N>>): Result<Output<N>> {
  if (result.ok) {
    const leaveOut = costRedactions[name];
    return leaveOut ? { ok: true, value: leaveOut(result.value) } : result;
  }
  return { ok: false, error: error(result.error) };
}

/** An event without the shop's costs and earnings. */
export function eventWithoutCosts(event: KonterEvent): KonterEvent {
  if (event.type === 'transaction') return { ...event, transaction: sale(event.transaction) };
  if (event.type === 'batch') return { ...event, batch: batch(event.batch) };
  if (event.type === 'status') return { ...event, status: status(event.status) };
  if (event.type === 'catalogue') return { ...event, items: event.items?.map(item) ?? null };
  return event;
}
