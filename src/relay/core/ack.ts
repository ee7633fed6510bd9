import type { Admit } from './admit.ts';
import type { Cursors } from './cursor.ts';
import type { Clock } from './ports.ts';
import type { Acked, Store } from './store.ts';
import { together } from './together.ts';

export type AckAnswer = 'acked' | 'unauthorised' | 'bad_cursor';

/** In one commit. */
const most = 500;

/**
 * Everything up to the cursor was heard: it may be dropped earlier than what was not. Acks that come together are committed
 * together: there is one for each delivery, and a commit each would take the disk from the webhooks.
 */
export function createAck(parts: {
  store: Store;
  admit: Admit;
  cursors: Cursors;
  clock: Clock;
}): (ack: { mailbox: string; token: string; cursor: string; counter?: string | undefined }) => Promise<AckAnswer> {
  const { store, admit, cursors, clock } = parts;
  const remember = together<Acked, void>({
    soon: clock.soon,
    most,
    work: async (acks) => {
      await store.ack(acks);
      return acks.map(() => undefined);
    },
  });
  return async ({ mailbox, token, cursor, counter }) => {
    if (!(await admit({ mailbox, token }))) return 'unauthorised';
    const position = cursors.read(mailbox, cursor);
    if (position === null) return 'bad_cursor';
    const { place, check } = position;
    const part = await store.part(mailbox, place, 1, check);
    if (part === null || place > part.newest || !part.cursorMatches) return 'bad_cursor';
    await remember({ mailbox, place, counter });
    return 'acked';
  };
}
