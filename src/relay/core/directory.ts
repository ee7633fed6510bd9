import type { KeyObject } from 'node:crypto';
import { createFreshness } from './freshness.ts';
import { newestUsed } from './newest-used.ts';
import type { Clock } from './ports.ts';
import { signingKey } from './signature.ts';
import type { KnownMailbox, Store } from './store.ts';
import type { Vault } from './vault.ts';

/** A mailbox as a request meets it: looked up before. */
export interface ListedMailbox {
  tokenHash: string;
  keyless: boolean;
  /** Its secrets, opened when the first webhook comes: ten thousand pollers need none. Throws when they cannot be opened. */
  keys(): readonly Key[];
}

interface Key {
  key: KeyObject;
  /** milliseconds since 1970; null: for good */
  until: number | null;
}

/** What is known of the mailboxes without asking the database each time. */
export interface Directory {
  /** As it was a second ago at most. Null when it is unknown or disabled. Rejects when the database cannot be asked. */
  find(id: string): Promise<ListedMailbox | null>;
  /** As it is now: asked before anybody is turned away, since a secret or token may have been changed just now. */
  findNow(id: string): Promise<ListedMailbox | null>;
  /** Something was changed elsewhere. */
  changed(): void;
}

/** What no command ever made is not asked for. */
const possible = /^[A-Za-z0-9_-]{1,64}$/;
const mostKnown = 20_000;
/** Strangers choose these: few, and never in the place of a mailbox that there is. */
const mostUnknown = 2_000;

export function createDirectory(parts: { store: Store; vault: Vault; clock: Clock }): Directory {
  const { store, vault, clock } = parts;
  const known = newestUsed<ListedMailbox>(mostKnown);
  const unknown = newestUsed<true>(mostUnknown);
  const underWay = new Map<string, Promise<ListedMailbox | null>>();
  let turn = 0;

  const forget = (): void => {
    turn += 1;
    known.clear();
    unknown.clear();
    underWay.clear();
  };
  const freshness = createFreshness({ clock, version: () => store.directoryVersion(), changed: forget });

  const listed = (id: string, mailbox: KnownMailbox): ListedMailbox => ({
    tokenHash: mailbox.tokenHash,
    keyless: mailbox.keyless,
    keys: opening(vault, id, mailbox.secrets),
  });

  const lookUp = async (id: string): Promise<ListedMailbox | null> => {
    const began = turn;
    try {
      const mailbox = await store.mailbox(id);
      const found = mailbox === null ? null : listed(id, mailbox);
      // What was changed meanwhile may be in it or not: it is good for this once.
      if (began === turn && found !== null) known.set(id, found);
      if (began === turn && found === null) unknown.set(id, true);
      return found;
    } finally {
      if (began === turn) underWay.delete(id);
    }
  };

  const look = (id: string): Promise<ListedMailbox | null> | ListedMailbox | null => {
    const found = known.get(id);
    if (found !== undefined) return found;
    if (unknown.get(id)) return null;
    const asked = underWay.get(id) ?? lookUp(id);
    underWay.set(id, asked);
    return asked;
  };

  return {
    find: async (id) => {
      if (!possible.test(id)) return null;
      await freshness.recent();
      return look(id);
    },
    findNow: async (id) => {
      if (!possible.test(id)) return null;
      await freshness.now();
      return look(id);
    },
    changed: () => {
      freshness.spoilt();
    },
  };
}

/** The keys that may sign at this moment. */
export const keysAt = (mailbox: ListedMailbox, now: number): KeyObject[] =>
  mailbox
    .keys()
    .filter(({ until }) => until === null || now < until)
    .map(({ key }) => key);

function opening(vault: Vault, id: string, secrets: KnownMailbox['secrets']): () => readonly Key[] {
  let opened: readonly Key[] | null = null;
  return () => {
    opened ??= secrets.map(({ sealed, retiredAt }) => ({
      key: signingKey(vault.open(sealed, id)),
      until: retiredAt === null ? null : Date.parse(retiredAt),
    }));
    return opened;
  };
}
