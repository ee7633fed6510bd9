import type { Status } from '../../shared/contract/status.ts';

const dayMs = 24 * 60 * 60_000;

/** Whether a restored book still needs to be spoken of: on its first day, and while sales of it are not certain. */
export function isRestoredNews(
  { restored, unresolved }: Pick<Status, 'restored' | 'unresolved'>,
  now: number,
): boolean {
  if (!restored) return false;
  return now - Date.parse(restored.at) < dayMs || unresolved.unknown.count > 0;
}
