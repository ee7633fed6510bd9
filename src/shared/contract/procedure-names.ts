import { type ProcedureName, registry } from './registry.ts';

/**
 * The names of all procedures. In a bundle this file is the list alone, without the schemas: the preload has no zod, and the desktop's
 * window does not wait for the contract (scripts/procedure-names.ts).
 */
// oxlint-disable-next-line typescript/consistent-type-assertions -- the keys of this very object
export const procedureNames = Object.keys(registry) as ProcedureName[];
