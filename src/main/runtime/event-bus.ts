import type { KonterEvent } from '../../shared/contract/events.ts';
import type { Log } from '../base/system.ts';

/** Publishes events to every page. */
interface EventBus {
  publish(event: KonterEvent): void;
  subscribe(listener: (event: KonterEvent) => void): () => void;
}

export function createEventBus(log: Log): EventBus {
  const listeners = new Set<(event: KonterEvent) => void>();
  return {
    publish(event) {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch {
          // A listener that fails must not stop a sale half-way.
          log.error('a listener failed', { event: event.type });
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
