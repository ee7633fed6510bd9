import { fail, type OtherCounter, ok, type Result } from '../../shared/contract/errors.ts';
import type { HandlersOf, Input } from '../../shared/contract/registry.ts';
import type { OpenClaim } from '../../shared/contract/shop.ts';
import type { SupervisorVerdict } from '../../shared/domain/staff.ts';
import { readConnectionCode, writeConnectionCode } from '../../shared/wire/connection-code.ts';
import type { OtherClaim } from '../../shared/wire/shop.ts';
import type { Secrets } from '../base/secrets.ts';
import { type Clock, isoNow } from '../base/system.ts';
import type { SalesStore } from '../db/sales-store.ts';
import type { ShopAtRelay } from '../relay-client/index.ts';
import { noteOf } from '../sales/index.ts';
import type { ShopClaims } from './claims.ts';
import type { ShopMembership } from './shop-membership.ts';

/** The shop of an open counter. */
export interface OneShop {
  membership: Pick<ShopMembership, 'shop' | 'keyId'>;
  claims: ShopClaims;
  relay: ShopAtRelay;
}

export interface ShopApiDeps {
  runtime(): {
    oneShop: OneShop | null;
    db: Pick<SalesStore, 'commit'>;
    ports: { clock: Clock; supervisor(pin: string | undefined): Promise<SupervisorVerdict> };
  };
  secrets: Secrets;
  /** the mailbox in the settings */
  mailbox(): string | null;
  /** Refuses while the counter stops; stopping waits for the work. */
  whileOpen<T>(work: () => Promise<Result<T>>): Promise<Result<T>>;
}

/** The counters of one shop. */
export function shopHandlers({ runtime, secrets, mailbox, whileOpen }: ShopApiDeps): HandlersOf<'shop'> {
  const present = (): OneShop | null => {
    const { oneShop } = runtime();
    return oneShop?.membership.shop() ? oneShop : null;
  };
  const approve = async (pin: string | undefined): Promise<Result<never> | null> => {
    const verdict = await runtime().ports.supervisor(pin);
    return verdict === 'ok' ? null : fail('not_allowed', 'The PIN is needed.', { reason: verdict });
  };
  return {
    async 'shop.addCounter'({ connectionCode, pin }) {
      const shop = present();
      if (!shop) return noShop();
      const shopKey = await secrets.read('shopKey');
      if (shop.membership.shop()?.key === null || shopKey === null) {
        return fail('not_configured', 'This counter lacks the key of its shop.', { reason: 'shop_key_missing' });
      }
      const refused = await approve(pin);
      if (refused) return refused;
      const extended = codeWithShopKey(connectionCode, shopKey, mailbox());
      if (!extended.ok) return extended;
      const { db, ports } = runtime();
      const event = {
        type: 'shop.code_made',
        at: isoNow(ports.clock),
        actor: 'supervisor',
        data: {},
        bodies: [],
      } as const;
      await db.commit({ sale: null, event });
      return ok({ connectionCode: extended.value });
    },
    async 'shop.readBack'(input) {
      const shop = present();
      if (!shop) return ok({ saleId: null, counter: null });
      const { saleId, other } = await shop.claims.readBack(input);
      return ok({ saleId, counter: other && counterOf(other) });
    },
    async 'shop.leave'({ saleId }) {
      present()?.claims.leave(saleId);
      return ok(null);
    },
    async 'shop.stopWaiting'(sale) {
      return ok({ isStopped: present()?.claims.stopWaiting(sale) ?? false });
    },
    async 'shop.openClaims'() {
      const shop = present();
      return shop ? openClaims(shop) : noShop();
    },
    'shop.settleClaim': (input) =>
      whileOpen(async () => {
        const shop = present();
        if (!shop) return noShop();
        return (await approve(input.pin)) ?? (await settle(shop, input));
      }),
  };

  /** The decision is written down first: it may not be taken back without a trace where the relay is silent then. */
  async function settle({ claims, relay }: OneShop, input: Input<'shop.settleClaim'>): Promise<Result<null>> {
    const { id, outcome, note } = input;
    const { db, ports } = runtime();
    await db.commit({
      sale: null,
      event: {
        type: 'shop.claim_settled',
        at: isoNow(ports.clock),
        actor: 'supervisor',
        data: { claim: id, outcome },
        bodies: noteOf(note),
      },
    });
    const isOwn = claims.orphans().some((orphan) => orphan.id === id);
    const answer = isOwn ? await claims.settleOrphan(id, outcome) : await relay.settle({ id, outcome });
    if (answer.kind !== 'answered') return unanswered();
    if (answer.value === false) {
      return fail('not_allowed', 'This claim is not one to settle here.', { reason: 'claim_not_open' });
    }
    return ok(null);
  }
}

const noShop = (): Result<never> => fail('not_found', 'This counter is in no shop with others.', { reason: 'no_shop' });

const unanswered = (): Result<never> =>
  fail('relay_unreachable', 'The relay did not answer.', { reason: 'claims_unread' });

async function openClaims({ relay, claims }: OneShop): Promise<Result<OpenClaim[]>> {
  const answer = await relay.openClaims();
  if (answer.kind !== 'answered') return unanswered();
  const others = answer.value.others.filter(({ isRevoked, state }) => isRevoked && state === 'unresolved');
  return ok([
    ...others.map(({ id, counter, state, since, day }) => ({ id, counter, state, since, day })),
    ...claims.orphans().map(({ id, state, day }) => ({ id, counter: null, state, since: null, day })),
  ]);
}

const counterOf = ({ id, counter, since, state }: OtherClaim): OtherCounter => ({
  name: counter,
  since,
  state,
  sale: id,
});

/**
 * The code of a new counter with the shop key in it.
 * @param shopKey as text
 * @param mailbox of this counter
 */
function codeWithShopKey(text: string, shopKey: string, mailbox: string | null): Result<string> {
  const fields = ['connectionCode'];
  const read = readConnectionCode(text);
  if (!read.ok) return fail('invalid_input', 'This is no connection code to use.', { reason: read.fault, fields });
  const { code } = read;
  if (code.mailbox === mailbox || code.token === null) {
    return fail('invalid_input', 'The code is of this counter’s own mailbox.', { reason: 'code_own_mailbox', fields });
  }
  const extended = writeConnectionCode({ ...code, shopKey });
  return extended === null
    ? fail('invalid_input', 'This is no connection code to use.', { reason: 'code_foreign', fields })
    : ok(extended);
}
