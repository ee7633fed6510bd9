import type { Log } from '../base/system.ts';
import {
  type CustomerData,
  type ErasureWorker,
  readErasureNotice,
  type ShopErasures,
  writeErasureNotice,
} from '../customers/index.ts';
import type { FollowedOffice } from '../office/index.ts';
import type { NoticeHandlers } from '../shop/index.ts';

interface Deps {
  followed: FollowedOffice;
  journal: { customers: Pick<CustomerData, 'erasures'>; shopErasures: ShopErasures };
  erasing: Pick<ErasureWorker, 'follow'>;
  log: Log;
}

/** What the features do about the notices of the shop. */
export function noticeHandlers({ journal, erasing, followed, log }: Deps): NoticeHandlers {
  const { customers, shopErasures } = journal;
  return {
    readUpTo: shopErasures.readUpTo,
    async arrived(notices, { shop, key, upTo }) {
      const announced = notices.filter(({ topic }) => topic === 'erasure');
      // Those that were made here, or were followed before.
      const known = announced.length === 0 ? [] : (await customers.erasures()).map(({ notice }) => notice);
      const erasures = announced.flatMap(({ id, plain }) =>
        known.includes(id) ? [] : (readErasureNotice(id, key.id, plain) ?? []),
      );
      // An office follows no other one. Of several documents the last counts, and the version keeps an older one out.
      const document = notices.findLast(({ topic }) => topic === 'office');
      if (document && shop.role !== 'office') await followed.take(document, shop);
      await shopErasures.arrived(erasures, { shop: shop.id, upTo });
      if (erasures.length > 0) erasing.follow();
    },
    async toPost(key) {
      const all = await shopErasures.toPost();
      const lost = all.filter(({ keyId }) => keyId !== key.id);
      // Its number is gone, so no digest under the new key can be made of it.
      if (lost.length > 0)
        log.warn('erasures were not announced to other counters before the shop key was changed', {
          erasures: lost.length,
        });
      for (const { id } of lost) await shopErasures.posted(id);
      return all
        .filter(({ keyId }) => keyId === key.id)
        .map((erasure) => ({ id: erasure.id, topic: 'erasure', plain: writeErasureNotice(erasure) }));
    },
    posted: shopErasures.posted,
  };
}
