import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import type { InFlight } from '../base/async.ts';
import { handlersOf, type Needs } from '../base/feature.ts';
import type { Role } from '../base/role.ts';
import type { CounterRuntime } from './counter-runtime.ts';
import { officeProcedures, served } from './features.ts';
import type { StatusPublisher } from './status.ts';

/** What features may ask for beside what is made here. */
type HandlerDeps = Omit<Needs<typeof served, 'handlers'>, 'downloads' | 'whileOpen' | 'sending' | 'readStatus'> & {
  role: Role;
  runtime(): CounterRuntime;
  status: StatusPublisher;
  inFlight: InFlight;
  isClosing(): boolean;
};

/** Every procedure of the contract, from the features that serve them. */
export function createHandlers(deps: HandlerDeps): Handlers {
  const { status, inFlight, isClosing } = deps;
  const all = {
    ...deps,
    readStatus: status.read,
    whileOpen: <T>(work: () => Promise<Result<T>>): Promise<Result<T>> =>
      isClosing()
        ? Promise.resolve(fail('internal', 'The counter is stopping.', { reason: 'closing' }))
        : inFlight.run(work),
    sending: inFlight.count,
    downloads: new Map(),
  };
  const over = (replicas: object = {}): Handlers => ({
    ...handlersOf(served, { ...all, ...replicas }),
    status: async () => ok(await status.read()),
  });
  return deps.role === 'office' ? officeProcedures(over(), all, over) : over();
}
