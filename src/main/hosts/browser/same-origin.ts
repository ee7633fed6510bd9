/** What of a request tells where it comes from. */
export interface Provenance {
  method: string;
  host: string | undefined;
  origin: string | undefined;
  /** Sec-Fetch-Site, where the browser sends it */
  fetchSite: string | undefined;
  /** Sec-Fetch-Mode */
  fetchMode: string | undefined;
}

/**
 * Whether a request may have come from our own page, or from a person who typed the address. A name that was made to
 * point at this machine (DNS rebinding) shows itself in Host, another page in Origin or Sec-Fetch-Site.
 * Answers the refusal's reason, or null.
 */
export function refusedBecause(from: Provenance, port: number): 'host' | 'origin' | 'site' | null {
  // Browsers leave the usual port out.
  const end = port === 80 ? '' : `:${port}`;
  const hosts = [`127.0.0.1${end}`, `localhost${end}`];
  if (from.host === undefined || !hosts.includes(from.host)) return 'host';
  const reading = from.method === 'GET' || from.method === 'HEAD';
  if (from.origin === undefined ? !reading : from.origin !== `http://${from.host}`) return 'origin';
  // Following a link or typing the address only ever shows the page; it carries no Strict cookie from elsewhere.
  if (reading && from.fetchMode === 'navigate') return null;
  if (from.fetchSite !== undefined && from.fetchSite !== 'same-origin' && from.fetchSite !== 'none') return 'site';
  return null;
}
