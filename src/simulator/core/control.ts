import { z } from 'zod';
import { behaviourNamed } from './behaviours/table.ts';
import type { SimulatorState } from './ledger.ts';
import type { OperationContext } from './operation-context.ts';
import { notification } from './order.ts';

const WebhookBody = z.looseObject({ product_name: z.string().optional() });
const SnField = z.enum(['own', '', '-']);

/** The body of POST /control. */
export const Control = z.discriminatedUnion('do', [
  /** the next orders, inquiries and payments of that number follow this behaviour; null: its own again */
  z.strictObject({
    do: z.literal('behave'),
    customer_no: z.string(),
    behaviour: z.string().nullable(),
    /** number of requests; absent: all */
    times: z.int().positive().optional(),
  }),
  z.strictObject({
    do: z.literal('set_status'),
    product_code: z.string(),
    status: z.enum(['active', 'inactive']),
  }),
  /** also renames the product in existing transactions and scheduled webhooks */
  z.strictObject({
    do: z.literal('rename'),
    product_code: z.string(),
    product_name: z.string(),
  }),
  /** sends a webhook at once, and changes the ledger if asked to */
  z.strictObject({
    do: z.literal('webhook'),
    transaction_id: z.string(),
    status: z.enum(['pending', 'success', 'failed']),
    sn: SnField.default('own'),
    /** the transaction gets that status in the ledger, too */
    ledger: z.boolean().default(true),
    signed: z.boolean().default(true),
    /** address, for a transaction without a callback_url */
    url: z.url().optional(),
  }),
]);
export type Control = z.input<typeof Control>;

/** Behaviours set by POST /control, by customer number. */
export type BehaviourOverrides = Map<string, { behaviour: string; left: number }>;

/** Runs a command. @returns null, or why it was refused */
export function control(
  context: OperationContext,
  overrides: BehaviourOverrides,
  command: z.output<typeof Control>,
): string | null {
  switch (command.do) {
    case 'behave':
      if (command.behaviour === null) overrides.delete(command.customer_no);
      else if (!behaviourNamed(command.behaviour)) return 'no such behaviour';
      else overrides.set(command.customer_no, { behaviour: command.behaviour, left: command.times ?? Infinity });
      return null;
    case 'set_status':
      if (!context.item(command.product_code)) return 'no such product';
      context.ledger.state.statuses[command.product_code] = command.status;
      return null;
    case 'rename':
      if (!context.item(command.product_code)) return 'no such product';
      rename(context.ledger.state, command.product_code, command.product_name);
      return null;
    case 'webhook':
      return sendWebhook(context, command);
    default:
      return command satisfies never;
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
  for (const scheduled of state.scheduled) {
    const named = before.get(scheduled.transaction_id);
    if (scheduled.kind !== 'webhook' || named === undefined) continue;
    const body = WebhookBody.parse(JSON.parse(scheduled.body));
    // A webhook that names another product on purpose is left alone.
    if (body.product_name === named) scheduled.body = JSON.stringify({ ...body, product_name: name });
  }
}

function sendWebhook(
  context: OperationContext,
  command: Extract<z.output<typeof Control>, { do: 'webhook' }>,
): string | null {
  const entry = context.ledger.find(command.transaction_id);
  const url = command.url ?? entry?.callback_url;
  if (!entry || !url) return 'no such transaction, or nowhere to send it';
  const lastSn = entry.history.map(({ sn }) => sn).findLast((sn) => sn !== '' && sn !== '-');
  const sn = lastSn ?? `BYHAND${String(entry.history.length).padStart(4, '0')}`;
  const body = notification(context, entry, { status: command.status, sn: command.sn }, sn);
  if (command.ledger)
    context.ledger.move(entry, command.status, command.status === 'success' && command.sn === 'own' ? sn : '');
  context.scheduler.add({
    kind: 'webhook',
    due: context.clock.now(),
    transaction_id: entry.transaction_id,
    url,
    event: 'transaction.update',
    signed: command.signed,
    body,
    attempt: 1,
  });
  return null;
}
