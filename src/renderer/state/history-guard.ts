/*
 * A mouse's back button, or a swipe, leads nowhere: the counter is one page, and behind it is a blank one. An entry of the history stands
 * before the page; who goes back to it is led forward again. Chromium counts only entries that were added after a key or a press.
 */

const isGuard = (state: unknown): boolean => state === 'konter';

export function guardHistory(): void {
  const arm = (): void => {
    if (!isGuard(window.history.state)) window.history.pushState('konter', '');
  };
  window.addEventListener('keydown', arm, { capture: true });
  window.addEventListener('pointerdown', arm, { capture: true });
  window.addEventListener('popstate', ({ state }) => {
    if (!isGuard(state)) window.history.forward();
  });
}
