import { AsyncLocalStorage } from 'node:async_hooks';
import { type By, may } from '../../shared/domain/staff.ts';
import type { ActorProvider } from '../base/system.ts';
import type { SupervisorVerdict } from '../sales/index.ts';

/** One call of a page: who was at the counter when it came, and whose PINs were typed for it. */
export interface Acting {
  /** null: nobody is set up, or nobody is signed in */
  person: By | null;
  approvedBy: By[];
  /** a PIN is one try, however often the call asks about it */
  verdicts: Map<string, Promise<SupervisorVerdict>>;
}

const calls = new AsyncLocalStorage<Acting>();

/** Does the work of one call in the name of whoever was at the counter then, also when somebody else signs in meanwhile. */
export function runAs<T>(person: By | null, work: () => Promise<T>): Promise<T> {
  return calls.run({ person, approvedBy: [], verdicts: new Map() }, work);
}

/** Work that goes on by itself, whoever set it off. */
export const runAsNobody = <T>(work: () => T): T => calls.exit(work);

export const currentActor = (): Acting | null => calls.getStore() ?? null;

/** For the journal: who is to be named in what is written now. */
export const actorProvider: ActorProvider = () => {
  const acting = currentActor();
  return acting?.person ? { by: acting.person, approvedBy: acting.approvedBy } : null;
};

/** Whether whoever made this call may see what sales cost the shop; the program itself may. */
export function seesCosts(): boolean {
  const person = currentActor()?.person ?? null;
  return person === null || may(person.role, 'seeCosts');
}

/** Without the keys that hold undefined: optional input for ports that tell "left out" from "undefined". */
export function given<T extends object>(part: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(part).filter(([, value]) => value !== undefined);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- exactly the keys whose value is not undefined
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
