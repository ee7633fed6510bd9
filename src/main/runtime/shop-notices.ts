import { readErasureNotice, type ShopErasures, writeErasureNotice } from '../customers/index.ts';
import type { FollowedOffice } from '../office/index.ts';
import type { NoticeHandlers } from '../shop/index.ts';

interface Deps {
  followed: FollowedOffice;
  journal: { shopErasures: ShopErasures };
  /** Erasures of others are known that were not before. */
  follow(): void;
}

/** What the features do about the notices of the shop. */
export function noticeHandlers({ journal, follow, followed }: Deps): NoticeHandlers {
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
      const all = await shopErasures.toPost(key.id);
      return all.map((erasure) => ({ id: erasure.id, topic: 'erasure', plain: writeErasureNotice(erasure, key.id) }));
    },
    posted: (id, key) => shopErasures.posted(id, key.id),
  };
}
