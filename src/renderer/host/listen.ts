import { KonterEvent } from '../../shared/contract/events.ts';

/** Hears what main tells unasked; what is not a known event is passed over. Answers the function that ends it. */
export function listen(hear: (event: KonterEvent) => void): () => void {
  try {
    return window.konter.subscribe((told) => {
      const event = KonterEvent.safeParse(told);
      if (event.success) hear(event.data);
    });
  } catch {
    return () => {};
  }
}
