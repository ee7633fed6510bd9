// Taken out of the address at once, so that it stays in no history, bookmark or screenshot.
const token = new URLSearchParams(location.hash.slice(1)).get('token');
if (token !== null) history.replaceState(null, '', location.pathname + location.search);

/**
 * Trades the address's token for a cookie, or finds the cookie of before a reload. Rejects when nothing answers.
 * @param path of the host: '/session', or '/display/session' for a customer's display
 */
export function tradeToken(path: string): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(token === null ? {} : { token }),
    redirect: 'error',
    cache: 'no-store',
  });
}
