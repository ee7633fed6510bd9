import type { Log } from '../base/system.ts';
import { readErasureNotice, type ShopErasures, writeErasureNotice } from '../customers/index.ts';
import type { FollowedOffice } from '../office/index.ts';
import type { NoticeHandlers } from '../shop/index.ts';

interface Deps {
  followed: FollowedOffice;
  journal: { shopErasures: ShopErasures };
  /** Erasures of others are known that were not before. */
  follow(): void;
  log: Log;
}

/** What the features do about the notices of the shop. */
export function noticeHandlers({ journal, follow, followed, log }: Deps): NoticeHandlers {
  const { shopErasures } = journal;
  return {
    readUpTo: shopErasures.readUpTo,
    async arrived(notices, { shop, key, upTo }) {
      const announced = notices.filter(({ topic }) => topic === 'erasure');
      const erasures = announced.flatMap(({ id, plain }) => readErasureNotice(id, key.id, plain) ?? []);
      // An office follows no other one. Of several documents the last counts, and the version keeps an older one out.
      const document = notices.findLast(({ topic }) => topic === 'office');
      if (document && shop.role !== 'office') await followed.take(document, shop);
      await shopErasures.arrived(erasures, { shop: shop.id, upTo, keyId: key.id });
      if (erasures.length > 0) follow();
    },
    async toPost(key) {
      const all = await shopErasures.toPost();
      const lost = all.filter(({ keyId }) => keyId !== key.id);
      // Its number is gone, so no digest under the new key can be made of it.
      if (lost.length > 0)
        log.warn('erasures were not announced to other counters before the shop key was changed', {
          erasures: lost.length,
        });
      for (const { id } of lost) await shopErasures.posted(id, key.id);
      return all
        .filter(({ keyId }) => keyId === key.id)
        .map((erasure) => ({ id: erasure.id, topic: 'erasure', plain: writeErasureNotice(erasure) }));
    },
    posted: (id, key) => shopErasures.posted(id, key.id),
  };
}
