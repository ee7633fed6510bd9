import type { Batch, BatchLineInput } from '../../../src/shared/contract/batches.ts';
import { ok, type Result } from '../../../src/shared/contract/errors.ts';
import { moneyToReturn, owesMoney, tabOwed } from '../../../src/shared/domain/cash.ts';
import { isErased } from '../../../src/shared/domain/erasure.ts';
import { type MoneyMethod, sumOf } from '../../../src/shared/domain/payment.ts';
import { isCorrectable, type Transaction } from '../../../src/shared/domain/transaction.ts';
import { parkedCustomer } from '../plan/parking.ts';
import { tabCustomer } from '../plan/payments.ts';
import type { PaidBy, Press } from '../plan/plan.ts';
import { type Amount, entryOf } from './books.ts';
import type { Call } from './counter-side.ts';
import type { Outside } from './outside.ts';
import { owner, supervisor } from './staff.ts';

/** How long a supervisor waits before "the provider has nothing of it" is believed: requests may be under way. */
export const patienceMs = 3 * 60_000;

/** A supervisor's PIN, for what a cashier may not do alone. */
const approved = { pin: supervisor.pin, reason: 'the customer insists' };
/** with the second PIN where the shop asks for two */
const decided = { note: 'as the dashboard shows it', pin: supervisor.pin, secondPin: owner.pin };

/** Presses a button, if there is a counter to press it at. */
export function press(world: Outside, call: Call | null, button: Press): void {
  const pressed = call && pressWith(world, call, button);
  if (!pressed) return;
  pressed.then(
    (result) =>
      world.note(
        () =>
          `cashier   ${button.do} is answered: ${result.ok ? `ok${stateIn(result.value)}` : `${result.error.code} ${result.error.reason ?? ''}`}`,
      ),
    (error: unknown) => world.step({ kind: 'broke', where: button.do, fault: String(error) }),
  );
}

function pressWith(world: Outside, call: Call, button: Press): Promise<Result<object>> | null {
  const { books, note } = world;
  switch (button.do) {
    case 'order': {
      const { product, customer, allowDuplicate, allowCutOff, cash } = button;
      note(() => `cashier   orders ${product} for ${customer}${allowDuplicate ? ', repeat allowed' : ''}`);
      books.presses.order += 1;
      const paid = button.paidBy && paymentsOf(12_000, button.paidBy);
      const money = cash
        ? { sellingPrice: 12_000, allowPrice: 12_000, ...(paid ? { payments: paid } : { tendered: 15_000 }) }
        : {};
      const override = allowDuplicate || allowCutOff ? approved : {};
      const input = { productCode: product, customerNo: customer, allowDuplicate, allowCutOff };
      const answer = call('order', { ...input, ...money, ...override }).then((result) => {
        const other = result.ok ? undefined : result.error.counter;
        if (!button.allowsOther || result.ok || result.error.code !== 'duplicate' || !other) return result;
        note(() => `cashier   allows the repeat of what ${other.name} has`);
        const allowed = { allowDuplicate: true, duplicateAt: other.sale, ...approved };
        return call('order', { ...input, ...money, ...allowed });
      });
      return recorded(world, paid, answer, ({ payments }) => payments);
    }
    case 'read_back':
      note(() => `cashier   reads ${button.product} for ${button.customer} back`);
      return call('shop.readBack', { productCode: button.product, customerNo: button.customer });
    case 'inquire':
      note(() => `cashier   asks for ${button.product} of ${button.customer}`);
      return call('inquiry', { productCode: button.product, customerNo: button.customer });
    case 'pay': {
      const bill = billToPay(books.sales, button);
      if (!bill) return null;
      note(() => `cashier   pays ${world.nameOf(bill.id)}${button.allowDuplicate ? ', repeat allowed' : ''}`);
      books.presses.pay += 1;
      const paid = button.paidBy && paymentsOf(bill.total ?? 0, button.paidBy);
      const money = paid ? { payments: paid } : button.cash ? { tendered: (bill.total ?? 0) + 5000 } : {};
      const { allowDuplicate } = button;
      const input = { id: bill.id, allowDuplicate, ...money, ...(allowDuplicate ? approved : {}) };
      return recorded(world, paid, call('pay', input), ({ payments }) => payments);
    }
    case 'resolve':
      return resolve(world, call);
    case 'settle_claims':
      return settleClaims(world, call);
    case 'correct':
      return correct(world, call, button.doubt);
    case 'evidence': {
      const bill = [...books.sales.values()].find((sale) => sale.kind === 'postpaid' && sale.state === 'unknown');
      if (!bill) return null;
      note(() => `cashier   asks what a new inquiry says of ${world.nameOf(bill.id)}`);
      return call('transactions.evidence', { id: bill.id });
    }
    case 'park':
      note(() => 'cashier   parks a sale');
      return call('parking.park', { draft: parkedDraft }).then((result) => {
        if (result.ok) books.parked.add(result.value.id);
        return result;
      });
    case 'bring_back':
      return bringBack(world, call);
    case 'return_cash': {
      const sale = [...books.sales.values()].find(owesMoney);
      if (!sale) return null;
      const returned = button.by && [{ method: button.by, amount: moneyToReturn(sale) }];
      const answer = call('transactions.cashReturned', { id: sale.id, ...(returned ? { returned } : {}) });
      return recorded(world, returned, answer, ({ returns }) => returns.slice(sale.returns.length));
    }
    case 'settle_tab':
      return settleTab(world, call, button);
    case 'batch':
      return makeBatch(world, call, button);
    case 'resume_batch':
      return onOpenBatch(world, call, (batch) => {
        note(() => 'cashier   goes on with the batch');
        const waiting = batch.lines.filter(({ isWaiting }) => isWaiting);
        books.batchAskedIn = books.runs;
        for (const { sale } of waiting) books.presses[sale.kind === 'prepaid' ? 'order' : 'pay'] += 1;
        // What is refused now, say a repeat, is left out.
        const refused = batch.pause && batch.lines.find(({ position }) => position === batch.pause?.position);
        const leaveOut = refused?.isWaiting && batch.pause?.error.code !== 'provider_unreachable';
        return call('batches.resume', { id: batch.id, ...(leaveOut ? { leaveOut: [refused.position] } : {}) });
      });
    case 'stop_batch':
      return onOpenBatch(world, call, (batch) => {
        note(() => 'cashier   stops the batch');
        return call('batches.stop', { id: batch.id });
      });
    case 'give_back':
      return giveBack(world, call, button.by);
  }
}

const parkedDraft = {
  kind: 'order',
  customerNo: parkedCustomer,
  productCode: 'TSEL10',
  step: 'tendered',
  text: '',
  left: {},
  tendered: 15_000,
  payment: null,
  cashFrom: null,
} as const;

/** Looks at what is parked, and brings the first of it back. */
async function bringBack({ books, note, step }: Outside, call: Call): Promise<Result<object>> {
  const listed = await call('parking.list', {});
  if (!listed.ok) return listed;
  const ids = listed.value.parked.map(({ id }) => id);
  step({ kind: 'parked', ids });
  const [id] = ids;
  if (id === undefined) return listed;
  note(() => 'cashier   brings a parked sale back');
  // Should the counter be killed over it, nobody knows whether it is still there.
  books.parked.delete(id);
  return call('parking.take', { id });
}

/** By one method or two, each with a part of the total. */
function paymentsOf(total: number, { methods, share }: PaidBy) {
  const first = methods.length === 1 ? total : Math.min(total - 1, Math.max(1, Math.floor((total * share) / 100)));
  return methods.map((method, at) => ({
    method,
    amount: at === 0 ? first : total - first,
    ...(method === 'tab' ? { customerId: tabCustomer } : {}),
  }));
}

/** Reports to the judges what the counter says of a batch. */
function recordBatch(world: Outside, answer: Promise<Result<Batch>>): Promise<Result<Batch>> {
  return answer.then((result) => {
    if (result.ok) world.step({ kind: 'batch', batch: result.value });
    return result;
  });
}

function makeBatch(
  world: Outside,
  call: Call,
  { lines, bills, allowDuplicate, paidBy }: Extract<Press, { do: 'batch' }>,
): Promise<Result<object>> | null {
  const { books, note } = world;
  const inquired = [...books.sales.values()].filter(({ state, total }) => state === 'inquired' && (total ?? 0) > 0);
  if (bills && inquired.length === 0) return null;
  const repeat = allowDuplicate ? { allowDuplicate } : {};
  const inputs: BatchLineInput[] = bills
    ? inquired.map(({ id, total }) => Object.assign({ id, total: total ?? 0 }, repeat))
    : lines.map(({ customer: customerNo, product: productCode }) => {
        return { productCode, customerNo, sellingPrice: 12_000, allowPrice: 12_000, allowMismatch: true, ...repeat };
      });
  note(() => `cashier   makes a batch of ${inputs.length} ${bills ? 'bills' : 'orders'}`);
  const total = inputs.reduce((sum, line) => sum + ('id' in line ? line.total : line.sellingPrice), 0);
  const paid = paidBy ? { payments: paymentsOf(total, paidBy) } : { tendered: total + 5000 };
  books.presses[bills ? 'pay' : 'order'] += inputs.length;
  books.batchAskedIn = books.runs;
  return recordBatch(world, call('batches.create', { lines: inputs, ...paid, ...(allowDuplicate ? approved : {}) }));
}

function onOpenBatch(
  world: Outside,
  call: Call,
  act: (batch: Batch) => Promise<Result<Batch>>,
): Promise<Result<object>> {
  return call('batches.open', {}).then((open) => {
    if (!open.ok || !open.value) return open.ok ? ok({}) : open;
    return open.value.state === 'running' ? ok({}) : recordBatch(world, act(open.value));
  });
}

/** Hands back what the counter says of the batch of the newest line, by one method or the way it was paid. */
async function giveBack(world: Outside, call: Call, by: MoneyMethod | undefined): Promise<Result<object>> {
  const { books, note } = world;
  const line = [...books.written].findLast(({ type }) => type === 'sale.queued');
  const id = line?.data['batch'];
  if (typeof id !== 'string') return ok({});
  const batch = await call('batches.get', { id });
  if (!batch.ok || batch.value.toReturn.length === 0 || batch.value.state === 'running') return ok({});
  note(() => 'cashier   gives back what is to be returned of the batch');
  return recordBatch(world, call('batches.giveBack', { id, ...(by ? { by } : {}) }));
}

/** Reports to the judges how the sale has it, where the counter says that it was recorded. */
function recorded(
  { step }: Outside,
  amounts: readonly Amount[] | undefined,
  answer: Promise<Result<Transaction>>,
  of: (sale: Transaction) => readonly Amount[],
): Promise<Result<Transaction>> {
  return answer.then((result) => {
    if (amounts && result.ok)
      step({ kind: 'answered', amounts: amounts.map(amountOf), recorded: of(result.value).map(amountOf) });
    return result;
  });
}

const amountOf = ({ method, amount }: Amount): Amount => ({ method, amount });

/** The customer pays of the tab, or all of it. */
function settleTab(
  { books, note, step }: Outside,
  call: Call,
  { method, share }: Extract<Press, { do: 'settle_tab' }>,
): Promise<Result<object>> | null {
  const owed = [...books.sales.values()].reduce(
    (sum, sale) => sum + (sale.state === 'success' && !isErased(sale) ? tabOwed(sale) : 0),
    0,
  );
  const amount = Math.floor((owed * share) / 100);
  if (amount === 0) return null;
  note(() => `cashier   is paid ${amount} of the tab by ${method}`);
  return call('tabs.settle', { customerId: tabCustomer, amount, method }).then((result) => {
    if (!result.ok) return result;
    const { sales, settlement } = result.value;
    const paid = sales.flatMap(({ tabPayments }) => tabPayments.filter(({ at }) => at === settlement.at));
    const methods = [...new Set(paid.map((each) => each.method))];
    const recorded = methods.map((each) =>
      amountOf({ method: each, amount: sumOf(paid.filter((one) => one.method === each)) }),
    );
    step({ kind: 'answered', amounts: [{ method, amount }], recorded });
    return result;
  });
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
function resolve(world: Outside, call: Call): Promise<Result<Transaction>> | null {
  const { books, schedule, note } = world;
  for (const sale of books.sales.values()) {
    const needsSn = sale.state === 'success' && sale.sn === null;
    if (!needsSn && !['unknown', 'disputed', 'pending', 'sending'].includes(sale.state)) continue;
    const entry = entryOf(books, sale);
    const inBook = entry && entry.acted > 0 ? entry.status : null;
    if (inBook === 'pending') continue;
    const leftAt = books.sent.findLast((one) => one.saleId === sale.id)?.leftAt ?? 0;
    if (inBook === null && schedule.now() - leftAt < patienceMs) continue;
    const outcome = inBook === 'success' ? 'success' : 'failed';
    note(() => `supervisor records ${outcome} for ${world.nameOf(sale.id)} (${inBook ?? 'not in the book'})`);
    const sn = outcome === 'success' && entry && entry.sn.length > 1 ? { sn: entry.sn } : {};
    const { customerNo } = sale;
    const amount = sale.total ?? sale.price ?? 0;
    // What was erased cannot be read back.
    const typed = isErased(sale) ? {} : { readBack: { customerNo, amount } };
    return call('transactions.resolve', { id: sale.id, outcome, ...decided, ...typed, ...sn });
  }
  return null;
}

/** Of counters that are gone, and of a lost book of this one: each as it stands in the provider's book. */
export async function settleClaims({ outcomeOf, note }: Outside, call: Call): Promise<Result<object>> {
  const open = await call('shop.openClaims', {});
  if (!open.ok) return open;
  for (const { id } of open.value) {
    const outcome = outcomeOf?.(id) ?? null;
    if (outcome === null) continue;
    note(() => `supervisor settles a claim: ${outcome}`);
    await call('shop.settleClaim', { id, outcome, note: decided.note, pin: supervisor.pin });
  }
  return ok({});
}

/** What the provider's book says now of a settled sale; one on which it did not act, or is still at work, is left alone. */
function correct(world: Outside, call: Call, doubt: boolean): Promise<Result<Transaction>> | null {
  const { books, note } = world;
  const settled = [...books.sales.values()].filter(isCorrectable);
  for (const sale of settled) {
    const entry = entryOf(books, sale);
    if (!entry || entry.acted === 0 || entry.status === 'pending' || entry.status === sale.state) continue;
    if (entry.status !== 'success' && entry.status !== 'failed') continue;
    note(() => `supervisor corrects ${world.nameOf(sale.id)} to ${entry.status}`);
    const sn = entry.status === 'success' && entry.sn.length > 1 ? { sn: entry.sn } : {};
    return call('transactions.correct', { id: sale.id, outcome: entry.status, ...decided, ...sn });
  }
  const newest = settled.at(-1);
  if (!doubt || !newest) return null;
  note(() => `supervisor puts ${world.nameOf(newest.id)} in doubt`);
  return call('transactions.correct', { id: newest.id, outcome: 'disputed', ...decided });
}
