import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Server } from 'node:http';

/** One secret for every mailbox: what is compared with is the least that a receiver can do. */
export function isSigned(secret: string, body: Buffer, signature: unknown): boolean {
  const right = createHmac('sha256', secret).update(body).digest();
  return (
    typeof signature === 'string' &&
    /^[0-9a-f]{64}$/.test(signature) &&
    timingSafeEqual(right, Buffer.from(signature, 'hex'))
  );
}

export const taken = JSON.stringify({ status: 'success', message: 'OK' });
export const refused = JSON.stringify({ status: 'error', message: 'The signature is not valid' });

/** Listens on a free port of this machine, and says its address on a line. */
export function sayAddress(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object' && address !== null) console.log(`http://127.0.0.1:${address.port}`);
  });
}
