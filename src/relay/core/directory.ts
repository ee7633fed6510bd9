import type { KeyObject } from 'node:crypto';
import QuickLRU from 'quick-lru';
import { shareNext } from '../../server/async.ts';
import { signingKey, tokenMatches, type Vault } from '../../server/credentials.ts';
import type { Clock } from '../../server/ports.ts';
import type { MailboxCredentials, Store } from './store.ts';

/** The maximum age of cached mailbox data. */
const maxAgeMs = 1_000;
const maxCached = 20_000;
/** Other ids cannot exist, and are not looked up. */
const possibleId = /^[A-Za-z0-9_-]{1,64}$/;

export interface SigningKey {
  key: KeyObject;
  /** milliseconds since 1970; null: without an end */
  until: number | null;
}

export interface ListedMailbox extends Pick<MailboxCredentials, 'tokenHash' | 'keyless'> {
  /** false: an office, which has no secret */
  takesWebhooks: boolean;
  /** Decrypted for the first webhook: a poller needs none. */
  keys(): readonly SigningKey[];
}

/** A promise only if the database is queried. */
type Maybe<Value> = Promise<Value | null> | Value | null;

type Cache = QuickLRU<string, ListedMailbox | Promise<ListedMailbox | null>>;
const newCache = (): Cache => new QuickLRU({ maxSize: maxCached });

export type Directory = ReturnType<typeof createDirectory>;

/** A cache of mailboxes and their keys. */
export function createDirectory(deps: { store: Store; vault: Vault; clock: Clock }) {
  const { store, vault, clock } = deps;
  /** of this version; concurrent lookups share one, and misses are not cached */
  let cache = newCache();
  let version: number | null = null;
  let checkedAt: number | null = null;

  const load = async (id: string, into: Cache): Promise<ListedMailbox | null> => {
    try {
      const credentials = await store.findMailbox(id);
      const listed = credentials && listedMailbox(id, credentials, vault);
      if (listed === null) into.delete(id);
      // Not into a newer cache: data read before a change may be stale.
      else into.set(id, listed);
      return listed;
    } catch (error) {
      into.delete(id);
      throw error;
    }
  };
  const lookUp = (id: string): Maybe<ListedMailbox> => {
    const entry = cache.get(id);
    if (entry !== undefined) return entry;
    const lookup = load(id, cache);
    cache.set(id, lookup);
    return lookup;
  };

  const checkVersion = async (): Promise<void> => {
    const startedAt = clock.now();
    const current = await store.directoryVersion();
    if (current !== version) cache = newCache();
    version = current;
    checkedAt = startedAt;
  };
  /** Resolves after a check that starts after the call. */
  const checkNow = shareNext(clock.soon, checkVersion);

  return {
    /** As of at most a second ago. Null: unknown or disabled. Rejects if the database fails. */
    find: (id: string): Maybe<ListedMailbox> => {
      if (!possibleId.test(id)) return null;
      // A clock that is set back makes every check old.
      const age = checkedAt === null ? -1 : clock.now() - checkedAt;
      return age >= 0 && age < maxAgeMs ? lookUp(id) : checkNow().then(() => lookUp(id));
    },
    /** As of now: for a request that is about to be refused, because a secret or token may have just been changed. */
    findNow: async (id: string): Promise<ListedMailbox | null> => {
      if (!possibleId.test(id)) return null;
      await checkNow();
      return lookUp(id);
    },
    /** Another process changed something: the next lookup checks the version. */
    invalidate: (): void => {
      checkedAt = null;
    },
  };
}

function listedMailbox(id: string, { tokenHash, keyless, secrets }: MailboxCredentials, vault: Vault): ListedMailbox {
  let decrypted: SigningKey[] | null = null;
  const decrypt = ({ ciphertext, retiredAt }: MailboxCredentials['secrets'][number]): SigningKey => ({
    key: signingKey(vault.decrypt(ciphertext, id)),
    until: retiredAt === null ? null : Date.parse(retiredAt),
  });
  const takesWebhooks = keyless || secrets.length > 0;
  return { tokenHash, keyless, takesWebhooks, keys: () => (decrypted ??= secrets.map(decrypt)) };
}

/** The keys that are valid at this time. */
export const validKeys = (keys: readonly SigningKey[], now: number): KeyObject[] =>
  keys.filter(({ until }) => until === null || now < until).map(({ key }) => key);

/** Whether the token belongs to the mailbox. Rejects if the database fails, and at once if too many calls wait for it. */
export type Authenticate = (credentials: { mailbox: string; token: string }) => Promise<boolean>;

/**
 * Polls and acks that may wait for the database, at up to 12 KB each: a database that hangs must not fill the memory. It is twice the
 * number of counters that a relay is made for.
 */
export const maxWaiting = 20_000;

type FindToken = (id: string) => Maybe<Pick<ListedMailbox, 'tokenHash'>>;

export function createAuthenticate(directory: { find: FindToken; findNow: FindToken }): Authenticate {
  let waiting = 0;
  return async ({ mailbox, token }) => {
    if (waiting === maxWaiting) throw new Error('too many polls and acks wait for the database');
    waiting += 1;
    try {
      const entry = await directory.find(mailbox);
      if (tokenMatches(token, entry?.tokenHash ?? null)) return true;
      // The cached token may be stale.
      const now = await directory.findNow(mailbox);
      return now !== entry && tokenMatches(token, now?.tokenHash ?? null);
    } finally {
      waiting -= 1;
    }
  };
}
