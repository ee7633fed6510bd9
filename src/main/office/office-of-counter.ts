import { z } from 'zod';
import { type OfficeOfCounter, RefusedPrice } from '../../shared/contract/office.ts';
import { readSecretJson, type Secrets } from '../base/secrets.ts';
import { type Clock, isoNow, type Log } from '../base/system.ts';
import { type CatalogueRepository, type CatalogueSync, OfficeItem } from '../catalogue/index.ts';
import type { ShopErasures } from '../customers/index.ts';
import type { SalesStore } from '../db/sales-store.ts';
import type { Notice, Shop, ShopNotices } from '../shop/index.ts';
import type { StaffRepository, StaffService } from '../staff/index.ts';
import { fingerprintOf, type OfficeDocument, readDocument } from './signed-document.ts';

/** Beside the secrets, and not in the journal: an older copy of that does not bring an older document back. */
const OfficeState = z.object({
  /** whose documents count, and the highest version that was taken */
  accepted: z.object({ publicKey: z.string(), version: z.int().nonnegative() }).nullable(),
  /** the same of the keys that were accepted before, by public key */
  versions: z.record(z.string(), z.int().nonnegative()).default({}),
  /** who else has signed one, and in which notice */
  offered: z.object({ publicKey: z.string(), seq: z.int() }).nullable(),
  /** the time of the document that was applied; null: none since the office was accepted */
  at: z.iso.datetime().nullable(),
  refused: z.array(RefusedPrice),
});
type OfficeState = z.infer<typeof OfficeState>;
const noOffice: OfficeState = { accepted: null, versions: {}, offered: null, at: null, refused: [] };

interface Deps {
  secrets: Secrets;
  db: Pick<SalesStore, 'commit' | 'cursor'> & {
    catalogue: Pick<CatalogueRepository, 'saveFromOffice'>;
    people: Pick<StaffRepository, 'list' | 'takeFromOffice' | 'fromOffice'>;
    shopErasures: Pick<ShopErasures, 'arrived'>;
  };
  people: Pick<StaffService, 'changed'> & { pins: Pick<StaffService['pins'], 'has' | 'takeFromOffice'> };
  publishItems: CatalogueSync['publishItems'];
  clock: Clock;
  log: Log;
}

/** The office that a counter follows: whose catalogue, prices and people it takes. */
export interface FollowedOffice {
  view(): Promise<OfficeOfCounter>;
  /** A document that is signed rightly, for this shop, newer, and by the accepted key is taken. Another key's is offered to a person. */
  take(notice: Pick<Notice, 'plain' | 'seq'>, shop: Pick<Shop, 'id'>): Promise<void>;
  /** A supervisor has compared the fingerprints. False: it is not the offered one. */
  accept(fingerprint: string, shop: Pick<Shop, 'id'>, notices: Pick<ShopNotices, 'readAgain'>): Promise<boolean>;
}

/** Leaves the database to the cashier's commits in between. */
const perStep = 100;
const pauseMs = 20;
const maxRefused = 500;

/** Forgotten with the relay's cursors when a copy of the journal is restored: then the newest document is taken again. */
const appliedAs = (publicKey: string): string => `office ${fingerprintOf(publicKey)}`;

export function followOffice(deps: Deps): FollowedOffice {
  const { secrets, db, clock, log } = deps;
  const read = async (): Promise<OfficeState> =>
    (await readSecretJson(secrets, 'acceptedOffice', OfficeState)) ?? noOffice;
  const write = (next: OfficeState): Promise<void> => secrets.write({ acceptedOffice: JSON.stringify(next) });
  return {
    view: async () => viewOf(await read()),
    async take({ plain, seq }, shop) {
      const document = readDocument(plain);
      if (!document || document.shop !== shop.id)
        return log.warn('a document of an office is not signed for this shop');
      const { version, publicKey, at } = document;
      const now = await read();
      if (publicKey !== now.accepted?.publicKey) {
        await write({ ...now, offered: { publicKey, seq } });
        return;
      }
      if (version < now.accepted.version) return log.warn('an older document of the office was left', { version });
      const isApplied = Number(await db.cursor(appliedAs(publicKey))) === version;
      // Without a time, none was applied since the office was accepted: another's may have come over this one.
      if (isApplied && version === now.accepted.version && now.at !== null) return;
      // Kept first: ended halfway, this one is taken again, and none before it.
      const taken: OfficeState = { ...now, accepted: { publicKey, version } };
      await write(taken);
      await write({ ...taken, at, refused: await applyDocument(document, deps) });
    },
    async accept(fingerprint, shop, notices) {
      const now = await read();
      const { offered, accepted } = now;
      if (!offered || fingerprintOf(offered.publicKey) !== fingerprint.trim().toUpperCase()) return false;
      const { publicKey } = offered;
      const versions = { ...now.versions, ...(accepted && { [accepted.publicKey]: accepted.version }) };
      await write({ ...noOffice, versions, accepted: { publicKey, version: versions[publicKey] ?? 0 } });
      await db.commit({
        sale: null,
        event: {
          type: 'office.accepted',
          at: isoNow(clock),
          actor: 'supervisor',
          data: { office: fingerprintOf(publicKey) },
          bodies: [],
        },
      });
      // Read again from its document on, now or once the relay answers.
      await db.shopErasures.arrived([], { shop: shop.id, upTo: offered.seq - 1, keyId: null });
      await notices.readAgain(offered.seq - 1);
      return true;
    },
  };
}

const viewOf = ({ accepted, offered, at, refused }: OfficeState): OfficeOfCounter => ({
  accepted: accepted && fingerprintOf(accepted.publicKey),
  offered: offered && fingerprintOf(offered.publicKey),
  version: accepted?.version ?? 0,
  at,
  refused,
});

async function applyDocument(document: OfficeDocument, deps: Deps): Promise<RefusedPrice[]> {
  const { db, clock, log } = deps;
  const { version, publicKey } = document;
  const refused = await takeItems(document, deps);
  const isStaffTaken = await takePeople(document, deps);
  if (!isStaffTaken) log.warn('the office has published no owner with a PIN: the people of this counter stay');
  await db.commit({
    sale: null,
    event: {
      type: 'office.applied',
      at: isoNow(clock),
      actor: 'office',
      data: {
        version,
        office: fingerprintOf(publicKey),
        refused: refused.map(({ productCode }) => productCode),
        people: isStaffTaken,
      },
      bodies: [],
    },
    cursor: { mailbox: appliedAs(publicKey), cursor: String(version) },
  });
  return refused;
}

async function takeItems({ items }: OfficeDocument, { db, publishItems, clock }: Deps): Promise<RefusedPrice[]> {
  const refused: RefusedPrice[] = [];
  for (let from = 0; from < items.length; from += perStep) {
    const read = items.slice(from, from + perStep).map((item) => [item, OfficeItem.safeParse(item)] as const);
    for (const [item, { success }] of read) {
      const productCode = Named.safeParse(item).data?.product.productCode ?? '?';
      if (!success) refused.push({ productCode, reason: 'invalid' });
    }
    const good = read.flatMap(([, { data }]) => (data ? [data] : []));
    const saved = await db.catalogue.saveFromOffice(good, isoNow(clock));
    refused.push(...saved.refused);
    if (saved.codes.length > 0) await publishItems(saved.codes);
    await clock.sleep(pauseMs);
  }
  return refused.slice(0, maxRefused);
}

/** False: no person could administer this counter then, so its people stay as they are. */
async function takePeople(document: OfficeDocument, { db, people, clock }: Deps): Promise<boolean> {
  const { pins } = document;
  const fromOffice = await db.people.fromOffice();
  const hasPin = (id: string): boolean => pins?.hashes[id] !== undefined;
  const own = (await db.people.list()).filter(({ id }) => !fromOffice.has(id));
  const isOwn = new Set(own.map(({ id }) => id));
  const owners = document.people.filter(
    ({ id, role, active }) => role === 'owner' && active && hasPin(id) && !isOwn.has(id),
  );
  let isOwned = owners.length > 0;
  for (const { id, role, active } of own) isOwned ||= role === 'owner' && active && (await people.pins.has(id));
  if (!isOwned) return false;
  // Stored first: a person without a PIN could not sign in, a hash without a person does no harm. A person's own PIN is not replaced.
  const hashes = Object.entries(pins?.hashes ?? {}).filter(([id]) => !isOwn.has(id));
  if (pins) await people.pins.takeFromOffice({ salt: pins.salt, hashes: Object.fromEntries(hashes) });
  await db.people.takeFromOffice(document.people, isoNow(clock));
  await people.changed();
  return true;
}

const Named = z.object({ product: z.object({ productCode: z.string().max(100) }) });
