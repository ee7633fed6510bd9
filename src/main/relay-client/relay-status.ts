import type { Status } from '../../shared/contract/status.ts';
import type { MailboxPoller } from './mailbox-poller.ts';

/** The connection to the relay as the screen shows it. */
export function relayStatus(listener: MailboxPoller | null): Status['relay'] {
  if (!listener) return { state: 'not_configured', lastPolledAt: null };
  const last = listener.lastPolledAt();
  const lastPolledAt = last === null ? null : new Date(last.wall).toISOString();
  const state = listener.state();
  if (state === 'taken' || state === 'refused') return { state, lastPolledAt };
  if (listener.isLive()) return { state: 'listening', lastPolledAt };
  return { state: state === 'starting' ? 'starting' : 'deaf', lastPolledAt };
}
