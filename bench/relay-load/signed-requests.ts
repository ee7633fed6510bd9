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

/** A whole request as it goes over the wire, head and body in one piece, so that sending it costs the sender one write. */
export function webhookRequest(target: Target, count: number, signature?: string): Buffer {
  const body = webhookBody(count);
  const ref = target.noRef ? '' : `/order-${String(count).padStart(12, '0')}`;
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
