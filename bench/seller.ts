import { setTimeout as pause } from 'node:timers/promises';
import { type ShopDatabase } from '../src/main/runtime/shop-database.ts';
import { benchSale } from './bench-sale.ts';

/** a sale begun every 5 ms: more than any shop, and what makes SQLite's own online backup start over for ever */
export const sellEveryMs = 5;

/** Somebody who sells and sells, and notes what each commit took in milliseconds. @param first the number of the first sale */
export function startSeller(db: Pick<ShopDatabase, 'commit'>, first: number) {
  let count = first;
  const took: { calm: number[]; busy: number[] } = { calm: [], busy: [] };
  const until = async (ended: () => boolean, times: number[]): Promise<void> => {
    while (!ended()) {
      count += 1;
      const begun = performance.now();
      const outcome = await db.commit(benchSale(count));
      times.push(performance.now() - begun);
      // A refusal costs a third of it, and would be taken for a quick commit.
      if (outcome.kind !== 'committed') throw new Error(`the seller's sale was ${outcome.kind}`);
      await pause(sellEveryMs);
    }
  };
  return {
    took,
    async for(ms: number, mood: 'calm' | 'busy') {
      const end = performance.now() + ms;
      await until(() => performance.now() >= end, took[mood]);
    },
    async during<T>(work: Promise<T>): Promise<T> {
      let ended = false;
      const watched = work.finally(() => {
        ended = true;
      });
      await until(() => ended, took.busy);
      return watched;
    },
  };
}
