import type { Status } from '../../shared/contract/status.ts';
import type { Listener } from '../relay/listener.ts';

/** The ear at the relay as the screen shows it: without a poll in the last minute it is deaf, whatever else it may be. */
export function relayStatus(listener: Listener | null, hears: boolean): Status['relay'] {
  if (!listener) return { state: 'not_configured', lastPolledAt: null };
  const last = listener.lastPolledAt();
  const lastPolledAt = last === null ? null : new Date(last.wall).toISOString();
  const state = listener.state();
  if (state === 'taken' || state === 'refused') return { state, lastPolledAt };
  if (hears) return { state: 'listening', lastPolledAt };
  return { state: state === 'starting' ? 'starting' : 'deaf', lastPolledAt };
}
