import type { KeyObject } from 'node:crypto';
import type { Clock } from './ports.ts';
import { remembered } from './remembered.ts';
import { signingKey } from './signature.ts';
import type { Store } from './store.ts';
import type { Vault } from './vault.ts';

/** How old what is known of the mailboxes may be, in milliseconds. */
const mostAgeMs = 1_000;

/** A mailbox as a request meets it. Small, since ten thousand are known at once. */
export interface ListedMailbox {
  tokenHash: string;
  keyless: boolean;
}

/** A secret made ready to check with. */
export interface Key {
  key: KeyObject;
  /** milliseconds since 1970; null: for good */
  until: number | null;
}

/** What is known of the mailboxes without asking the database each time. */
export interface Directory {
  /**
   * As it was a second ago at most, without waiting where that is known. Null when it is unknown or disabled. Rejects when
   * the database cannot be asked.
   */
  find(id: string): Promise<ListedMailbox | null> | ListedMailbox | null;
  /** As it is now: asked before anybody is turned away, since a secret or token may have been changed just now. */
  findNow(id: string): Promise<ListedMailbox | null>;
  /** Of a mailbox just found; opened when the first webhook comes, since a poller needs none. */
  keysOf(id: string): Promise<readonly Key[] | null> | readonly Key[] | null;
  /** Something was changed elsewhere. */
  changed(): void;
}

/** What no command ever made is not asked for. */
const possible = /^[A-Za-z0-9_-]{1,64}$/;
/** Of those that there are not, few: strangers choose them, and they never take the place of a mailbox that there is. */
const most = { known: 20_000, unknown: 2_000 };

export function createDirectory(parts: { store: Store; vault: Vault; clock: Clock }): Directory {
  const { store, vault, clock } = parts;
  const mailboxes = remembered<ListedMailbox>(most, async (id) => {
    const mailbox = await store.mailbox(id);
    return mailbox && { tokenHash: mailbox.tokenHash, keyless: mailbox.keyless };
  });
  const keys = remembered<readonly Key[]>(most, async (id) => {
    const secrets = (await store.mailbox(id))?.secrets ?? [];
    return secrets.map(({ sealed, retiredAt }) => ({
      key: signingKey(vault.open(sealed, id)),
      until: retiredAt === null ? null : Date.parse(retiredAt),
    }));
  });
  const forget = (): void => {
    mailboxes.forget();
    keys.forget();
  };
  const freshness = createFreshness({ clock, version: () => store.directoryVersion(), changed: forget });

  return {
    find: (id) => {
      if (!possible.test(id)) return null;
      const look = freshness.recent();
      return look === null ? mailboxes.get(id) : look.then(() => mailboxes.get(id));
    },
    findNow: async (id) => {
      if (!possible.test(id)) return null;
      await freshness.now();
      return mailboxes.get(id);
    },
    keysOf: (id) => keys.get(id),
    changed: () => {
      freshness.spoilt();
    },
  };
}

/** The keys that may sign at this moment. */
export const keysAt = (keys: readonly Key[], now: number): KeyObject[] =>
  keys.filter(({ until }) => until === null || now < until).map(({ key }) => key);

/** Whether what is known of the mailboxes is what the database says. */
interface Freshness {
  /** Null while the last look is less than a second old: there is nothing to wait for. Else a look that all who wait share. */
  recent(): Promise<void> | null;
  /** Resolves after a look that began after the call: one look serves all who wait for it. */
  now(): Promise<void>;
  /** What was heard from elsewhere makes the last look old. */
  spoilt(): void;
}

/**
 * Looks at the version of the directory, and says so when it is another one.
 * @param changed called before anybody who waits goes on
 */
function createFreshness(parts: { clock: Clock; version: () => Promise<number>; changed: () => void }): Freshness {
  const { clock, version, changed } = parts;
  let seen: number | null = null;
  let lookedAt: number | null = null;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  const look = async (): Promise<void> => {
    next = null;
    const at = clock.now();
    const found = await version();
    if (found !== seen) changed();
    seen = found;
    lookedAt = at;
  };
  /** The look after the one that runs, and not before everything that has arrived was read. */
  const lookNext = async (): Promise<void> => {
    await running?.catch(() => undefined);
    await new Promise<void>((resolve) => clock.soon(resolve));
    running = look();
    await running;
  };
  const now = (): Promise<void> => {
    next ??= lookNext();
    return next;
  };
  return {
    now,
    recent: () => {
      const age = lookedAt === null ? null : clock.now() - lookedAt;
      // A clock set back makes every look an old one.
      return age === null || age < 0 || age >= mostAgeMs ? now() : null;
    },
    spoilt: () => {
      lookedAt = null;
    },
  };
}
