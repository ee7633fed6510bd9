import { hash } from 'node:crypto';
import { createBatcher } from '../../server/async.ts';
import type { Clock, ErrorReporter } from '../../server/ports.ts';
import type { Contact, PostedNotice, ShopCounters, ShopNotices } from '../../shared/wire/office.ts';
import type { ShippedBatches } from '../../shared/wire/shipped-log.ts';
import type { ClaimResult, PostedClaims, PostedRestore, PostedShopKey, SettledClaim } from '../../shared/wire/shop.ts';
import type { ClaimAsk, ClaimStore, ShopRefusal } from './claims.ts';
import type { Authenticate } from './directory.ts';
import type { HeldPolls, PollSignal } from './held-polls.ts';
import type { Counters } from './ports.ts';
import type { ShippedLogStore, SnapshotPart } from './shipped-log.ts';
import type { NoticeStore, OfficeStore } from './store.ts';

/** Claims per commit. */
const maxBatch = 200;
/** A database that hangs must not fill the memory. */
const maxWaiting = 10_000;

/** What counters ask about the claims of their shop. Each call rejects if the database fails. */
export function createShopRequests(deps: {
  store: ClaimStore;
  authenticate: Authenticate;
  clock: Clock;
  counters: Counters;
  /** whether it is stored that this start may be one over an older copy: before, no claim is decided */
  mayClaim(): boolean;
}) {
  const { store, authenticate, clock, counters, mayClaim } = deps;
  const record = createBatcher<ClaimAsk, ClaimResult | ShopRefusal>({
    soon: clock.soon,
    maxBatch,
    run: (requests) => store.recordClaims(requests, clock.now()),
  });
  let waiting = 0;
  const recordAll = async (requests: readonly ClaimAsk[]): Promise<Array<ClaimResult | ShopRefusal>> => {
    if (!mayClaim()) throw new Error('the start of the relay is not stored yet');
    if (waiting + requests.length > maxWaiting) throw new Error('too many claims wait for the database');
    waiting += requests.length;
    try {
      return await Promise.all(requests.map(record));
    } finally {
      waiting -= requests.length;
    }
  };
  /** Who asks with a wrong token learns nothing of the shop. */
  const authenticated =
    <Args extends unknown[], Answer>(work: (mailbox: string, ...args: Args) => Promise<Answer | ShopRefusal>) =>
    async (mailbox: string, token: string, ...args: Args): Promise<Answer | ShopRefusal> =>
      (await authenticate({ mailbox, token })) ? work(mailbox, ...args) : { refused: 'unauthorised' };
  return {
    post: authenticated(async (mailbox, { keyId, claims }: PostedClaims) => {
      const answers = await recordAll(claims.map((claim) => ({ mailbox, keyId, claim })));
      const results: ClaimResult[] = [];
      for (const answer of answers) {
        if ('refused' in answer) return answer;
        counters.claims[answer.outcome] += 1;
        results.push(answer);
      }
      return { results };
    }),
    list: authenticated((mailbox, after: string | null) => store.openClaims(mailbox, clock.now(), after)),
    settle: authenticated((mailbox, settled: SettledClaim) => store.settleClaim(mailbox, settled, clock.now())),
    setKey: authenticated(async (mailbox, key: PostedShopKey) => {
      const answer = await store.setShopKey(mailbox, key, new Date(clock.now()).toISOString());
      return 'refused' in answer ? answer : { shop: answer };
    }),
    restore: authenticated((mailbox, posted: PostedRestore) =>
      store.postRestore(mailbox, posted, `noticed ${mailbox.slice(0, 8)} ${clock.now()}`),
    ),
  };
}

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
  /** of a counter's mailbox */
  contactOf(mailbox: string): Contact;
}) {
  const { store, authenticate, clock, polls, contactOf } = deps;
  const withContact = <Counter extends { mailbox: string }>(counter: Counter) => ({
    ...counter,
    contact: contactOf(counter.mailbox),
  });
  const refusalOf = async (request: {
    mailbox: string;
    token: string;
    counter: string;
  }): Promise<ShopRefusal | null> =>
    (await authenticate(request))
      ? store.office.refusal(request.mailbox, request.counter)
      : { refused: 'unauthorised' };
  return {
    /** Answers at once if the counters are not of that `revision`, else when something changes or the time is up. */
    counters: async (request: {
      mailbox: string;
      token: string;
      revision: string | undefined;
      signal: PollSignal;
    }): Promise<ShopCounters | ShopRefusal> => {
      const { mailbox, revision, signal } = request;
      if (!(await authenticate(request))) return { refused: 'unauthorised' };
      signal.onAuthenticated?.();
      const held = polls.hold(mailbox, signal);
      const startedAt = clock.now();
      try {
        for (;;) {
          const state = await store.office.counters(mailbox);
          if ('refused' in state) return state;
          const version = versionOf(state);
          const waitMs = maxHeldMs - Math.max(0, clock.now() - startedAt);
          const isDue = version !== revision || waitMs <= 0 || held.endReason() !== null;
          if (isDue || (await held.wait(waitMs)) !== 'woken')
            return { ...state, version, counters: state.counters.map(withContact) };
          // It may have been disabled meanwhile.
          if (!(await authenticate(request))) return { refused: 'unauthorised' };
        }
      } finally {
        polls.release(mailbox, held);
      }
    },
    batchesAfter: async (
      request: { mailbox: string; token: string; counter: string },
      after: number,
    ): Promise<ShippedBatches | ShopRefusal> =>
      (await refusalOf(request)) ?? store.shippedLog.batchesAfter(request.counter, after),
    readPart: async (
      request: { mailbox: string; token: string; counter: string },
      snapshotPart: Pick<SnapshotPart, 'snapshot' | 'part'>,
    ): Promise<{ sealed: Buffer } | ShopRefusal> => {
      const refused = await refusalOf(request);
      if (refused) return refused;
      const sealed = await store.shippedLog.readPart(request.counter, snapshotPart);
      return sealed ? { sealed } : { refused: 'unknown' };
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

/** What counters and offices ask about the notices of their shop. Each call rejects if the database fails. */
export function createNoticeRequests(deps: {
  store: NoticeStore;
  authenticate: Authenticate;
  clock: Clock;
  /** that mailbox has posted one */
  onPosted: (mailbox: string) => void;
}) {
  const { store, authenticate, clock, onPosted } = deps;
  return {
    post: async (mailbox: string, token: string, notice: PostedNotice): Promise<{ seq: number } | ShopRefusal> => {
      if (!(await authenticate({ mailbox, token }))) return { refused: 'unauthorised' };
      const answer = await store.post(mailbox, notice, new Date(clock.now()).toISOString());
      if (!('refused' in answer)) onPosted(mailbox);
      return answer;
    },
    after: async (mailbox: string, token: string, after: number): Promise<ShopNotices | ShopRefusal> =>
      (await authenticate({ mailbox, token })) ? store.after(mailbox, after) : { refused: 'unauthorised' },
  };
}
