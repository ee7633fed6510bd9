import { ok } from '../../../shared/contract/errors.ts';
import type { Handlers } from '../../../shared/contract/registry.ts';
import { type DiagnosisParts, diagnose } from '../diagnostics/diagnose.ts';

/** diagnostics.get. */
export function diagnosticsHandlers(parts: DiagnosisParts): Pick<Handlers, 'diagnostics.get'> {
  return { 'diagnostics.get': async () => ok({ text: await diagnose(parts) }) };
}
