import type { Vault } from '../../server/credentials.ts';
import { type Clock, type ErrorReporter } from '../../server/ports.ts';
import { createCursors } from './cursor.ts';
import { createAuthenticate, createDirectory } from './directory.ts';
import { HeldPolls } from './held-polls.ts';
import { createAck, createErase, createPoll } from './poll.ts';
import { type Histograms, newCounters } from './ports.ts';
import { createReceiveWebhook, createWebhookWriter } from './receive-webhook.ts';
import { type Retention, startRetention } from './retention.ts';
import { createShippedLog } from './shipped-log.ts';
import { createNoticeRequests, createOfficeRequests, createShopRequests, createShopWaker } from './shop-requests.ts';
import type { Store } from './store.ts';
import { createUnverifiedWebhooks } from './unverified.ts';

export type Relay = ReturnType<typeof createRelay>;

const noHistograms: Histograms = { committed: () => undefined, delivered: () => undefined };

/** The relay without HTTP and without a disk of its own (docs/adr/0006-relay.md). */
export function createRelay(deps: {
  store: Store;
  vault: Vault;
  clock: Clock;
  errors: ErrorReporter;
  histograms?: Histograms;
  /** see createShopRequests */
  mayClaim?: () => boolean;
}) {
  const { store, vault, clock, errors, histograms = noHistograms, mayClaim = () => true } = deps;
  const counters = newCounters();
  const cursors = createCursors(() => store.epoch);
  const polls = new HeldPolls(clock);
  const officePolls = new HeldPolls(clock);
  const directory = createDirectory({ store, vault, clock });
  const authenticate = createAuthenticate(directory);
  const wake = (mailbox: string): Promise<void> | null => polls.wake(mailbox);
  const unverified = createUnverifiedWebhooks({ clock, errors, publish: store.publishUnverified, wake });
  const write = createWebhookWriter({ store, clock, counters, histograms, wake });
  const wakeMember = (mailbox: string): void => {
    void polls.wake(mailbox);
    void officePolls.wake(mailbox);
  };
  const onShopChange = createShopWaker({ wake: wakeMember, publish: store.publishShopChange, errors });
  store.subscribe(
    {
      onWebhooks: (mailboxes) => {
        for (const mailbox of mailboxes) void wake(mailbox);
      },
      onLeases: (leases) => {
        for (const { mailbox, leaseGeneration } of leases) polls.onOtherLease(mailbox, leaseGeneration);
      },
      onShopChange: (mailboxes) => {
        if (mailboxes === 'any') officePolls.wakeAll();
        else for (const mailbox of mailboxes) wakeMember(mailbox);
      },
      onMailboxesChanged: () => {
        directory.invalidate();
        officePolls.wakeAll();
      },
      onUnverified: unverified.replace,
    },
    errors,
  );
  return {
    /** POST /hooks/{mailbox}/{ref}; never rejects */
    receive: createReceiveWebhook({ directory, clock, counters, errors, unverified, write }),
    /** GET /v1/mailboxes/{mailbox}/events; rejects if the database fails */
    poll: createPoll({ store, authenticate, clock, cursors, polls, unverified, counters, histograms }),
    /** POST /v1/mailboxes/{mailbox}/ack; rejects if the database fails */
    ack: createAck({ store, authenticate, cursors, clock }),
    /** POST /v1/mailboxes/{mailbox}/erase; rejects if the database fails */
    erase: createErase({ store, authenticate }),
    /** /v1/mailboxes/{mailbox}/claims and shop-key; each rejects if the database fails */
    shop: createShopRequests({ store, authenticate, clock, counters, mayClaim }),
    countUnresolvedClaims: store.countUnresolved,
    /** whether the token belongs to the mailbox: before a request about the log is read */
    authenticate,
    /** /v1/mailboxes/{mailbox}/log; each rejects if the database fails */
    shippedLog: createShippedLog({
      store,
      clock,
      onChanged: (mailbox) => onShopChange(() => store.office.officesOf(mailbox)),
    }),
    /** /v1/mailboxes/{mailbox}/shop/counters and what is behind them; each rejects if the database fails */
    office: createOfficeRequests({
      store,
      authenticate,
      clock,
      polls: officePolls,
      contactOf: (mailbox) => polls.contactOf(mailbox),
    }),
    /** /v1/mailboxes/{mailbox}/shop/notices; each rejects if the database fails */
    notices: createNoticeRequests({
      store: store.notices,
      authenticate,
      clock,
      onPosted: (mailbox) => onShopChange(() => store.notices.membersOf(mailbox)),
    }),
    counters,
    heldPolls: () => polls.count() + officePolls.count(),
    hasPolled: (mailbox: string): boolean => polls.hasSeen(mailbox),
    /** Deletes webhooks past their retention from now on. Returns how to stop. */
    startRetention: (retention: Retention, onPruned: (webhooks: number) => void): (() => void) =>
      startRetention({
        store,
        clock,
        errors,
        retention,
        onPruned: (webhooks) => {
          counters.pruned += webhooks;
          onPruned(webhooks);
        },
      }),
    /** Answers every held poll, and holds none from now on. */
    releasePolls: () => {
      polls.close();
      officePolls.close();
    },
  };
}
