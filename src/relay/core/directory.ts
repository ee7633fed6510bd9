import type { KeyObject } from 'node:crypto';
import QuickLRU from 'quick-lru';
import { signingKey, tokenMatches, type Vault } from './credentials.ts';
import type { Clock } from './ports.ts';
import type { Store } from './store.ts';

/** The maximum age of what is cached about mailboxes. */
const maxAgeMs = 1_000;

/** The cached part of a mailbox. Small: ten thousand are cached at once. */
export interface ListedMailbox {
  tokenHash: string;
  keyless: boolean;
}

export interface SigningKey {
  key: KeyObject;
  /** milliseconds since 1970; null: without an end */
  until: number | null;
}

/** A promise only if the database must be asked. */
type Maybe<Value> = Promise<Value | null> | Value | null;

/** A cache of mailboxes and their keys. */
export interface Directory {
  /** As of at most a second ago. Null: unknown or disabled. Rejects if the database must be asked and fails. */
  find(id: string): Maybe<ListedMailbox>;
  /** As of now: asked before a request is refused, since a secret or token may have just been changed. */
  findNow(id: string): Promise<ListedMailbox | null>;
  /** The keys of a mailbox, decrypted for the first webhook: a poller needs none. */
  keysOf(id: string): Maybe<readonly SigningKey[]>;
  /** Another process changed something: the next lookup checks the version. */
  invalidate(): void;
}

/** Other ids cannot exist, and are not looked up. */
const possibleId = /^[A-Za-z0-9_-]{1,64}$/;
const maxKnown = 20_000;
/** Strangers choose unknown ids: there is a separate, small cache for them. */
const maxUnknown = 2_000;

export function createDirectory(deps: { store: Store; vault: Vault; clock: Clock }): Directory {
  const { store, vault, clock } = deps;
  const mailboxes = createLookupCache<ListedMailbox>(async (id) => {
    const mailbox = await store.findMailbox(id);
    return mailbox && { tokenHash: mailbox.tokenHash, keyless: mailbox.keyless };
  });
  const keys = createLookupCache<readonly SigningKey[]>(async (id) => {
    const secrets = (await store.findMailbox(id))?.secrets ?? [];
    return secrets.map(({ ciphertext, retiredAt }) => ({
      key: signingKey(vault.decrypt(ciphertext, id)),
      until: retiredAt === null ? null : Date.parse(retiredAt),
    }));
  });
  const version = createVersionCheck({
    clock,
    read: () => store.directoryVersion(),
    onChange: () => {
      mailboxes.clear();
      keys.clear();
    },
  });

  return {
    find: (id) => {
      if (!possibleId.test(id)) return null;
      const check = version.checkRecent();
      return check === null ? mailboxes.get(id) : check.then(() => mailboxes.get(id));
    },
    findNow: async (id) => {
      if (!possibleId.test(id)) return null;
      await version.checkNow();
      return mailboxes.get(id);
    },
    keysOf: keys.get,
    invalidate: version.invalidate,
  };
}

/** The keys that are valid at this time. */
export const validKeys = (keys: readonly SigningKey[], now: number): KeyObject[] =>
  keys.filter(({ until }) => until === null || now < until).map(({ key }) => key);

/** Caches lookups, also of what is not found, until it is cleared; concurrent lookups of an id share one. */
function createLookupCache<Value>(lookUp: (id: string) => Promise<Value | null>) {
  const known = new QuickLRU<string, Value>({ maxSize: maxKnown });
  const unknown = new QuickLRU<string, true>({ maxSize: maxUnknown });
  const pending = new Map<string, Promise<Value | null>>();
  let generation = 0;

  const load = async (id: string): Promise<Value | null> => {
    const startedIn = generation;
    try {
      const found = await lookUp(id);
      // A result from before a clear may be stale: its caller gets it, the cache does not.
      if (startedIn === generation && found !== null) known.set(id, found);
      if (startedIn === generation && found === null) unknown.set(id, true);
      return found;
    } finally {
      if (startedIn === generation) pending.delete(id);
    }
  };
  return {
    get: (id: string): Maybe<Value> => {
      const found = known.get(id);
      if (found !== undefined) return found;
      if (unknown.get(id)) return null;
      const lookup = pending.get(id) ?? load(id);
      pending.set(id, lookup);
      return lookup;
    },
    clear: (): void => {
      generation += 1;
      known.clear();
      unknown.clear();
      pending.clear();
    },
  };
}

/**
 * Reads a version from the database, and reports a change.
 * @param deps.onChange is called before anything that waits for the check continues
 */
function createVersionCheck(deps: { clock: Clock; read: () => Promise<number>; onChange: () => void }) {
  const { clock, read, onChange } = deps;
  let lastVersion: number | null = null;
  let checkedAt: number | null = null;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  const check = async (): Promise<void> => {
    next = null;
    const startedAt = clock.now();
    const version = await read();
    if (version !== lastVersion) onChange();
    lastVersion = version;
    checkedAt = startedAt;
  };
  /** Follows the running check, and starts once all input that has arrived is read. */
  const checkNext = async (): Promise<void> => {
    await running?.catch(() => undefined);
    await new Promise<void>((resolve) => clock.soon(resolve));
    running = check();
    await running;
  };
  /** Resolves after a check that starts after the call; all calls until then share it. */
  const checkNow = (): Promise<void> => {
    next ??= checkNext();
    return next;
  };
  return {
    checkNow,
    /** Null if the last check is recent: there is nothing to wait for. */
    checkRecent: (): Promise<void> | null => {
      const age = checkedAt === null ? null : clock.now() - checkedAt;
      // A clock that is set back makes every check old.
      return age === null || age < 0 || age >= maxAgeMs ? checkNow() : null;
    },
    invalidate: (): void => {
      checkedAt = null;
    },
  };
}

/** Whether the token belongs to the mailbox. Rejects if the database fails, and at once if too many calls wait for it. */
export type Authenticate = (ask: { mailbox: string; token: string }) => Promise<boolean>;

/**
 * Polls and acks that may wait for the database, at up to 12 KB each: a database that hangs must not fill the memory. It is twice the
 * number of counters that a relay is made for.
 */
export const maxWaiting = 20_000;

export function createAuthenticate(directory: Pick<Directory, 'find' | 'findNow'>): Authenticate {
  let waiting = 0;
  return async ({ mailbox, token }) => {
    if (waiting === maxWaiting) throw new Error('too many polls and acks wait for the database');
    waiting += 1;
    try {
      const found = await directory.find(mailbox);
      if (tokenMatches(token, found?.tokenHash ?? null)) return true;
      // The cached token may be stale.
      const now = await directory.findNow(mailbox);
      return now !== found && tokenMatches(token, now?.tokenHash ?? null);
    } finally {
      waiting -= 1;
    }
  };
}
