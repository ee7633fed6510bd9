/**
 * After a dialog the focus goes where it was before it. Where that is gone, it goes to the screen's main part, unless
 * something there has taken it already: it is never nowhere.
 */
export function giveFocusBack(before: Element | null): void {
  const { activeElement, body } = document;
  if (activeElement !== null && activeElement !== body) return;
  const stillThere = before instanceof HTMLElement && before !== body && before.isConnected;
  // What was being read before is read on, also where it was drawn anew beside the dialog.
  const reading = document.querySelector<HTMLElement>('main [data-reading]');
  (stillThere ? before : (reading ?? document.querySelector('main')))?.focus();
}
