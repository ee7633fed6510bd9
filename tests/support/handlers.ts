import { ok } from '../../src/shared/contract/errors.ts';
import { procedureNames } from '../../src/shared/contract/names.ts';
import type { Handlers } from '../../src/shared/contract/registry.ts';

/** Handlers that do nothing and answer `ok` with null, for tests of what stands in front of them. */
export function silentHandlers(onCall: (name: string, input: unknown) => void = () => {}): Handlers {
  const entries = procedureNames.map((name) => [
    name,
    async (input: unknown) => {
      onCall(name, input);
      return ok(null);
    },
  ]);
  return Object.fromEntries(entries) as Handlers;
}
