import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import type { BatchService, Sending } from './batch-service.ts';

interface BatchesDeps extends Sending {
  runtime(): { mode: 'training' | 'live'; batches: BatchService };
  /** why nothing can be sold live now, or null */
  checkSellable(): Result<never> | null;
}

/** batches.* */
export function batchHandlers(deps: BatchesDeps): Pick<Handlers, Extract<keyof Handlers, `batches.${string}`>> {
  const { runtime, whileOpen } = deps;
  /** A page that shows the other mode would sell practice for real, or the other way round. */
  const sell = <T>(
    { mode }: { mode?: 'training' | 'live' | undefined },
    work: (batches: BatchService) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    if (mode !== undefined && mode !== runtime().mode) {
      return Promise.resolve(fail('internal', 'The counter is in the other mode by now.', { reason: 'closing' }));
    }
    const refusal = runtime().mode === 'live' ? deps.checkSellable() : null;
    return refusal ? Promise.resolve(refusal) : whileOpen(() => work(runtime().batches));
  };
  return {
    'batches.check': (ask) => sell(ask, (batches) => batches.check(ask)),
    'batches.create': (ask) => sell(ask, (batches) => batches.create(ask, deps)),
    'batches.get': ({ id }) => runtime().batches.get(id),
    'batches.open': async () => ok(await runtime().batches.open()),
    'batches.resume': (ask) => sell(ask, (batches) => batches.resume(ask, deps)),
    'batches.stop': ({ id }) => whileOpen(() => runtime().batches.stop(id)),
    'batches.giveBack': (ask) => whileOpen(() => runtime().batches.giveBack(ask)),
  };
}
