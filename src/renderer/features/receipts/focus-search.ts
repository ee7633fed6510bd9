export const searchFieldId = 'receipt-search';

/** Puts the caret into the receipts' search field, if it is on screen; it takes the caret itself when it appears. */
export function focusSearch(): void {
  const field = document.getElementById(searchFieldId);
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}
