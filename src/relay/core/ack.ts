import { admit } from './admit.ts';
import type { Cursors } from './cursor.ts';
import type { Directory } from './directory.ts';
import type { Store } from './store.ts';

export type AckAnswer = 'acked' | 'unauthorised' | 'bad_cursor';

/** Everything up to the cursor was heard: it may be dropped earlier than what was not. */
export function createAck(parts: {
  store: Store;
  directory: Directory;
  cursors: Cursors;
}): (ack: { mailbox: string; token: string; cursor: string }) => Promise<AckAnswer> {
  const { store, directory, cursors } = parts;
  return async ({ mailbox, token, cursor }) => {
    if (!(await admit(directory, { mailbox, token }))) return 'unauthorised';
    const place = cursors.read(mailbox, cursor);
    const part = place === null ? null : await store.part(mailbox, place, 1);
    if (place === null || part === null || place > part.newest) return 'bad_cursor';
    await store.ack(mailbox, place);
    return 'acked';
  };
}
