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

/** Events for one page. While no person is signed in, events that are not public are buffered until sign-in. */
export interface PageEventFeed<T> {
  /** @param about sent to the page with the event */
  onEvent(event: KonterEvent, about: T): void;
  /** events wait for a sign-in */
  holds(): boolean;
}

/** More than a night brings. A page with a larger backlog reloads. */
const maxHeld = 1000;

/**
 * @param forPages the event as pages may receive it now; null: not before sign-in. Asked again when a buffered event is
 * published, because permissions depend on the person who signed in
 */
export function createPageEventFeed<T>(
  forPages: (event: KonterEvent) => KonterEvent | null,
  publish: (event: KonterEvent, about: T) => void,
): PageEventFeed<T> {
  const held = new Map<string, { event: KonterEvent; about: T }>();
  const hold = (event: KonterEvent, about: T): void => {
    const key = eventKey(event);
    // Deleted first, so that the map stays in the order of publishing.
    held.delete(key);
    // Of several changed products only the last would remain, so the whole list is read again.
    held.set(key, { event: event.type === 'catalogue' ? { type: 'catalogue', items: null } : event, about });
    if (held.size <= maxHeld) return;
    held.clear();
    publish({ type: 'reload' }, about);
  };
  const letOut = (): void => {
    for (const [key, { event, about }] of held) {
      const pageEvent = forPages(event);
      if (pageEvent === null) return;
      held.delete(key);
      publish(pageEvent, about);
    }
  };
  return {
    holds: () => held.size > 0,
    onEvent(event, about) {
      letOut();
      const pageEvent = forPages(event);
      if (pageEvent === null) hold(event, about);
      else publish(pageEvent, about);
    },
  };
}

/** Of two events with one key only the newer one is needed. */
export function eventKey(event: KonterEvent): string {
  if (event.type === 'transaction') return event.transaction.id;
  if (event.type === 'batch') return `:batch:${event.batch.id}`;
  if (event.type === 'print') return `:print:${event.job.id}`;
  return event.type === 'task' ? `:task:${event.task.id}` : `:${event.type}`;
}
