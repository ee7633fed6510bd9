import { isUtf8 } from 'node:buffer';
import type { RelayEvent, RelayPage } from '../../shared/wire/relay.ts';
import type { Cursors } from './cursor.ts';
import type { KeptWebhook } from './store.ts';

/** Of bodies in one page; the first webhook is in it whatever its size. */
const mostBodyBytes = 1024 * 1024;

function eventOf(cursor: string, kept: KeptWebhook): RelayEvent {
  const { ref, event, signature, receivedAt } = kept;
  const body = Buffer.from(kept.body);
  const exact = isUtf8(body);
  return {
    cursor,
    ref,
    receivedAt,
    event,
    signature,
    body: body.toString(exact ? 'utf8' : 'base64'),
    bodyEncoding: exact ? 'utf8' : 'base64',
  };
}

/** @param kept one more than `limit` where there is more */
export function pageOf(cursors: Cursors, mailbox: string, kept: readonly KeptWebhook[], limit: number): RelayPage {
  const events: RelayEvent[] = [];
  let bytes = 0;
  for (const one of kept.slice(0, limit)) {
    bytes += one.body.length;
    if (events.length > 0 && bytes > mostBodyBytes) break;
    events.push(eventOf(cursors.write(mailbox, one), one));
  }
  return { events, next: events.at(-1)?.cursor ?? null, more: events.length < kept.length };
}
