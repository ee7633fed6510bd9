import type { Transport } from '../../../src/main/base/system.ts';
import type { BatchService } from '../../../src/main/batches/batch-service.ts';
import type { ParkedSales } from '../../../src/main/parking/api.ts';
import type { Provider } from '../../../src/main/provider/classify-response.ts';
import type { RelayMailbox } from '../../../src/main/relay-client/mailbox-client.ts';
import { type ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import type { Claims, SalesPorts } from '../../../src/main/sales/sales-ports.ts';
import type { SalesService } from '../../../src/main/sales/sales-service.ts';
import type { RetiredKeys } from '../../../src/main/settings/live-config.ts';
import type { Store } from '../../../src/relay/core/store.ts';
import type { Life } from '../engine/life.ts';
import type { InvariantName } from '../invariants/all.ts';
import type { ShopInvariantName } from '../shop/promises.ts';

/** A bug planted between the real parts, to see that the simulation finds it. */
export interface Mutant {
  name: string;
  /** the invariant that must find it */
  breaks: InvariantName | ShopInvariantName;
  /** which mistake somebody could make */
  about: string;
  provider?: (real: Provider) => Provider;
  transport?: (real: Transport) => Transport;
  /** above what the invariants see of the journal */
  db?: (seen: ShopDatabase, life: Life) => ShopDatabase;
  /** below it */
  belowJournal?: (real: ShopDatabase) => ShopDatabase;
  mailbox?: (real: RelayMailbox) => RelayMailbox;
  counter?: (real: SalesService, ports: SalesPorts) => SalesService;
  /** what the sales of a counter in a shop ask of the others */
  claims?: (real: Claims) => Claims;
  /** of one process to the relay. @param mailbox the counter's */
  toRelay?: (real: Transport, mailbox: string) => Transport;
  batches?: (real: BatchService) => BatchService;
  parked?: (real: ParkedSales) => ParkedSales;
  /** what the counter believes in, of the keys in force and those that ever were */
  keys?: (inForce: readonly string[], retired: RetiredKeys) => readonly string[];
  relayStore?: (real: Store) => Store;
  /** done to the journal's file at each start but the first */
  file?: (path: string) => void;
  /** a killed process keeps the writer's place */
  leavesLocked?: boolean;
}
