import type { Books, Invariant } from '../world/books.ts';

const applied: ReadonlySet<string> = new Set(['webhook.applied', 'webhook.disputed']);

/**
 * (e) No acknowledged webhook is lost, and none is applied twice.
 * - The counter acknowledges to the relay only what its journal already holds.
 * - The relay erases only what was acknowledged.
 * - No bytes are applied twice to one sale.
 * - At rest, every webhook that the relay answered with 200, and did not drop before it was read, stands in the journal:
 *   applied, disputing or quarantined; and the place in the mailbox never went on without it.
 * - The relay takes what one of the mailbox's secrets in force has signed, and nothing else where the mailbox has one.
 * - After an erasure the bytes of the erased sales' webhooks are gone, and so is what identifies a repetition. Those sales are
 *   exempt; a webhook without a ref, where it names an erased customer.
 * - Of those that were lost with an older copy of the relay's database nothing can be said; what comes after that is applied.
 * - Where the relay has dropped one before it was read, the journal says that there was a gap.
 */
export const webhooksOnce: Invariant = {
  acked: ({ cursor }, books) =>
    cursor === books.cursor ? null : 'the counter acknowledges another place than its journal holds',
  erasedAtRelay: ({ acked }) => (acked ? null : 'the relay erases a webhook that was not acknowledged'),
  committed: (step, books) => {
    const { event, sale } = step.change;
    if (!sale || !applied.has(event.type) || books.erased.sales.has(sale.next.id)) return null;
    const last = books.written.at(-1);
    const times = books.written.filter(
      ({ type, saleId, webhook }) => applied.has(type) && saleId === sale.next.id && webhook === last?.webhook,
    ).length;
    return times > 1 ? 'the same webhook is applied to one sale a second time' : null;
  },
  received: ({ status, must, may }) => {
    if (status === 401 && must) return 'the relay refuses a webhook though a secret in force has signed it';
    return status === 200 && !may ? 'the relay takes a webhook that no secret in force has signed' : null;
  },
  rest: (_step, books) => lost(books),
  end: (_step, books) => lost(books),
};

function lost(books: Books): string | null {
  const held = new Set(books.written.map(({ webhook }) => webhook));
  for (const { ref, body, at } of books.taken) {
    if (held.has(body) || books.lost.has(`${ref} ${body}`)) continue;
    if (
      ref === null ? [...books.erased.customers].some((number) => body.includes(number)) : books.erased.sales.has(ref)
    )
      continue;
    if (books.dropped.has(`${ref} ${body}`)) {
      if (books.written.some(({ type }) => type === 'relay.gap')) continue;
      return 'the relay dropped a webhook that was not read, and the journal knows of no gap';
    }
    return `a webhook that the relay took at ${Math.round(at / 1000)} s is not in the journal`;
  }
  return null;
}
