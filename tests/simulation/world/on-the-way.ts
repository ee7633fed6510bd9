import type { LedgerEntry } from '../../../src/simulator/core/ledger.ts';
import type { Deliver, WebhookRequest } from '../../../src/simulator/core/ports.ts';
import { type Books, refOf, type Taken } from './books.ts';
import type { Outside } from './outside.ts';
import type { RelaySide } from './relay-side.ts';

/** A webhook that somebody holds up. */
interface Held {
  request: WebhookRequest;
  entry: LedgerEntry;
  /** it is not held any longer */
  release(): void;
}

/** So long that a person may settle the order meanwhile and another one be sent; shorter than the rest at the end. */
const heldMs = { least: 1000, most: 80_000 };
const decoder = new TextDecoder();

/**
 * What becomes of a webhook between the provider and the relay. In some shops (plan/swaps.ts) somebody there holds webhooks of
 * orders up, and gives those of two orders of one product and number each other's address. He reports to the provider that they were
 * taken: nobody sends them again. What he sends on where it belongs, though late, is the provider's.
 */
export function onTheWay(world: Outside, relay: RelaySide): Deliver {
  const { books, plan, schedule, note } = world;
  const chance = world.chance.fork('on the way');
  let held: Held[] = [];

  const post = (url: string, { headers, body }: WebhookRequest, by: Taken['by']): Promise<number | null> => {
    const { 'X-Service-Event': event = '', 'X-Service-Signature': signature = '' } = headers;
    return relay.post(url, event, signature, body, by);
  };
  const toAnother = (of: LedgerEntry, url: string, request: WebhookRequest): Promise<number | null> => {
    note(() => `stranger  gives the webhook of ${of.transaction_id} the address of ${world.nameOf(refOf(url))}`);
    return post(url, request, 'stranger');
  };
  const hold = (request: WebhookRequest, entry: LedgerEntry): void => {
    const release = (): void => {
      held = held.filter((one) => one !== mine);
      stop();
    };
    const stop = schedule.after(chance.between(heldMs.least, heldMs.most), () => {
      release();
      const others = books.ledger.filter((other) => isAlike(entry, other));
      const url = others.length > 0 && chance.happens(0.5) ? chance.pick(others).callback_url : null;
      void (url === null ? post(request.url, request, 'provider') : toAnother(entry, url, request));
    });
    const mine = { request, entry, release };
    held.push(mine);
  };

  /** Where the provider sends it: to its order's address, or to that of the last order. */
  const addressed = (request: WebhookRequest): WebhookRequest => {
    const entry = books.ledger.find(({ callback_url }) => callback_url === request.url);
    if (!plan.oneAddress || !entry || isBeyondTelling(books, entry)) return request;
    return {
      ...request,
      url: books.ledger.findLast(({ callback_url }) => callback_url !== null)?.callback_url ?? request.url,
    };
  };

  return async (delivery) => {
    const request = addressed(delivery);
    const { 'X-Service-Event': event = '', 'X-Service-Signature': signature = '' } = request.headers;
    books.posted.push({ ref: refOf(request.url), event, signature, body: decoder.decode(request.body) });
    const entry = plan.swaps ? books.ledger.find(({ callback_url }) => callback_url === request.url) : undefined;
    if (!entry || isBeyondTelling(books, entry)) return post(request.url, request, 'provider');
    const other = held.find((one) => isAlike(one.entry, entry));
    if (other) {
      other.release();
      void toAnother(other.entry, request.url, other.request);
      return toAnother(entry, other.request.url, request);
    }
    if (chance.happens(0.3)) return post(request.url, request, 'provider');
    hold(request, entry);
    return 200;
  };
}

/**
 * Nobody at a counter could distinguish these from the webhook of a later order whose answer was lost, so they are left where they belong:
 * those of an order that the provider has refused and made all the same, or has called by two ids.
 */
function isBeyondTelling({ sent, posted }: Books, { callback_url, transaction_id }: LedgerEntry): boolean {
  const saleId = refOf(callback_url ?? '');
  const idIn = (body: string): unknown => (JSON.parse(body) as Record<string, unknown>)['transaction_id'];
  return (
    sent.some((one) => one.saleId === saleId && one.refused) ||
    posted.some(({ ref, body }) => ref === saleId && idIn(body) !== transaction_id)
  );
}

/** Another order of the same product and number. */
function isAlike(one: LedgerEntry, other: LedgerEntry): boolean {
  return (
    other.callback_url !== null &&
    other.transaction_id !== one.transaction_id &&
    other.product_code === one.product_code &&
    other.customer_no === one.customer_no
  );
}
