/** Whether an address means this machine, as the settings' own schema lets it through over plain http. */
export function isOnLoopback(url: string | null): boolean {
  return url !== null && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname);
}
