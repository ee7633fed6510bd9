import { create } from 'zustand';
import type { BookBy } from '../../../shared/contract/books.ts';
import type { Measure } from './measure.ts';
import type { Period } from './period.ts';

export const tabs = ['sales', 'shifts'] as const;
export type BooksTab = (typeof tabs)[number];

interface BooksView {
  tab: BooksTab;
  period: Period;
  by: BookBy;
  measure: Measure;
  /** on screens where there is no room for both */
  as: 'chart' | 'table';
}

/** What of the books is in sight. It stays while somebody sells in between. */
export const useBooksView = create<BooksView>(() => ({
  tab: 'sales',
  period: { name: 'today', range: null },
  by: 'hour',
  measure: 'turnover',
  as: 'chart',
}));

export const showBooks = (part: Partial<BooksView>): void => useBooksView.setState(part);
