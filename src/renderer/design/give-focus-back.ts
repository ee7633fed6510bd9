/**
 * After a dialog the focus goes where it was before it. Where that is gone, it goes to the screen's main part, unless
 * something there has taken it already: it is never nowhere.
 */
export function giveFocusBack(before: Element | null): void {
  const { activeElement, body } = document;
  if (activeElement !== null && activeElement !== body) return;
  const stillThere = before instanceof HTMLElement && before !== body && before.isConnected;
  (stillThere ? before : document.querySelector('main'))?.focus();
}
