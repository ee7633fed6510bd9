/**
 * Focuses the element that had the focus before a dialog. Where that is gone, it focuses the screen's main part, unless
 * something else has the focus already: the focus is never lost.
 */
export function restoreFocus(before: Element | null): void {
  const { activeElement, body } = document;
  if (activeElement !== null && activeElement !== body) return;
  const isConnected = before instanceof HTMLElement && before !== body && before.isConnected;
  // The text of a sale keeps the focus, also where it was mounted again beside the dialog.
  const reading = document.querySelector<HTMLElement>('main [data-reading]');
  (isConnected ? before : (reading ?? document.querySelector('main')))?.focus();
}
