import { AsyncLocalStorage } from 'node:async_hooks';
import { type By, may, type SupervisorVerdict } from '../../shared/domain/staff.ts';
import type { ActorProvider } from '../base/system.ts';

/** One call of a page: the person at the counter when it came, and the people whose PINs came with it. */
interface Acting {
  /** null: no person is set up, or none is signed in */
  person: By | null;
  approvedBy: By[];
  /** a PIN counts as one attempt, however often the call needs it */
  verdicts: Map<string, Promise<SupervisorVerdict>>;
}

const calls = new AsyncLocalStorage<Acting>();

/** Runs one call in the name of the person who made it, also when somebody else signs in meanwhile. */
export function runAs<T>(person: By | null, work: () => Promise<T>): Promise<T> {
  return calls.run({ person, approvedBy: [], verdicts: new Map() }, work);
}

/** Runs background work without a person, also where a person triggered it. */
export const runAsNobody = <T>(work: () => T): T => calls.exit(work);

export const currentActor = (): Acting | null => calls.getStore() ?? null;

/** For the journal: the person to name in the current write. */
export const actorProvider: ActorProvider = () => {
  const acting = currentActor();
  return acting?.person ? { by: acting.person, approvedBy: acting.approvedBy } : null;
};

/** Whether the caller may see what sales cost the shop. The program itself may. */
export function seesCosts(): boolean {
  const person = currentActor()?.person ?? null;
  return person === null || may(person.role, 'seeCosts');
}
