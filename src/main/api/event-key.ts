import type { KonterEvent } from '../../shared/contract/events.ts';

/** Of two events with one key only the newer one still says anything. */
export function eventKey(event: KonterEvent): string {
  if (event.type === 'transaction') return event.transaction.id;
  if (event.type === 'print') return `:print:${event.job.id}`;
  return event.type === 'task' ? `:task:${event.task.id}` : `:${event.type}`;
}
