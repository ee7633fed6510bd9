import type { Relay } from '../../../relay/core/relay.ts';
import type { RelayMailbox } from '../../ports/relay-mailbox.ts';

/** Never looked up: it only carries the mailbox and the ref from the order to the practice relay. */
const origin = 'http://training.invalid';

/** The relay's own core behind the port of its client. */
export function practiceMailbox(relay: Relay, mailbox: string, token: string): RelayMailbox {
  return {
    async poll({ after, limit, waitSeconds, signal }) {
      const answer = await relay.poll({ mailbox, token, after, limit, waitMs: waitSeconds * 1000, line: signal });
      switch (answer.kind) {
        case 'page':
          return { kind: 'page', ...answer.page };
        case 'gone':
          return { kind: 'gone', oldest: answer.oldest, acked: answer.acked };
        case 'taken':
          return { kind: 'taken' };
        case 'unauthorised':
          return { kind: 'refused', status: 401 };
        case 'bad_cursor':
          return { kind: 'refused', status: 400 };
      }
    },
    async ack(cursor, counter) {
      await relay.ack({ mailbox, token, cursor, counter });
      return true;
    },
    callbackUrl: (ref) => `${origin}/hooks/${mailbox}/${ref}`,
  };
}

/** The ref in an address that this mailbox gave out; null in any other. */
export function refOf(url: string): string | null {
  return /\/hooks\/[^/]+\/([A-Za-z0-9_-]{1,64})$/.exec(url)?.[1] ?? null;
}
