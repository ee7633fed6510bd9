import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import type { ParkedSales } from './parked-sales.ts';

interface ParkingDeps {
  runtime(): { parked: ParkedSales };
  /** runs while the counter does not stop */
  whileOpen<T>(work: () => Promise<Result<T>>): Promise<Result<T>>;
}

/** parking.* */
export function parkingHandlers({
  runtime,
  whileOpen,
}: ParkingDeps): Pick<Handlers, 'parking.list' | 'parking.park' | 'parking.take'> {
  return {
    'parking.list': async () => ok({ parked: [...(await runtime().parked.list())] }),
    'parking.park': ({ draft }) =>
      whileOpen(async () => {
        const parked = await runtime().parked.park(draft);
        return parked ? ok(parked) : fail('not_allowed', 'Nine sales are parked.', { reason: 'parking_full' });
      }),
    'parking.take': ({ id, instead }) =>
      whileOpen(async () => {
        const taken = await runtime().parked.take(id, instead ?? null);
        return taken ? ok(taken) : fail('not_found', 'No such sale is parked.', { reason: 'not_parked' });
      }),
  };
}
