import { inBatches, passed, rowsAtOnce } from './in-batches.ts';
import type { MailboxStore, Rotation } from './mailbox-store.ts';
import type { Clock, Random } from './ports.ts';
import { hashOfToken, newMailboxId, newToken } from './token.ts';
import type { Vault } from './vault.ts';

export interface MailboxParts {
  store: MailboxStore;
  vault: Vault;
  clock: Clock;
  random: Random;
}

const day = 24 * 60 * 60 * 1000;
const iso = (ms: number): string => new Date(ms).toISOString();

/**
 * Makes a mailbox for one counter. The token is answered once and kept only as a hash.
 * @param ask.secret the key that the payment service signs webhooks with; null: the mailbox is keyless
 */
export async function createMailbox(
  parts: Pick<MailboxParts, 'vault' | 'clock' | 'random'> & { store: Pick<MailboxStore, 'createMailbox'> },
  ask: { name: string; secret: string | null },
): Promise<{ mailbox: string; token: string }> {
  const { store, vault, clock, random } = parts;
  const id = newMailboxId(random);
  const token = newToken(random);
  await store.createMailbox({
    id,
    name: ask.name,
    tokenHash: hashOfToken(token),
    sealedSecret: ask.secret === null ? null : vault.seal(ask.secret, id),
    createdAt: iso(clock.now()),
  });
  return { mailbox: id, token };
}

/**
 * Puts a new secret in force; the one before stays valid for some days, since the payment service may still sign with it.
 * @returns until when the old one is valid, or why nothing was changed
 */
export async function rotateSecret(
  { store, vault, clock }: Pick<MailboxParts, 'vault' | 'clock'> & { store: Pick<MailboxStore, 'rotateSecret'> },
  ask: { mailbox: string; secret: string; retireInDays: number },
): Promise<{ oldUntil: string } | Exclude<Rotation, 'rotated'>> {
  const now = clock.now();
  const oldUntil = iso(now + ask.retireInDays * day);
  const sealed = vault.seal(ask.secret, ask.mailbox);
  const done = await store.rotateSecret(ask.mailbox, { sealed, now: iso(now), oldUntil });
  return done === 'rotated' ? { oldUntil } : done;
}

/** A new token; the old one is nobody's from now on. Null when there is no such mailbox. */
export async function rotateToken({ store, random }: MailboxParts, mailbox: string): Promise<string | null> {
  const token = newToken(random);
  return (await store.rotateToken(mailbox, hashOfToken(token))) ? token : null;
}

/** Longer than any relay goes on with what it knew of a mailbox. */
const forgottenMs = 2_500;

/**
 * Deletes a mailbox with all that it holds: shut first, then emptied in small commits that hold up nobody. Cut short, it
 * leaves a disabled mailbox, and can be done again. False when there is no such mailbox.
 */
export async function deleteMailbox(
  {
    store,
    clock,
  }: Pick<MailboxParts, 'clock'> & {
    store: Pick<MailboxStore, 'setDisabled' | 'takeReplay' | 'dropWebhooks' | 'deleteMailbox'>;
  },
  mailbox: string,
): Promise<boolean> {
  if (!(await store.setDisabled(mailbox, iso(clock.now())))) return false;
  await passed(clock, forgottenMs);
  // One that is under way ends: it goes through the webhooks in another order, and each would wait for the other.
  await store.takeReplay(mailbox);
  await inBatches(clock, async () => (await store.dropWebhooks(mailbox, rowsAtOnce)) === rowsAtOnce);
  return store.deleteMailbox(mailbox);
}
