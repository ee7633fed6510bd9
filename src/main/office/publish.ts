import { createHash } from 'node:crypto';
import { v7 } from 'uuid';
import { z } from 'zod';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Published } from '../../shared/contract/office.ts';
import { createSerialQueue } from '../base/async.ts';
import { newPrivateKey, publicKeyOf, readPrivateKey } from '../base/ed25519.ts';
import { readSecretJson, type Secrets } from '../base/secrets.ts';
import { type Clock, isoNow, type Random } from '../base/system.ts';
import { type CatalogueRepository, officeItem } from '../catalogue/index.ts';
import type { SalesStore } from '../db/sales-store.ts';
import type { ShopMembership, ShopNotices } from '../shop/index.ts';
import type { StaffService } from '../staff/index.ts';
import { fingerprintOf, type OfficeDocument, signDocument } from './signed-document.ts';

/** The key and what it has signed last, kept together. */
const PublisherState = z.object({
  key: z.string(),
  version: z.int().nonnegative(),
  at: z.iso.datetime().nullable(),
  /** of what was published, and under which shop key */
  digest: z.string().nullable(),
});
type PublisherState = z.infer<typeof PublisherState>;

export interface OpenOffice {
  db: Pick<SalesStore, 'commit'> & { catalogue: Pick<CatalogueRepository, 'list'> };
  membership: Pick<ShopMembership, 'shop'>;
  notices: Pick<ShopNotices, 'send'>;
}

interface Deps {
  secrets: Secrets;
  people: {
    directory(): Pick<ReturnType<StaffService['directory']>, 'all'>;
    pins: Pick<StaffService['pins'], 'hashesOf'>;
  };
  clock: Clock;
  random: Random;
}

/** Publishes the office's catalogue, prices and people to the counters of its shop. */
export interface Publisher {
  published(office: OpenOffice): Promise<Published>;
  publish(office: OpenOffice): Promise<Result<Published>>;
}

export function createPublisher({ secrets, people, clock, random }: Deps): Publisher {
  const queue = createSerialQueue();
  /** The key is made when it is first asked for, and never leaves the secrets of this machine. */
  const readState = async (): Promise<PublisherState> => {
    const storedState = await readSecretJson(secrets, 'officeKey', PublisherState);
    if (storedState) return storedState;
    const newState: PublisherState = { key: newPrivateKey(), version: 0, at: null, digest: null };
    await secrets.write({ officeKey: JSON.stringify(newState) });
    return newState;
  };
  const contentOf = async ({ db }: OpenOffice): Promise<Pick<OfficeDocument, 'items' | 'people' | 'pins'>> => {
    const staff = people.directory().all();
    return {
      items: (await db.catalogue.list()).map(officeItem),
      people: [...staff],
      pins: await people.pins.hashesOf(staff.filter(({ active }) => active).map(({ id }) => id)),
    };
  };
  /** After a change of the shop key the relay has forgotten what was published. */
  const digestOf = (content: object, { membership }: OpenOffice): string =>
    createHash('sha256')
      .update(JSON.stringify([content, membership.shop()?.key?.id ?? null]))
      .digest('hex');
  const view = ({ key, version, at, digest }: PublisherState, present: string): Published => ({
    fingerprint: fingerprintOf(publicKeyOf(readPrivateKey(key))),
    version,
    at,
    isChanged: digest !== present,
  });
  return {
    published: (office) => queue(async () => view(await readState(), digestOf(await contentOf(office), office))),
    publish: (office) =>
      queue(async () => {
        const shop = office.membership.shop();
        if (!shop) return fail('not_found', 'This office is in no shop.', { reason: 'no_shop' });
        if (!shop.key)
          return fail('not_configured', 'The office lacks the key of its shop.', { reason: 'shop_key_missing' });
        const before = await readState();
        const key = readPrivateKey(before.key);
        const content = await contentOf(office);
        const at = isoNow(clock);
        const version = before.version + 1;
        const document: OfficeDocument = {
          format: 1,
          version,
          at,
          shop: shop.id,
          publicKey: publicKeyOf(key),
          ...content,
        };
        const next: PublisherState = { ...before, version, at, digest: digestOf(content, office) };
        // Kept first: the same number is never signed twice. One that is not posted is left out.
        await secrets.write({ officeKey: JSON.stringify({ ...before, version }) });
        const id = v7({ msecs: clock.now(), random: random.bytes(16) });
        const outcome = await office.notices.send({ id, topic: 'office', plain: signDocument(document, key) });
        if (outcome === 'too_large')
          return fail('invalid_input', 'There is too much to publish.', { reason: 'list_too_long' });
        if (outcome !== 'posted')
          return fail('relay_unreachable', 'The relay did not take it.', { reason: 'claims_unread' });
        await secrets.write({ officeKey: JSON.stringify(next) });
        await office.db.commit({
          sale: null,
          event: {
            type: 'office.published',
            at,
            actor: 'supervisor',
            data: { version, products: content.items.length, people: content.people.length },
            bodies: [],
          },
        });
        return ok(view(next, next.digest ?? ''));
      }),
  };
}
