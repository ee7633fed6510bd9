import type { Clock, Random } from './ports.ts';
import type { Store } from './store.ts';
import { hashOfToken, newMailboxId, newToken } from './token.ts';
import type { Vault } from './vault.ts';

/**
 * Makes a mailbox for one counter. The token is answered once and kept only as a hash.
 * @param ask.secret the key that the payment service signs webhooks with
 */
export async function createMailbox(
  parts: { store: Store; vault: Vault; clock: Clock; random: Random },
  ask: { name: string; secret: string },
): Promise<{ mailbox: string; token: string }> {
  const { store, vault, clock, random } = parts;
  const id = newMailboxId(random);
  const token = newToken(random);
  await store.createMailbox({
    id,
    name: ask.name,
    tokenHash: hashOfToken(token),
    sealedSecret: vault.seal(ask.secret, id),
    createdAt: new Date(clock.now()).toISOString(),
  });
  return { mailbox: id, token };
}
