import type { ReceivedWebhook } from '../relay-client/index.ts';
import { isTestWebhook } from './test-webhook.ts';

/** Between the mailbox and the counter: trials are heard here and leave no trace in the log. */
export interface RelayTestReceiver {
  /** whether it was a trial; the counter is not told of it then */
  takes(received: ReceivedWebhook): boolean;
  /** whether a trial with this ref is heard before the signal aborts */
  received(ref: string, signal: AbortSignal): Promise<boolean>;
}

export function createRelayTestReceiver(): RelayTestReceiver {
  const waiting = new Map<string, () => void>();
  return {
    takes(received) {
      if (!isTestWebhook(received)) return false;
      waiting.get(received.event.ref ?? '')?.();
      return true;
    },
    received: (ref, signal) =>
      new Promise((resolve) => {
        const end = (was: boolean): void => {
          waiting.delete(ref);
          resolve(was);
        };
        waiting.set(ref, () => end(true));
        signal.addEventListener('abort', () => end(false), { once: true });
      }),
  };
}
