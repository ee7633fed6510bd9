import { useRouter } from '../../state/router.ts';

/** The page loads anew when the counter goes live: set-up goes on where it was. */
const key = 'konter.setup';

export function openSetup(): void {
  useRouter.setState({ route: 'setup', settingsSection: null });
}

/** Said before the page is loaded anew by the step itself. */
export function comeBackToSetup(): void {
  window.sessionStorage.setItem(key, 'open');
}

/** Once at the start of the page. */
export function goOnWithSetup(): void {
  if (window.sessionStorage.getItem(key) === null) return;
  window.sessionStorage.removeItem(key);
  openSetup();
}
