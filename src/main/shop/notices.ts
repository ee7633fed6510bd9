import {
  maxNoticeLength,
  type NoticeTopic,
  type ShopNotices as Page,
  type PostedNotice,
} from '../../shared/wire/office.ts';
import type { ShopOfMailbox } from '../../shared/wire/shop.ts';
import { createSerialQueue } from '../base/async.ts';
import { createSealing, type Sealing } from '../base/sealing.ts';
import { type Clock, errorName, type Log, type Random } from '../base/system.ts';
import type { ShopAtRelay } from '../relay-client/index.ts';
import type { ShopKey } from './shop-key.ts';
import type { Shop, ShopMembership } from './shop-membership.ts';

/** One notice of the shop, opened. */
export interface Notice {
  id: string;
  seq: number;
  topic: NoticeTopic;
  plain: Uint8Array;
}

/** What a counter or the office does about notices. Repeated, each changes nothing. */
export interface NoticeHandlers {
  /** 0: from the oldest */
  readUpTo(shop: string): Promise<number>;
  /** Everything that a page brought, and how far that was, durable when it resolves. */
  arrived(notices: readonly Notice[], read: { shop: Shop; key: ShopKey; upTo: number }): Promise<void>;
  /** what is to be posted, oldest first */
  toPost(key: ShopKey): Promise<readonly Omit<Notice, 'seq'>[]>;
  posted(id: string, key: ShopKey): Promise<void>;
}

/** What the counters and the office of a shop tell each other by way of the relay, which can read none of it. */
export interface ShopNotices {
  /** what a page of the mailbox says of its shop */
  learn(shop: ShopOfMailbox | null): void;
  /** Posts what there is to post; resolves when the relay has answered or was silent. */
  post(): Promise<void>;
  /** Posts this one now. */
  send(notice: Omit<Notice, 'seq'>): Promise<'posted' | 'silent' | 'refused' | 'too_large'>;
  /** reads again from a notice on. @param after its number less one */
  readAgain(after: number): Promise<void>;
  stop(): Promise<void>;
}

interface Deps {
  membership: Pick<ShopMembership, 'shop'>;
  relay: Pick<ShopAtRelay, 'postNotice' | 'noticesAfter'>;
  handlers: NoticeHandlers;
  clock: Clock;
  random: Random;
  log: Log;
}

/** Padded, sealed and in base64 it is within the limit of the wire. */
const maxPlainLength = (maxNoticeLength / 4) * 3 - 128 * 1024;

/** A relay that was silent is asked again with the next page of the mailbox, which may come at once. */
const pauseMs = 5000;

export function createShopNotices({ membership, relay, handlers, clock, random, log }: Deps): ShopNotices {
  const queue = createSerialQueue();
  const stopping = new AbortController();
  /** the newest number, as the relay last said */
  let newest = 0;
  /** of a notice that could not be opened */
  let unopened = 0;
  /** of the shop key, as the relay last said */
  let keyId: string | null = null;
  let isBusy = false;
  let failedAt: number | null = null;
  const present = (): { shop: Shop; key: ShopKey; seal: Sealing } | null => {
    const shop = membership.shop();
    if (!shop?.key || shop.key.id !== keyId || stopping.signal.aborted) return null;
    return { shop, key: shop.key, seal: createSealing(shop.key.derive('notices'), shop.id, random) };
  };
  const open = (seal: Sealing, { seq, id, topic, sealed }: Page['notices'][number]): Notice | null => {
    const plain = seal.open(['notice', id, topic], Buffer.from(sealed, 'base64'));
    return plain && { id, seq, topic, plain };
  };
  /** Takes what one page brought. @returns how far that was */
  const take = async (
    { shop, key, seal }: NonNullable<ReturnType<typeof present>>,
    { notices }: Pick<Page, 'notices'>,
  ): Promise<number> => {
    const opened: Notice[] = [];
    let upTo = notices.at(-1)?.seq ?? newest;
    for (const notice of notices) {
      const one = open(seal, notice);
      if (one) opened.push(one);
      // The shop key may have been changed a moment ago: it is tried once more, with the key of then.
      else if (notice.seq !== unopened) {
        unopened = notice.seq;
        upTo = notice.seq - 1;
        break;
      } else log.warn('a notice of the shop cannot be opened with its key', { topic: notice.topic });
    }
    await handlers.arrived(opened, { shop, key, upTo });
    return upTo;
  };
  /** @returns whether the relay answered, and all was read */
  const readOn = async (from: number | null): Promise<boolean> => {
    let after = from;
    for (;;) {
      const now = present();
      if (!now) return true;
      const known = after ?? (await handlers.readUpTo(now.shop.id));
      // The relay has fewer: it was put back to an older copy, and its numbers come again.
      const behind = after === null && newest < known ? 0 : known;
      if (from === null && behind >= newest) return true;
      const answer = await relay.noticesAfter(behind, stopping.signal);
      if (answer.kind !== 'answered') return false;
      const { notices, more } = answer.value;
      const upTo = await take(now, answer.value);
      if (upTo < (notices.at(-1)?.seq ?? 0)) return false;
      if (!more || upTo <= behind) return true;
      after = upTo;
    }
  };
  const send = async ({ id, topic, plain }: Omit<Notice, 'seq'>): ReturnType<ShopNotices['send']> => {
    const now = present();
    if (!now) return 'silent';
    if (plain.length > maxPlainLength) return 'too_large';
    const sealed = Buffer.from(now.seal.seal(['notice', id, topic], plain)).toString('base64');
    const notice: PostedNotice = { id, topic, keyId: now.key.id, sealed };
    const answer = await relay.postNotice(notice, stopping.signal);
    // It was changed a moment ago: the next page of the mailbox says so.
    if (answer.kind === 'refused' && answer.reason === 'other_key') return 'silent';
    if (answer.kind === 'refused')
      log.warn('the relay does not take a notice of the shop', { topic, reason: answer.reason ?? 'other' });
    return answer.kind === 'answered' ? 'posted' : answer.kind;
  };
  const postAll = async (): Promise<boolean> => {
    const now = present();
    if (!now) return true;
    for (const notice of await handlers.toPost(now.key)) {
      if (stopping.signal.aborted) return true;
      if ((await send(notice)) !== 'posted') return false;
      await handlers.posted(notice.id, now.key);
    }
    return true;
  };
  const run = (work: () => Promise<boolean>): Promise<void> =>
    queue(async () => {
      try {
        failedAt = (await work()) ? null : clock.monotonic();
      } catch (error) {
        failedAt = clock.monotonic();
        log.error('notices of the shop could not be handled', {
          fault: errorName(error),
        });
      }
    });
  return {
    learn(shop) {
      newest = shop?.notices ?? 0;
      keyId = shop?.keyId ?? null;
      const isPaused = failedAt !== null && clock.monotonic() - failedAt < pauseMs;
      if (shop === null || isBusy || isPaused) return;
      isBusy = true;
      // What another one has posted meanwhile need not be posted: after a change of the shop's key each knows the same erasures.
      void run(async () => {
        const isRead = await readOn(null);
        return (await postAll()) && isRead;
      }).finally(() => {
        isBusy = false;
      });
    },
    post: () => run(postAll),
    send: (notice) => queue(() => send(notice)),
    readAgain: (after) => run(() => readOn(after)),
    async stop() {
      stopping.abort();
      await queue(async () => undefined);
    },
  };
}
