import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { type Clock, isoNow } from '../base/system.ts';
import type { SalesDatabase } from './sales-ports.ts';
import type { SalesService } from './sales-service.ts';
import { listQuarantined } from './webhooks/quarantine.ts';

interface SalesRuntime {
  mode: 'training' | 'live';
  counter: SalesService;
  db: SalesDatabase;
}

interface SalesApiDeps {
  runtime(): SalesRuntime;
  clock: Clock;
  /** Refuses while the counter stops; stopping waits for the work. */
  whileOpen<T>(work: () => Promise<Result<T>>): Promise<Result<T>>;
  /** why nothing can be sold live now, or null */
  checkSellable(): Result<never> | null;
  /** called with the result of each order and payment */
  onSold(result: Result<Transaction>): void;
  statusChanged(): void;
}

type SaleProcedure =
  | 'product'
  | 'inquiry'
  | 'pay'
  | 'order'
  | 'orders.check'
  | 'meters.name'
  | 'transactions.get'
  | 'transactions.timeline'
  | 'transactions.resolve'
  | 'transactions.correct'
  | 'transactions.cashReturned'
  | 'transactions.cashCollected'
  | 'transactions.evidence'
  | 'webhooks.quarantined'
  | 'webhooks.discard'
  | 'webhooks.unverified'
  | 'webhooks.allowOrders'
  | 'safety.accept';

/** More than any list shows. */
const maxDiscardable = 10_000;

/** Selling, and what a person decides about sales and webhooks. */
export function salesHandlers(deps: SalesApiDeps): Pick<Handlers, SaleProcedure> {
  const { runtime, clock, whileOpen, statusChanged } = deps;
  const checkSellable = (): Result<never> | null => (runtime().mode === 'live' ? deps.checkSellable() : null);
  /** A page that does not know yet that the mode changed shows practice and would sell for real, or the other way round. */
  const sell = <T>(
    { mode }: { mode?: SalesRuntime['mode'] | undefined },
    work: (sales: SalesService) => Promise<Result<T>>,
  ): Promise<Result<T>> =>
    mode === undefined || mode === runtime().mode
      ? whileOpen(async () => checkSellable() ?? (await work(runtime().counter)))
      : Promise.resolve(fail('internal', 'The counter is in the other mode by now.', { reason: 'closing' }));
  const reported = async (selling: Promise<Result<Transaction>>): Promise<Result<Transaction>> => {
    const result = await selling;
    deps.onSold(result);
    return result;
  };
  const withStatus = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work;
    statusChanged();
    return result;
  };
  return {
    product: async (input) => checkSellable() ?? (await runtime().counter.product(input)),
    inquiry: (input) => sell(input, (sales) => sales.inquiry(input)),
    pay: (input) => sell(input, (sales) => reported(sales.pay(input))),
    'orders.check': (input) => sell(input, (sales) => sales.checkBeforePaid(input)),
    'meters.name': (input) => whileOpen(() => runtime().counter.meterName(input)),
    order: (input) => sell(input, (sales) => reported(sales.order(input))),
    async 'transactions.get'({ id }) {
      const sale = await runtime().db.get(id);
      return sale ? ok(sale) : fail('not_found', 'There is no such sale.');
    },
    'transactions.timeline': async ({ id }) => ok(await runtime().db.timeline(id)),
    'transactions.resolve': (input) => runtime().counter.resolve(input),
    'transactions.correct': (input) => runtime().counter.correct(input),
    'transactions.cashReturned': (input) => runtime().counter.cashReturned(input),
    'transactions.cashCollected': ({ id }) => runtime().counter.cashCollected(id),
    'transactions.evidence': ({ id }) => whileOpen(() => runtime().counter.evidence(id)),
    'webhooks.quarantined': async (input) => ok(await listQuarantined(runtime().db, input?.limit ?? 50)),
    async 'webhooks.discard'({ seq }) {
      const { db } = runtime();
      const open = await db.quarantined(maxDiscardable, undefined, true);
      if (!open.some((one) => one.seq === seq)) return fail('not_found', 'There is no such webhook.');
      const event = {
        type: 'webhook.dismissed',
        at: isoNow(clock),
        actor: 'supervisor',
        data: { quarantined: seq },
        bodies: [],
      } as const;
      await withStatus(db.commit({ sale: null, event }));
      return ok(null);
    },
    'webhooks.unverified': async () => ok(await runtime().counter.refusedOrders()),
    'webhooks.allowOrders': (input) => withStatus(runtime().counter.allowOrders(input)),
    'safety.accept'({ what: risk, pin }) {
      const { counter } = runtime();
      switch (risk) {
        case 'clock':
          return withStatus(counter.acceptClock(pin));
        case 'older_book':
          return withStatus(counter.acceptOlderDatabase(pin));
        case 'relay_restored':
          return withStatus(counter.acceptRelayRestore(pin));
        case 'shop_left':
          return withStatus(counter.acceptShopLeft(pin));
      }
    },
  };
}
