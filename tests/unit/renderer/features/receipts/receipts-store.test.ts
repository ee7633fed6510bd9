import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { findSubmittedSale } from '../../../../../src/renderer/features/checkout/submission.ts';
import { idAt, unreadPage } from '../../../../../src/renderer/features/receipts/list/page-cache.ts';
import {
  listId,
  openFirst,
  readList,
  readMore,
  readRows,
  rowOfDay,
  unfoldBatch,
  useReceiptList,
} from '../../../../../src/renderer/features/receipts/receipts-store.ts';
import { noFilter, type ReceiptFilter } from '../../../../../src/renderer/state/receipt-filter.ts';
import { navigate, showReceipts, useRouter } from '../../../../../src/renderer/state/router.ts';
import { newerSale, useSales } from '../../../../../src/renderer/state/sales.ts';
import { ok } from '../../../../../src/shared/contract/errors.ts';
import type { TransactionSearch } from '../../../../../src/shared/contract/transactions.ts';
import { fakeSale } from '../../../../support/fake-sales.ts';

describe('the list of receipts', () => {
  /** 4000 sales, a hundred a day from 2026-04-09 back to 2026-03-01, newest first; every tenth is of Budi. */
  const book = Array.from({ length: 4000 }, (_, at) => {
    const day = new Date(Date.parse('2026-04-09') - Math.floor(at / 100) * 86_400_000).toISOString().slice(0, 10);
    return fakeSale({ id: `s${at}`, day, customerName: at % 10 === 0 ? 'BUDI' : 'SITI' });
  });

  function bookHost(): void {
    const listed = (text = '') => book.filter(({ customerName }) => (customerName ?? '').includes(text));
    const transactions = {
      search: async ({ text, cursor = '0', limit = 50 }: TransactionSearch) => {
        const [all, end] = [listed(text), Number(cursor) + limit];
        return ok({ items: all.slice(Number(cursor), end), next: end < all.length ? String(end) : null });
      },
      outline: async () => {
        const places = book.flatMap(({ day }, at) => ((at + 1) % 200 === 0 ? [{ cursor: String(at + 1), day }] : []));
        return ok({ count: book.length, places });
      },
    };
    vi.stubGlobal('window', { konter: { transactions } });
    vi.stubGlobal('document', { querySelector: () => null });
    onTestFinished(() => void vi.unstubAllGlobals());
  }

  it('reads what is in sight anywhere in the list, and remembers only what is near', async () => {
    bookHost();
    await readList(noFilter);
    expect(useReceiptList.getState().starts.at(-1)).toBe(4000);
    for (const first of [0, 3990, 2000, 60, 1111]) {
      await readRows(noFilter, { first, last: first + 5 });
      const { pages, starts } = useReceiptList.getState();
      expect(idAt(pages ?? [], starts, first)).toBe(`s${first}`);
      expect(useSales.getState().byId[`s${first}`]).toBeDefined();
    }
    for (let first = 0; first < 4000; first += 200) await readRows(noFilter, { first, last: first });
    expect(Object.keys(useSales.getState().byId).length).toBeLessThan(2500);
    expect(await rowOfDay(noFilter, '2026-03-20')).toBe(2000);
    expect(await rowOfDay(noFilter, '2027-01-01')).toBe(0);
    expect(await rowOfDay(noFilter, '2020-01-01')).toBe(3999);
  });

  it('keeps the whole list where its outline comes while rows of it are read', async () => {
    bookHost();
    const [outlineRead, rowsRead] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { search, outline } = window.konter.transactions;
    vi.spyOn(window.konter.transactions, 'outline').mockImplementation((input) =>
      outlineRead.promise.then(() => outline(input)),
    );
    const reading = readList(noFilter);
    await vi.waitFor(() => expect(useReceiptList.getState().pages?.[0]?.ids).toHaveLength(50));
    await readMore(noFilter);
    // As a list does whose rows are far from what is in sight.
    useReceiptList.setState(({ pages }) => ({
      pages: pages?.with(1, unreadPage('50', 50)) ?? null,
    }));
    vi.spyOn(window.konter.transactions, 'search').mockImplementation((input) =>
      rowsRead.promise.then(() => search(input)),
    );
    const filling = readRows(noFilter, { first: 60, last: 65 });
    outlineRead.resolve();
    await reading;
    rowsRead.resolve();
    await filling;
    expect(useReceiptList.getState().starts.at(-1)).toBe(4000);
  });

  it('shows what was paid together as one row that unfolds, and each line by itself in a search or a view', async () => {
    const lines = [49, 50, 51].map((at) => book[at]).filter((sale) => sale !== undefined);
    bookHost();
    const { search } = window.konter.transactions;
    vi.spyOn(window.konter.transactions, 'search').mockImplementation(async (input) => {
      const page = await search(input);
      return page.ok ? ok({ ...page.value, batches: [{ id: 'b1', lines }] }) : page;
    });
    await readList(noFilter);
    const length = (): number | undefined => useReceiptList.getState().starts.at(-1);
    // Its lines are on two pages: those of the second are folded once that page is read.
    await readRows(noFilter, { first: 0, last: 100 });
    expect(length()).toBe(3998);
    expect(useSales.getState().byId['s51']).toBeDefined();
    unfoldBatch('b1');
    expect(length()).toBe(4001);
    const { pages, starts } = useReceiptList.getState();
    expect([49, 50, 51, 52, 53].map((row) => idAt(pages ?? [], starts, row))).toEqual([
      's49',
      's49',
      's50',
      's51',
      's52',
    ]);
    unfoldBatch('b1', false);
    expect(length()).toBe(3998);
    for (const filter of [
      { ...noFilter, text: 'I' },
      { ...noFilter, view: 'success' as const },
    ]) {
      await readList(filter);
      const batchRows = useReceiptList.getState().pages?.[0]?.rows?.filter(({ is }) => is === 'batch');
      expect(batchRows).toEqual([]);
    }
  });

  it('a narrower search keeps the sales that both lists show', async () => {
    bookHost();
    await readList({ ...noFilter, text: 'BUD' });
    await readList({ ...noFilter, text: 'BUDI' });
    const { pages } = useReceiptList.getState();
    for (const id of pages?.[0]?.ids ?? []) expect(useSales.getState().byId[id]).toBeDefined();
    expect(pages?.[0]?.ids?.length).toBe(50);
  });
});

const sentAt = '2026-03-02T03:00:00.000Z';
const now = Date.parse(sentAt);

describe('a search in the receipts', () => {
  const results = (...ids: string[]) => ids.map((id) => fakeSale({ id }));
  /** the one that is open */
  let dialog: object | null = null;

  function searchHost(answers: Readonly<Record<string, ReturnType<typeof results>>>): { focused: string[] } {
    const focused: string[] = [];
    const search = async ({ text = '', states }: TransactionSearch) => {
      const everywhere = answers[text] ?? [];
      return ok({ items: states?.length === 1 ? [] : everywhere, next: null });
    };
    vi.stubGlobal('window', {
      konter: { transactions: { search, outline: async () => ok({ count: 0, places: [] }) } },
    });
    const getElementById = (id: string) => ({ focus: () => focused.push(id) });
    vi.stubGlobal('document', { getElementById, querySelector: () => dialog });
    useRouter.setState({ openSale: null });
    onTestFinished(() => void vi.unstubAllGlobals());
    return { focused };
  }

  /** As the screen does it: the list is read for each filter that it gets. */
  async function type(filter: ReceiptFilter): Promise<void> {
    useRouter.setState({ filter });
    await readList(filter);
  }

  it('opens a single match by itself, and leaves no sale open that it does not find', async () => {
    searchHost({ '1': results('a', 'b'), '12': results('b'), '3': results('c', 'd') });
    await type({ ...noFilter, text: '1' });
    expect(useRouter.getState().openSale).toBeNull();
    await type({ ...noFilter, text: '12' });
    expect(useRouter.getState().openSale).toBe('b');
    await type({ ...noFilter, text: '3' });
    expect(useRouter.getState().openSale).toBeNull();
  });

  it('opens the first sale on Enter, also where Enter comes before the list', async () => {
    const { focused } = searchHost({ '1': results('a', 'b') });
    const filter = { ...noFilter, text: '1' };
    useRouter.setState({ filter });
    openFirst();
    expect(useRouter.getState().openSale).toBeNull();
    await readList(filter);
    expect(useRouter.getState().openSale).toBe('a');
    expect(focused).toEqual([listId]);
  });

  it('leaves the sale that is open where it comes after somebody opened it, or a dialog about it', async () => {
    searchHost({ '1': results('b'), '2': results('b') });
    const searched = type({ ...noFilter, text: '1' });
    useRouter.setState({ openSale: 'a' });
    await searched;
    expect(useRouter.getState().openSale).toBe('a');
    dialog = {};
    onTestFinished(() => void (dialog = null));
    await type({ ...noFilter, text: '2' });
    expect(useRouter.getState().openSale).toBe('a');
  });

  it('goes on in all sales on Enter where the view hides what is searched for', async () => {
    searchHost({ '1': results('a', 'b') });
    await type({ ...noFilter, view: 'unknown', text: '1' });
    openFirst();
    const { filter } = useRouter.getState();
    expect(filter).toEqual({ ...noFilter, text: '1' });
    await readList(filter);
    expect(useRouter.getState().openSale).toBe('a');
  });
});

describe('the receipts, opened again', () => {
  it('show all sales, whatever was filtered there before', () => {
    showReceipts({ view: 'unknown' });
    expect(useRouter.getState().filter.view).toBe('unknown');
    navigate('sell');
    navigate('receipts');
    expect(useRouter.getState().filter).toEqual(noFilter);
  });
});

describe('sales that are published twice', () => {
  it('keeps the later revision, whichever came first', () => {
    const early = fakeSale({ revision: 2, state: 'pending' });
    const late = fakeSale({ revision: 3, state: 'success' });
    expect(newerSale(early, late)).toBe(late);
    expect(newerSale(late, early)).toBe(late);
    expect(newerSale(undefined, early)).toBe(early);
  });

  it('finds the sale of the button that was just pressed, and no earlier one of the same number', () => {
    const input = { productCode: 'TSEL10', customerNo: '081234567890' };
    const old = fakeSale({ id: 'old', sentAt: '2026-03-02T02:00:00.000Z' });
    const fresh = fakeSale({ id: 'fresh', sentAt });
    expect(findSubmittedSale({ old, fresh }, input, now - 2000)?.id).toBe('fresh');
    expect(findSubmittedSale({ old }, input, now - 2000)).toBeNull();
  });
});
