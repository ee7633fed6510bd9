import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import type { SalesPorts } from '../sales/index.ts';
import type { ShopMembership, ShopNotices } from '../shop/index.ts';
import type { FollowedOffice } from './office-of-counter.ts';
import type { OpenOffice, Publisher } from './publish.ts';

/** What the office of a shop publishes and its counters follow, of the database that is open. */
export interface Publishing {
  membership: Pick<ShopMembership, 'shop'>;
  notices: Pick<ShopNotices, 'send' | 'readAgain'>;
  followed: FollowedOffice;
}

interface Deps {
  runtime(): {
    /** null without a relay, as in training */
    publishing: Publishing | null;
    journal: OpenOffice['journal'];
    ports: Pick<SalesPorts, 'supervisor'>;
  };
  publisher: Publisher;
  /** Refuses while the program stops; stopping waits for the work. */
  whileOpen<T>(work: () => Promise<Result<T>>): Promise<Result<T>>;
}

type Served = 'office.published' | 'office.publish' | 'office.ofCounter' | 'office.accept';

/** office.published and office.publish at an office, office.ofCounter and office.accept at a counter. */
export function publishingHandlers({ runtime, publisher, whileOpen }: Deps): Pick<Handlers, Served> {
  const atOffice = (): Result<OpenOffice> => {
    const { publishing, journal } = runtime();
    if (publishing?.membership.shop()?.role !== 'office')
      return fail('not_allowed', 'This is no office.', { reason: 'no_office' });
    return ok({ journal, ...publishing });
  };
  const atCounter = (): Result<Publishing> => {
    const { publishing } = runtime();
    const role = publishing?.membership.shop()?.role;
    if (role === 'office') return fail('not_allowed', 'This is the office.', { reason: 'office' });
    return publishing ? ok(publishing) : noShop();
  };
  const approve = async (pin: string | undefined): Promise<Result<never> | null> => {
    const verdict = await runtime().ports.supervisor(pin);
    return verdict === 'ok' ? null : fail('not_allowed', 'The PIN is needed.', { reason: verdict });
  };
  return {
    async 'office.published'() {
      const office = atOffice();
      return office.ok ? ok(await publisher.published(office.value)) : office;
    },
    'office.publish': ({ pin }) =>
      whileOpen(async () => {
        const office = atOffice();
        if (!office.ok) return office;
        return (await approve(pin)) ?? (await publisher.publish(office.value));
      }),
    async 'office.ofCounter'() {
      const counter = atCounter();
      return counter.ok ? ok(await counter.value.followed.view()) : counter;
    },
    'office.accept': ({ fingerprint, pin }) =>
      whileOpen(async () => {
        const counter = atCounter();
        if (!counter.ok) return counter;
        const { membership, notices, followed } = counter.value;
        const shop = membership.shop();
        if (!shop) return noShop();
        const refused = await approve(pin);
        if (refused) return refused;
        if (!(await followed.accept(fingerprint, shop, notices))) {
          return fail('invalid_input', 'The fingerprint is another one.', { fields: ['fingerprint'] });
        }
        return ok(await followed.view());
      }),
  };
}

const noShop = (): Result<never> => fail('not_found', 'This counter is in no shop with others.', { reason: 'no_shop' });
