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

type Sent = 'posted' | 'silent' | 'refused' | 'too_large';

/** The shop, and its key, as they are now. */
interface Present {
  shop: Shop;
  key: ShopKey;
  seal: Sealing;
}

/** The messages between the counters and the office of a shop by way of the relay, which can read none of them. */
export class ShopNotices {
  readonly #deps: Deps;
  readonly #queue = createSerialQueue();
  readonly #stopping = new AbortController();
  /** the newest number, as the relay last said */
  #newest = 0;
  /** of a notice that could not be opened */
  #unopened = 0;
  /** of the shop key, as the relay last said */
  #keyId: string | null = null;
  #isBusy = false;
  #failedAt: number | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** what a page of the mailbox says of its shop */
  learn(shop: ShopOfMailbox | null): void {
    this.#newest = shop?.notices ?? 0;
    this.#keyId = shop?.keyId ?? null;
    const isPaused = this.#failedAt !== null && this.#deps.clock.monotonic() - this.#failedAt < pauseMs;
    if (shop === null || this.#isBusy || isPaused) return;
    this.#isBusy = true;
    // What another one has posted meanwhile need not be posted: after a change of the shop's key each knows the same erasures.
    void this.#run(async () => {
      const isRead = await this.#readOn(null);
      return (await this.#postAll()) && isRead;
    }).finally(() => {
      this.#isBusy = false;
    });
  }

  /** Posts what there is to post; resolves when the relay has answered or was silent. */
  post(): Promise<void> {
    return this.#run(() => this.#postAll());
  }

  /** Posts this one now. */
  send(notice: Omit<Notice, 'seq'>): Promise<Sent> {
    return this.#queue(() => this.#send(notice));
  }

  /** reads again from a notice on. @param after its number less one */
  readAgain(after: number): Promise<void> {
    return this.#run(() => this.#readOn(after));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#queue(async () => undefined);
  }

  #run(work: () => Promise<boolean>): Promise<void> {
    const { clock, log } = this.#deps;
    return this.#queue(async () => {
      try {
        this.#failedAt = (await work()) ? null : clock.monotonic();
      } catch (error) {
        this.#failedAt = clock.monotonic();
        log.error('notices of the shop could not be handled', { fault: errorName(error) });
      }
    });
  }

  #present(): Present | null {
    const shop = this.#deps.membership.shop();
    if (!shop?.key || shop.key.id !== this.#keyId || this.#stopping.signal.aborted) return null;
    return { shop, key: shop.key, seal: createSealing(shop.key.derive('notices'), shop.id, this.#deps.random) };
  }

  /** @returns whether the relay answered, and all was read */
  async #readOn(from: number | null): Promise<boolean> {
    const { handlers, relay } = this.#deps;
    let after = from;
    for (;;) {
      const now = this.#present();
      if (!now) return true;
      const position = after ?? (await handlers.readUpTo(now.shop.id));
      // The relay has fewer: it was put back to an older copy, and its numbers come again.
      const behind = after === null && this.#newest < position ? 0 : position;
      if (from === null && behind >= this.#newest) return true;
      const answer = await relay.noticesAfter(behind, this.#stopping.signal);
      if (answer.kind !== 'answered') return false;
      const { notices, more } = answer.value;
      const upTo = await this.#take(now, answer.value);
      if (upTo < (notices.at(-1)?.seq ?? 0)) return false;
      if (!more || upTo <= behind) return true;
      after = upTo;
    }
  }

  /** Takes what one page brought. @returns how far that was */
  async #take({ shop, key, seal }: Present, { notices }: Pick<Page, 'notices'>): Promise<number> {
    const opened: Notice[] = [];
    let upTo = notices.at(-1)?.seq ?? this.#newest;
    for (const notice of notices) {
      const one = openNotice(seal, notice);
      if (one) opened.push(one);
      // The shop key may have been changed a moment ago: it is tried once more, with the key of then.
      else if (notice.seq !== this.#unopened) {
        this.#unopened = notice.seq;
        upTo = notice.seq - 1;
        break;
      } else this.#deps.log.warn('a notice of the shop cannot be opened with its key', { topic: notice.topic });
    }
    await this.#deps.handlers.arrived(opened, { shop, key, upTo });
    return upTo;
  }

  async #postAll(): Promise<boolean> {
    const { handlers } = this.#deps;
    const now = this.#present();
    if (!now) return true;
    for (const notice of await handlers.toPost(now.key)) {
      if (this.#stopping.signal.aborted) return true;
      if ((await this.#send(notice)) !== 'posted') return false;
      await handlers.posted(notice.id, now.key);
    }
    return true;
  }

  async #send({ id, topic, plain }: Omit<Notice, 'seq'>): Promise<Sent> {
    const now = this.#present();
    if (!now) return 'silent';
    if (plain.length > maxPlainLength) return 'too_large';
    const sealed = Buffer.from(now.seal.seal(['notice', id, topic], plain)).toString('base64');
    const notice: PostedNotice = { id, topic, keyId: now.key.id, sealed };
    const answer = await this.#deps.relay.postNotice(notice, this.#stopping.signal);
    // It was changed a moment ago: the next page of the mailbox says so.
    if (answer.kind === 'refused' && answer.reason === 'other_key') return 'silent';
    if (answer.kind === 'refused')
      this.#deps.log.warn('the relay does not take a notice of the shop', { topic, reason: answer.reason ?? 'other' });
    return answer.kind === 'answered' ? 'posted' : answer.kind;
  }
}

function openNotice(seal: Sealing, { seq, id, topic, sealed }: Page['notices'][number]): Notice | null {
  const plain = seal.open(['notice', id, topic], Buffer.from(sealed, 'base64'));
  return plain && { id, seq, topic, plain };
}
