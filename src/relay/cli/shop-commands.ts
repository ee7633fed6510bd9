import { createShop } from '../core/mailbox-service.ts';
import type { ShopState, ShopStore } from '../core/store.ts';
import { systemClock as clock, systemRandom as random } from '../system.ts';
import type { ShopCommand } from './command-line.ts';
import { type Answer, Refusal } from './output.ts';

const reasons = {
  unknown_shop: 'There is no such shop',
  unknown_mailbox: 'There is no such mailbox',
  name_taken: 'The shop has a mailbox of that name: cashiers would not know which counter is meant',
  in_another: 'The mailbox is in another shop: remove it there first',
  not_in_shop: 'The mailbox is not in that shop',
  not_empty: 'The shop has mailboxes: remove or delete them first',
} as const;
type Reason = keyof typeof reasons;
const isReason = (outcome: string): outcome is Reason => outcome in reasons;

/** Throws Refusal if nothing was changed. */
function check(outcome: string): void {
  if (isReason(outcome)) throw new Refusal(reasons[outcome]);
}

/** What was made, unless the shop refuses it. */
export function joined<Made extends object>(made: Made | Reason): Made {
  if (typeof made === 'string') throw new Refusal(reasons[made]);
  return made;
}

/** Executes one command about shops. */
export async function executeShop(command: ShopCommand, store: ShopStore): Promise<Answer> {
  switch (command.verb) {
    case 'shop create': {
      const shop = await createShop({ store, clock, random }, command.name);
      return [{ shop, name: command.name }, `shop: ${shop}`];
    }
    case 'shop list':
      return listed(await store.listShops());
    case 'shop add': {
      const { shop, mailbox } = command;
      check(await store.addToShop(shop, mailbox));
      return [{ shop, mailbox, added: true }, 'Added: its counter asks for the shop key of the others'];
    }
    case 'shop remove': {
      const { shop, mailbox } = command;
      check(await store.removeFromShop(shop, mailbox));
      const text = 'Removed: what its counter claims stays, and a supervisor settles it at another counter';
      return [{ shop, mailbox, removed: true }, text];
    }
    case 'shop rotate-key': {
      const { shop, revoke: mailbox } = command;
      const revoked = mailbox === null ? null : { mailbox, at: new Date(clock.now()).toISOString() };
      check(await store.rotateShopKey(shop, revoked));
      const text =
        'The shop has no key: make one at a counter, and enter its code at the others. Until then they sell nothing. ' +
        'What a counter has claimed is in the way of all sales until it has the new key, or a supervisor has settled it';
      return [{ shop, rotated: true, revoked: mailbox }, text];
    }
    case 'shop delete':
      check(await store.deleteShop(command.shop));
      return [{ shop: command.shop, deleted: true }, 'Deleted, with its claims'];
  }
}

function marksOf({ role, disabled }: ShopState['mailboxes'][number]): string {
  const marks = [...(role === 'office' ? ['office'] : []), ...(disabled ? ['disabled'] : [])];
  return marks.length === 0 ? '' : ` (${marks.join('; ')})`;
}

/** Every shop, the oldest first. As JSON each is `{ shop, name, createdAt, keyId, mailboxes, unresolved }`, and each mailbox `{ mailbox, name, role, disabled }`. */
function listed(shops: readonly ShopState[]): Answer {
  const lines = shops.flatMap(({ id, name, keyId, mailboxes, unresolved }) => [
    `${id}  ${name}  ${keyId === null ? 'no key yet' : `key ${keyId}`}, ${unresolved} unresolved claims`,
    ...mailboxes.map((one) => `  ${one.id}  ${one.name}${marksOf(one)}`),
  ]);
  const json = shops.map(({ id: shop, mailboxes, ...rest }) => ({
    shop,
    ...rest,
    mailboxes: mailboxes.map(({ id: mailbox, ...more }) => ({ mailbox, ...more })),
  }));
  return [json, lines.length === 0 ? 'There is no shop yet' : lines.join('\n')];
}
