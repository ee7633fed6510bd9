/** Where the counter's page lives under Electron, and no other page of it. */
export const pageScheme = 'app';
const pageHost = 'konter';
export const pageUrl = `${pageScheme}://${pageHost}/`;

/** Whether an address is on the counter's own origin. */
export function isOwnOrigin(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  return (
    url !== null &&
    url.protocol === `${pageScheme}:` &&
    url.host === pageHost &&
    url.username === '' &&
    url.password === ''
  );
}

/** Whether an address is the counter's page itself: where a reload leads. */
export function isOwnPage(address: string): boolean {
  if (!isOwnOrigin(address)) return false;
  const { pathname, search } = new URL(address);
  return (pathname === '/' || pathname === '/index.html') && search === '';
}

/** The customer's display: served in a session of its own. No page may go there, so it is not an own page. */
export const displayUrl = `${pageUrl}display.html`;
