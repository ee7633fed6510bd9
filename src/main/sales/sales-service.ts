import type { Input } from '../../shared/contract/registry.ts';
import { createSerialQueue } from '../base/async.ts';
import { checkLine, sendLine } from './batch-lines.ts';
import { correct } from './correct.ts';
import { evidence } from './evidence.ts';
import { inquire, lookUpProduct } from './lookups.ts';
import { meterName } from './meter-names.ts';
import { pay } from './pay-bill.ts';
import { checkBeforePaid, order } from './place-order.ts';
import {
  acceptClock,
  acceptOlderDatabase,
  acceptRelayRestore,
  acceptShopLeft,
  clockDifference,
  foundOlderDatabase,
  hasOlderDatabase,
  recover,
  relayGap,
} from './recovery.ts';
import { cashCollected, cashReturned, resolve } from './resolve.ts';
import { countDepositRefusals, lowDeposit, type SalesContext, type SalesPorts } from './sales-ports.ts';
import { flushPendingWrites, pendingWriteStatus } from './send.ts';
import { checkStatus, lateSales } from './status-checks.ts';
import { allowOrders, keyChange, recordUnverified, refusedOrders } from './webhooks/key-change.ts';
import { fullUnverifiedQuota } from './webhooks/quarantine.ts';
import { receiveWebhook } from './webhooks/receive.ts';
import { reverifyWithRotatedKeys } from './webhooks/replay.ts';

/** What the shop does, each documented where it stands; `SalesService` is this without the ports. */
const operations = {
  product: (ports: SalesContext, { productCode }: Input<'product'>) => lookUpProduct(ports, productCode),
  inquiry: inquire,
  meterName,
  pay,
  checkBeforePaid,
  order,
  check: checkLine,
  sendLine,
  resolve,
  correct,
  cashReturned,
  cashCollected,
  evidence,
  lateSales,
  checkStatus,
  receiveWebhook,
  relayGap,
  recordUnverified,
  keyChange,
  allowOrders,
  refusedOrders,
  reverifyWithRotatedKeys,
  recover,
  lowDeposit,
  hasOlderDatabase,
  foundOlderDatabase,
  acceptOlderDatabase,
  clockDifference,
  acceptClock,
  acceptRelayRestore,
  acceptShopLeft,
  notWritten: pendingWriteStatus,
  flushPendingWrites,
};

type Bound<F> = F extends (ports: SalesContext, ...input: infer I) => infer Answer ? (...input: I) => Answer : never;

/** What the shop does. Every method may be called at any time and side by side; the database decides who was first. */
export type SalesService = { [Name in keyof typeof operations]: Bound<(typeof operations)[Name]> };

export function createSalesService(basePorts: SalesPorts): SalesService {
  const depositRefusals = countDepositRefusals();
  const ports: SalesContext = {
    ...basePorts,
    publishSale(sale) {
      depositRefusals.record(sale);
      basePorts.publishSale(sale);
    },
    db: ofProvider(basePorts),
    beingSent: new Set(),
    pendingOutcomes: new Map(),
    lookups: new Map(),
    meterNames: new Map(),
    keepBills: createSerialQueue(),
    unverifiedQuota: fullUnverifiedQuota(basePorts.clock.monotonic()),
    unverifiedOrders: null,
    acceptedAheadMs: null,
    depositRefusals,
    olderDatabase: basePorts.db.restored?.reason === 'rolled_back' && basePorts.db.restored.acceptedAt === null,
  };
  const bound = Object.entries(operations).map(([name, operation]) => [
    name,
    (...input: unknown[]) => Reflect.apply(operation, undefined, [ports, ...input]),
  ]);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- Object.fromEntries widens the names
  return Object.fromEntries(bound) as SalesService;
}

/** The journal, whose sales are found by an id only where it is of the service that is set up. */
function ofProvider({ db, providerId }: SalesPorts): SalesPorts['db'] {
  if (providerId === undefined) return db;
  return {
    ...db,
    findByTransactionId: (id) => db.findByTransactionId(id, providerId),
    codesSpelt: (spelling) => db.codesSpelt(spelling, providerId),
    allByTransactionId: (id) => db.allByTransactionId(id, providerId),
  };
}
