import type { PostedNotice, ShopNotices } from '../../shared/wire/office.ts';
import type { ShopRefusal } from './claims.ts';
import type { Authenticate } from './directory.ts';
import type { Clock } from './ports.ts';
import type { NoticeStore } from './store.ts';

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
