import { useRouter } from '../../state/router.ts';
import { idAt, rowOf } from './list-pages.ts';
import { useReceiptList } from './receipts-store.ts';

export const listId = 'receipt-list';

/** From the search field into what it found: the list takes the keys, and its first sale opens where none of it is open. */
export function openFirst(): void {
  const { pages, starts } = useReceiptList.getState();
  const first = idAt(pages ?? [], starts, 0);
  if (first === null) return;
  const { openSale } = useRouter.getState();
  if (openSale === null || rowOf(pages ?? [], starts, openSale) === null) useRouter.setState({ openSale: first });
  document.getElementById(listId)?.focus();
}
