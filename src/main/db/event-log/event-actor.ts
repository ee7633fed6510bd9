import type { Transaction } from '../../../shared/domain/transaction.ts';
import type { ActorProvider, Acts } from '../../base/actor.ts';
import type { NewEvent } from '../sales-store.ts';

type Append = (event: NewEvent, sale: Transaction | null) => number;

/** What a person does is written by counter and handlers as one of these; what a machine says, as its own name. */
const persons: ReadonlySet<string> = new Set(['cashier', 'supervisor']);

/**
 * Puts into every event that a person causes who that was: `actor` becomes the id, by which the books are kept, and `data`
 * holds id and name as they are now. Where nobody is set up, an event stays as it was said.
 */
export function withActor(append: Append, actorProvider: ActorProvider): Append {
  return (event, sale) => {
    const acts = persons.has(event.actor) ? actorProvider() : null;
    return append(acts ? named(event, acts) : event, sale);
  };
}

function named(event: NewEvent, { by, approvedBy }: Acts): NewEvent {
  const decided = event.actor === 'supervisor' ? (approvedBy[0] ?? by) : by;
  return {
    ...event,
    actor: decided.id,
    data: {
      ...event.data,
      by: { ...by },
      ...(approvedBy.length === 0 ? {} : { approvedBy: approvedBy.map((each) => ({ ...each })) }),
    },
  };
}
