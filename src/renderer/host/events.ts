import { KonterEvent } from '../../shared/contract/events.ts';

/** Subscribes to main's events; unknown ones are ignored. Returns the function that unsubscribes. */
export function subscribe(listener: (event: KonterEvent) => void): () => void {
  try {
    return window.konter.subscribe((data) => {
      const event = KonterEvent.safeParse(data);
      if (event.success) listener(event.data);
    });
  } catch {
    return () => {};
  }
}
