import { z } from 'zod';
import { behaviourNamed } from './behaviours/table.ts';
import type { Desk } from './desk.ts';
import { notification } from './order.ts';
import type { SimulatorState } from './state.ts';

const Said = z.looseObject({ product_name: z.string().optional() });
const SnSaid = z.enum(['own', '', '-']);

/** What a test or a trainer can do by hand: the body of POST /control. */
export const Control = z.discriminatedUnion('do', [
  /** the next orders, inquiries and payments for that number follow a row of the table; null: its own again */
  z.strictObject({
    do: z.literal('behave'),
    customer_no: z.string(),
    behaviour: z.string().nullable(),
    /** how many requests; absent: all that come */
    times: z.int().positive().optional(),
  }),
  z.strictObject({
    do: z.literal('set_status'),
    product_code: z.string(),
    status: z.enum(['active', 'inactive']),
  }),
  /** what is ordered already is called so too, in its webhooks that are still to come as well */
  z.strictObject({
    do: z.literal('rename'),
    product_code: z.string(),
    product_name: z.string(),
  }),
  /** changes the book if asked to, and sends a webhook at once */
  z.strictObject({
    do: z.literal('webhook'),
    transaction_id: z.string(),
    status: z.enum(['pending', 'success', 'failed']),
    sn: SnSaid.default('own'),
    /** the transaction gets that status in the book too */
    book: z.boolean().default(true),
    signed: z.boolean().default(true),
    /** where to, for a transaction without a callback_url */
    url: z.url().optional(),
  }),
]);
export type Control = z.input<typeof Control>;

/** Behaviours asked for by hand, by customer number. */
export type ByHand = Map<string, { behaviour: string; left: number }>;

/** Does it, or says in a sentence why not. */
export function control(desk: Desk, byHand: ByHand, asked: z.output<typeof Control>): string | null {
  switch (asked.do) {
    case 'behave':
      if (asked.behaviour === null) byHand.delete(asked.customer_no);
      else if (!behaviourNamed(asked.behaviour)) return 'no such behaviour';
      else byHand.set(asked.customer_no, { behaviour: asked.behaviour, left: asked.times ?? Infinity });
      return null;
    case 'set_status':
      if (!desk.item(asked.product_code)) return 'no such product';
      desk.book.state.statuses[asked.product_code] = asked.status;
      return null;
    case 'rename':
      if (!desk.item(asked.product_code)) return 'no such product';
      rename(desk.book.state, asked.product_code, asked.product_name);
      return null;
    case 'webhook':
      return webhookByHand(desk, asked);
    default:
      return asked satisfies never;
  }
}

function rename(state: SimulatorState, code: string, name: string): void {
  state.names[code] = name;
  const before = new Map<string, string>();
  for (const entry of state.transactions) {
    if (entry.product_code !== code) continue;
    before.set(entry.transaction_id, entry.product_name);
    entry.product_name = name;
  }
  for (const coming of state.coming) {
    const named = before.get(coming.transaction_id);
    if (coming.kind !== 'webhook' || named === undefined) continue;
    const said = Said.parse(JSON.parse(coming.body));
    // One that was made to name another product does so still.
    if (said.product_name === named) coming.body = JSON.stringify({ ...said, product_name: name });
  }
}

function webhookByHand(desk: Desk, asked: Extract<z.output<typeof Control>, { do: 'webhook' }>): string | null {
  const entry = desk.book.find(asked.transaction_id);
  const url = asked.url ?? entry?.callback_url;
  if (!entry || !url) return 'no such transaction, or nowhere to send it';
  const known = entry.history.map(({ sn }) => sn).findLast((sn) => sn !== '' && sn !== '-');
  const sn = known ?? `BYHAND${String(entry.history.length).padStart(4, '0')}`;
  const body = notification(desk, entry, { status: asked.status, sn: asked.sn }, sn);
  if (asked.book) desk.book.move(entry, asked.status, asked.status === 'success' && asked.sn === 'own' ? sn : '');
  desk.agenda.add({
    kind: 'webhook',
    due: desk.clock.now(),
    transaction_id: entry.transaction_id,
    url,
    event: 'transaction.update',
    signed: asked.signed,
    body,
    attempt: 1,
  });
  return null;
}
