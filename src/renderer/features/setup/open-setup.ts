import { navigate } from '../../state/router.ts';

/** The page reloads when the counter goes live: set-up continues at the same step. */
const key = 'konter.setup';

export function openSetup(): void {
  navigate('setup');
}

/** To be called before a step makes the page reload. */
export function comeBackToSetup(): void {
  window.sessionStorage.setItem(key, 'open');
}

/** Once at the start of the page. */
export function goOnWithSetup(): void {
  if (window.sessionStorage.getItem(key) === null) return;
  window.sessionStorage.removeItem(key);
  openSetup();
}
