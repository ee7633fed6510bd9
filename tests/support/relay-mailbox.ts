import { onTestFinished } from 'vitest';
import { createCursors } from '../../src/relay/core/cursor.ts';
import { type ReplayResult, replayMailbox } from '../../src/relay/core/mailbox-service.ts';
import type { Clock } from '../../src/relay/core/ports.ts';
import { openStore } from '../../src/relay/store/open-store.ts';
import { body, masterKey, poll, type RelayUnderTest, startRelay } from './relay.ts';

export const named = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => `T${from + at}`);

/** The store as a command opens it, beside the relay. */
export async function beside(under: RelayUnderTest) {
  const opened = await openStore(under.database, masterKey);
  onTestFinished(() => opened.store.close());
  return opened;
}

/** A running relay whose mailbox holds T1, T2 and so on, and what a counter does that has heard all of them. */
export async function mailboxOf(count: number) {
  const under = await startRelay();
  const { mailbox } = under;
  const { store } = await beside(under);
  // All of one moment: it is not by their times that their order is known.
  const webhooks = named(1, count).map((id) => ({
    mailbox,
    fingerprint: `${mailbox} ${id}`,
    ref: null,
    event: null,
    signature: '',
    body: Buffer.from(body(id)),
    receivedAt: '2026-01-01T00:00:00.000Z',
  }));
  for (let from = 0; from < count; from += 500) await store.append(webhooks.slice(from, from + 500));
  let after: string | null = null;
  /** Reads on from where it stopped, until there is nothing more. */
  const hear = async (wait = 0): Promise<string[]> => {
    const heard: string[] = [];
    for (let more = true; more; ) {
      const page = await poll(under, { after, limit: 500, wait: heard.length > 0 ? 0 : wait });
      if (page.status !== 200) throw new Error(`the poll was answered ${page.status}`);
      heard.push(...page.events.map((event) => (JSON.parse(event.body) as { transaction_id: string }).transaction_id));
      after = page.json.next as string | null;
      more = page.json.more === true;
    }
    return heard;
  };
  return {
    under,
    hear,
    /** Opens the database as one more command does; answers what replays all that is kept. */
    command: async (): Promise<(clock: Clock) => Promise<ReplayResult>> => {
      const { store: opened, mailboxes } = await beside(under);
      const cursors = createCursors(() => opened.epoch);
      return (clock) => replayMailbox({ store: mailboxes, cursors, clock }, { mailbox, from: null });
    },
  };
}
