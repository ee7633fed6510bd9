import { createHmac } from 'node:crypto';

/** Where webhooks go, and what they are signed with. */
export interface Target {
  /** without the ref: /hooks/MAILBOX */
  path: string;
  secret: string;
  /** the path is all of it: peers know no ref */
  noRef?: boolean | undefined;
}

const bodyBytes = 300;

/** A webhook of the spec's shape in exactly 300 bytes; another count is another body. */
export function webhookBody(count: number): string {
  const said = {
    transaction_id: `T${String(count).padStart(12, '0')}`,
    product_name: 'Telkomsel 10.000',
    customer_no: '081234567890',
    sn: `SN${String(count).padStart(14, '0')}`,
    status: 'success',
    message: 'Transaksi sukses. ',
  };
  const missing = bodyBytes - JSON.stringify(said).length;
  return JSON.stringify({ ...said, message: said.message.padEnd(said.message.length + missing, '.') });
}

export const signatureOf = (secret: string, body: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');

const firstOrder = Date.UTC(2026, 0, 1);
const [ordersPerMs, slowestMs] = [10, 5_000];

/** As the counter makes it: a UUIDv7 of when the order was sent, up to five seconds before its webhook comes. */
export function orderRef(count: number): string {
  const sentAt = firstOrder + count / ordersPerMs - ((count * 7_919) % slowestMs);
  const time = Math.floor(sentAt).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${count.toString(16).padStart(12, '0')}`;
}

/** A whole request as it goes over the wire, head and body in one piece, so that sending it costs the sender one write. */
export function webhookRequest(target: Target, count: number, signature?: string): Buffer {
  const body = webhookBody(count);
  const ref = target.noRef ? '' : `/${orderRef(count)}`;
  return Buffer.from(
    `POST ${target.path}${ref} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n` +
      `X-Service-Event: transaction.update\r\nX-Service-Signature: ${signature ?? signatureOf(target.secret, body)}\r\n` +
      `Content-Length: ${bodyBytes}\r\n\r\n${body}`,
  );
}

/** Signed beforehand, every one different, over the targets in turns. */
export function signedRequests(targets: readonly Target[], from: number, count: number): Buffer[] {
  return Array.from({ length: count }, (_, index) => {
    const target = targets[index % targets.length];
    if (!target) throw new Error('no target');
    return webhookRequest(target, from + index);
  });
}
