import type { Cursors } from './cursor.ts';
import type { Store } from './store.ts';
import { tokenFits } from './token.ts';

export type AckAnswer = 'acked' | 'unauthorised' | 'bad_cursor';

/** Everything up to the cursor was heard: it may be dropped earlier than what was not. */
export function createAck(parts: {
  store: Store;
  cursors: Cursors;
}): (ack: { mailbox: string; token: string; cursor: string }) => Promise<AckAnswer> {
  const { store, cursors } = parts;
  return async ({ mailbox, token, cursor }) => {
    const reading = await store.reading(mailbox);
    if (!tokenFits(token, reading?.tokenHash ?? null) || reading === null) return 'unauthorised';
    const place = cursors.read(mailbox, cursor);
    if (place === null || place > reading.newest) return 'bad_cursor';
    await store.ack(mailbox, place);
    return 'acked';
  };
}
