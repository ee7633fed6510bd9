import type { Transaction } from '../../shared/domain/transaction.ts';
import { defineFeature, type ModeContext } from '../base/feature.ts';
import type { Secrets } from '../base/secrets.ts';
import { shopDay } from '../base/system.ts';
import type { SalesStore } from '../db/sales-store.ts';
import { digestOf, type ShopAtRelay } from '../relay-client/index.ts';
import { recoverClaimed, type SalesPorts } from '../sales/index.ts';
import { type OneShop, shopHandlers } from './api.ts';
import { ShopClaims } from './claims.ts';
import { claimedSales } from './shop-key.ts';
import { ShopMembership } from './shop-membership.ts';

export interface Context extends ModeContext {
  connection: { shop?: ShopAtRelay; mailboxKey: string };
  db: SalesStore;
  secrets: Secrets;
  rules(): { timeZone: string };
}

type Sources = Pick<ConstructorParameters<typeof ShopClaims>[0], 'recover' | 'isJournalWhole'>;

/** What a sale of a lost journal is brought back by. Before sales and shipping are open nothing is: the relay is asked again. */
export class LostSales {
  #sources: Sources | null = null;

  begin(sources: Sources): void {
    this.#sources = sources;
  }

  async recover(sale: Transaction): Promise<boolean> {
    return this.#sources?.recover(sale) ?? false;
  }

  async isJournalWhole(): Promise<boolean | null> {
    return this.#sources?.isJournalWhole() ?? null;
  }
}

export interface OpenShop extends OneShop {
  membership: ShopMembership;
  compareClaims(): void;
  lostSales: LostSales;
}

type Deps = Omit<Parameters<typeof shopHandlers>[0], 'mailbox'> & Pick<ModeContext, 'settings'>;

export const shopFeature = defineFeature({
  /** `oneShop`: the counter among those of its shop; null without a relay, as in training */
  async open(context: Context): Promise<{ oneShop: OpenShop | null }> {
    const { connection, db, secrets, rules, settings, role, system, log, statusChanged, events } = context;
    const { shop: relay } = connection;
    if (!relay) return { oneShop: null };
    const membership = await ShopMembership.open({
      ...system,
      secrets,
      relay,
      log,
      mailbox: digestOf(connection.mailboxKey),
      changed() {
        oneShop.compareClaims();
        statusChanged();
      },
    });
    const lostSales = new LostSales();
    const claims = new ShopClaims({
      ...system,
      db,
      membership,
      relay,
      log,
      claimed: claimedSales(settings().relay.mailbox ?? '', system.random),
      recover: (sale) => lostSales.recover(sale),
      isJournalWhole: () => lostSales.isJournalWhole(),
      today: () => shopDay({ clock: system.clock, rules }),
      changed: statusChanged,
    });
    events.on('sale', (sale) => claims.onSale(sale));
    context.onClose(() => claims.stop());
    const oneShop: OpenShop = {
      membership,
      claims,
      relay,
      lostSales,
      // An office claims nothing.
      compareClaims: () => (role === 'office' ? undefined : claims.compare()),
    };
    return { oneShop };
  },
  handlers: (deps: Deps) => shopHandlers({ ...deps, mailbox: () => deps.settings().relay.mailbox }),
});

export interface Later {
  oneShop: OpenShop | null;
  shipping: { check(): Promise<{ kind: string }> } | null;
  ports: SalesPorts;
}

/** Claims are compared once sales and shipping are open: what a lost journal had comes back as sales. */
export const claimsFeature = defineFeature({
  open({ oneShop, shipping, ports }: ModeContext & Later) {
    oneShop?.lostSales.begin({
      recover: (sale) => recoverClaimed(ports, sale),
      async isJournalWhole() {
        const { kind } = (await shipping?.check()) ?? { kind: 'silent' };
        return kind === 'silent' ? null : kind === 'matches';
      },
    });
    return {};
  },
});
