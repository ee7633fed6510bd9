import { hash } from 'node:crypto';
import type { ShopCounters } from '../../shared/wire/office.ts';
import type { ShippedBatches } from '../../shared/wire/shipped-log.ts';
import type { ShopRefusal } from './claims.ts';
import type { Authenticate } from './directory.ts';
import type { HeldPolls, PollSignal } from './held-polls.ts';
import type { Clock, ErrorReporter } from './ports.ts';
import type { ShippedLogStore, SnapshotPart } from './shipped-log.ts';
import type { OfficeStore } from './shop-store.ts';

/** How long a request for the counters is held. */
const maxHeldMs = 25_000;

/** Says whether two lists are the same. Without the bytes: each part of an upload changes them. */
function versionOf({ shop, counters }: Omit<ShopCounters, 'version'>): string {
  const logs = counters.map(({ log: { bytes: _bytes, ...log }, ...counter }) => ({ ...counter, log }));
  return hash('sha256', JSON.stringify([shop, logs]), 'base64url');
}

/** What an office asks. Each call rejects if the database fails. */
export function createOfficeRequests(deps: {
  store: { office: OfficeStore; shippedLog: Pick<ShippedLogStore, 'batchesAfter' | 'readPart'> };
  authenticate: Authenticate;
  clock: Clock;
  /** of offices alone: a counter's poll of its events is another one */
  polls: Pick<HeldPolls, 'hold' | 'release'>;
}) {
  const { store, authenticate, clock, polls } = deps;
  const refusalOf = async (ask: { mailbox: string; token: string; counter: string }): Promise<ShopRefusal | null> =>
    (await authenticate(ask)) ? store.office.refusal(ask.mailbox, ask.counter) : { refused: 'unauthorised' };
  return {
    /** Answers at once if the counters are not as `known` says, else when something changes or the time is up. */
    counters: async (ask: {
      mailbox: string;
      token: string;
      known: string | undefined;
      signal: PollSignal;
    }): Promise<ShopCounters | ShopRefusal> => {
      const { mailbox, known, signal } = ask;
      if (!(await authenticate(ask))) return { refused: 'unauthorised' };
      signal.onAuthenticated?.();
      const held = polls.hold(mailbox, signal);
      const startedAt = clock.now();
      try {
        for (;;) {
          const found = await store.office.counters(mailbox);
          if ('refused' in found) return found;
          const answer = { version: versionOf(found), ...found };
          const waitMs = maxHeldMs - Math.max(0, clock.now() - startedAt);
          const isDue = answer.version !== known || waitMs <= 0 || held.endReason() !== null;
          if (isDue || (await held.wait(waitMs)) !== 'woken') return answer;
          // It may have been disabled meanwhile.
          if (!(await authenticate(ask))) return { refused: 'unauthorised' };
        }
      } finally {
        polls.release(mailbox, held);
      }
    },
    batchesAfter: async (
      ask: { mailbox: string; token: string; counter: string },
      after: number,
    ): Promise<ShippedBatches | ShopRefusal> =>
      (await refusalOf(ask)) ?? store.shippedLog.batchesAfter(ask.counter, after),
    readPart: async (
      ask: { mailbox: string; token: string; counter: string },
      part: Pick<SnapshotPart, 'snapshot' | 'part'>,
    ): Promise<{ sealed: string } | ShopRefusal> => {
      const refused = await refusalOf(ask);
      if (refused) return refused;
      const sealed = await store.shippedLog.readPart(ask.counter, part);
      return sealed ? { sealed: sealed.toString('base64') } : { refused: 'unknown' };
    },
  };
}

/**
 * Wakes the held requests of mailboxes, here and at other instances, after a commit: nothing waits for it, and a failure delays an
 * answer until its time is up.
 */
export function createShopWaker(deps: {
  wake: (mailbox: string) => void;
  publish: ((mailboxes: readonly string[]) => Promise<void>) | undefined;
  errors: ErrorReporter;
}): (find: () => Promise<readonly string[]>) => void {
  const { wake, publish, errors } = deps;
  const run = async (find: () => Promise<readonly string[]>): Promise<void> => {
    const mailboxes = await find();
    for (const mailbox of mailboxes) wake(mailbox);
    if (mailboxes.length > 0) await publish?.(mailboxes);
  };
  return (find) => void run(find).catch((error: unknown) => errors.report('a shop could not be woken', error));
}
