import { describe, expect, it } from 'vitest';
import { foldBatches } from '../../../../../../src/renderer/features/receipts/list/list-rows.ts';
import {
  evictFarPages,
  idAt,
  isWhole,
  type ListPage,
  lackingPage,
  outlinedPages,
  pageOf,
  pageOfDay,
  rowAt,
  rowOf,
  salesAbove,
  startsOf,
  unreadPage,
} from '../../../../../../src/renderer/features/receipts/list/page-cache.ts';

describe('the pages in memory', () => {
  const outline = {
    count: 1050,
    places: [1, 2, 3, 4, 5].map((n) => ({ cursor: `c${n}`, day: `2026-03-0${6 - n}` })),
  };
  const idsOf = (page: number, count: number): string[] => Array.from({ length: count }, (_, n) => `${page}-${n}`);
  const read = (page: ListPage, at: number): ListPage => ({ ...page, ids: idsOf(at, page.count) });
  const nothingUnfolded: ReadonlySet<string> = new Set();

  describe('a list of which only the places are known', () => {
    const first: ListPage = { ...unreadPage(null, 50), ids: idsOf(0, 50) };
    const pages = foldBatches(outlinedPages(outline, first), nothingUnfolded);
    const starts = startsOf(pages);

    it('is as long as the journal says, and keeps the rows that were there', () => {
      expect(starts.at(-1)).toBe(1050);
      expect(pages.map(({ count }) => count)).toEqual([200, 200, 200, 200, 200, 50]);
      expect(idAt(pages, starts, 49)).toBe('0-49');
      expect(idAt(pages, starts, 50)).toBeNull();
      expect(pages.map(({ start }) => start)).toEqual([null, 'c1', 'c2', 'c3', 'c4', 'c5']);
    });

    it('reads the part in sight, from the top down', () => {
      expect(lackingPage(pages, starts, { first: 0, last: 20 })).toBe(0);
      const [whole] = pages.map(read);
      if (!whole) throw new Error('no page');
      expect(lackingPage(pages.with(0, whole), starts, { first: 190, last: 210 })).toBe(1);
      expect(lackingPage(pages.map(read), starts, { first: 0, last: 1049 })).toBeNull();
    });

    it('finds the page of every row', () => {
      for (let row = 0; row < 1050; row += 1) expect(pageOf(starts, row)).toBe(Math.floor(row / 200));
    });

    it('knows where a day begins', () => {
      expect(pageOfDay(outline, '2026-03-09')).toBe(0);
      expect(pageOfDay(outline, '2026-03-03')).toBe(2);
      expect(pageOfDay(outline, '2020-01-01')).toBe(5);
    });
  });

  it('a long list has the rows near the one in sight in memory, the others only by their place', () => {
    const long = outlinedPages(
      { count: 1_000_000, places: Array.from({ length: 5000 }, (_, n) => ({ cursor: `c${n}`, day: '2026-03-01' })) },
      undefined,
    );
    let pages: readonly ListPage[] = long;
    const gone: string[] = [];
    for (const at of [0, 1, 2, 3, 4, 5, 6, 7, 2500, 2501, 4999]) {
      const page = pages[at];
      if (!page) throw new Error('no page');
      const left = evictFarPages(pages.with(at, read(page, at)), at);
      pages = foldBatches(left.pages, nothingUnfolded);
      gone.push(...left.gone);
      expect(pages.filter(({ ids }) => ids !== null).length).toBeLessThanOrEqual(11);
    }
    expect(new Set(gone).size).toBe(10 * 200);
    const starts = startsOf(pages);
    expect(starts.at(-1)).toBe(1_000_000);
    expect(rowOf(pages, starts, '4999-7')).toBe(999_807);
    expect(rowOf(pages, starts, '3-7')).toBeNull();
    expect(pages.filter(isWhole)).toHaveLength(1);
  });

  describe('sales that were paid together', () => {
    const batches = { b1: ['0-3', '0-2', '1-0'] };
    const both: readonly ListPage[] = [
      { ...unreadPage(null, 4), ids: idsOf(0, 4), batches },
      { ...unreadPage('c1', 4), ids: idsOf(1, 4), batches },
    ];

    it('are one row at the newest of them, also where their lines are on two pages', () => {
      const pages = foldBatches(both, nothingUnfolded);
      const starts = startsOf(pages);
      const [length, head] = [starts.at(-1), rowAt(pages, starts, 2)];
      expect([length, head]).toEqual([6, { is: 'batch', id: 'b1', lines: batches.b1, isUnfolded: false }]);
      expect(['0-3', '0-2', '1-0', '1-1'].map((id) => rowOf(pages, starts, id))).toEqual([2, 2, 2, 3]);
      expect([2, 3, 5].map((row) => salesAbove(pages, starts, row))).toEqual([2, 5, 7]);
    });

    it('unfold below that row in the order of sending, each line once', () => {
      const pages = foldBatches(both, new Set(['b1']));
      const starts = startsOf(pages);
      expect(starts.at(-1)).toBe(9);
      expect(Array.from({ length: 9 }, (_, row) => idAt(pages, starts, row)).slice(2, 7)).toEqual([
        '0-3',
        '0-3',
        '0-2',
        '1-0',
        '1-1',
      ]);
      expect(rowOf(pages, starts, '0-3')).toBe(3);
    });

    it('stay one row while the page above is not in memory', () => {
      const pages = foldBatches(both, nothingUnfolded);
      const [first, second] = pages;
      if (!first || !second) throw new Error('no page');
      const dropped = foldBatches([{ ...first, ids: null, rows: null, batches: {} }, second], nothingUnfolded);
      expect(startsOf(dropped)).toEqual(startsOf(pages));
      expect(rowOf(dropped, startsOf(dropped), '1-1')).toBe(3);
    });

    it('are one row at the top of a page that is read alone', () => {
      const [, second] = both;
      if (!second) throw new Error('no page');
      const pages = foldBatches([unreadPage(null, 4), second], nothingUnfolded);
      expect(rowOf(pages, startsOf(pages), '1-0')).toBe(4);
    });
  });
});
