import { createHash, createHmac } from 'node:crypto';
import type { Request } from 'autocannon';
import { z } from 'zod';
import type { PostedClaim } from '../../src/shared/wire/shop.ts';

/** of every mailbox */
export const secret = 'bench-secret';
/** of every shop */
export const benchKeyId = '00'.repeat(8);

/** What is to be sent. */
export const LoadRequest = z.object({
  load: z.enum(['webhooks', 'claims']),
  /** in turns */
  targets: z.array(z.object({ path: z.string(), token: z.string() })),
  /** the first number; none is used twice, since a redelivery is kept once */
  from: z.number(),
  /** how many at most */
  most: z.number(),
  /** of claims: each sale's moves one after the other, or only one for each sale */
  movesEach: z.number().optional(),
  /** what every answer says */
  answer: z.string(),
});
type LoadRequest = z.infer<typeof LoadRequest>;
type Target = LoadRequest['targets'][number];

/** All of them, every one different, made and signed. */
export function requestsOf({ load, targets, from, most, movesEach = 1 }: LoadRequest): Request[] {
  return Array.from({ length: most }, (_, index) => {
    const [one, move] = [Math.floor((from + index) / movesEach), (from + index) % movesEach];
    const target = targets[one % targets.length];
    if (!target) throw new Error('no target');
    return load === 'webhooks' ? webhook(target, one) : claim(target, one, move);
  });
}

const bodyBytes = 300;

/** Of the spec's shape, in exactly 300 bytes. */
function webhook({ path }: Target, count: number): Request {
  const payload = {
    transaction_id: `T${String(count).padStart(12, '0')}`,
    product_name: 'Telkomsel 10.000',
    customer_no: '081234567890',
    sn: `SN${String(count).padStart(14, '0')}`,
    status: 'success',
    message: 'Transaksi sukses. ',
  };
  const missing = bodyBytes - JSON.stringify(payload).length;
  const body = JSON.stringify({ ...payload, message: payload.message.padEnd(payload.message.length + missing, '.') });
  const headers = {
    'content-type': 'application/json',
    'x-service-event': 'transaction.update',
    'x-service-signature': createHmac('sha256', secret).update(body).digest('hex'),
  };
  return { method: 'POST', path: `${path}/${orderRef(count)}`, headers, body };
}

const firstOrder = Date.UTC(2026, 0, 1);
const [ordersPerMs, slowestMs] = [10, 5_000];

/** As the counter makes it: a UUIDv7 of when the order was sent, up to five seconds before its webhook comes. */
function orderRef(count: number): string {
  const sentAt = firstOrder + count / ordersPerMs - ((count * 7_919) % slowestMs);
  const time = Math.floor(sentAt).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${count.toString(16).padStart(12, '0')}`;
}

const states = ['tentative', 'unresolved', 'success'] as const;
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

function claim({ path, token }: Target, sale: number, move: number): Request {
  const posted: PostedClaim = {
    id: orderRef(sale),
    version: move + 1,
    state: states[move] ?? 'success',
    product: digestOf(`product ${sale}`),
    number: digestOf(`number ${sale}`),
    day: '2026-01-05',
    isSent: false,
  };
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  return { method: 'POST', path, headers, body: JSON.stringify({ keyId: benchKeyId, claims: [posted] }) };
}
