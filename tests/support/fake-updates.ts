import { ok } from '../../src/shared/contract/errors.ts';
import type { KonterEvent } from '../../src/shared/contract/events.ts';
import type { Handlers } from '../../src/shared/contract/registry.ts';
import type { UpdatesState } from '../../src/shared/contract/updates.ts';

type Served = 'updates.state' | 'updates.check' | 'updates.install' | 'about.notices';

/** A counter for which a newer release waits until somebody asks. */
export function fakeUpdates(emit: (event: KonterEvent) => void): Pick<Handlers, Served> {
  const state: UpdatesState = {
    version: '0.0.0',
    hindrance: null,
    checkedAt: '2026-03-10T03:00:00.000Z',
    problem: null,
    phase: 'waiting',
    release: { version: '0.1.0', releasedAt: '2026-03-09T03:00:00.000Z', notes: null },
    percent: 100,
    waitsFor: 'asking',
  };
  return {
    'updates.state': async () => ok(state),
    'updates.check': async () => ok(state),
    'updates.install': async () => {
      emit({ type: 'updates', updates: { ...state, phase: 'installing', waitsFor: null } });
      return ok({ ...state, phase: 'installing', waitsFor: null });
    },
    'about.notices': async () => ok({ text: 'Konter is made with the work of others.' }),
  };
}
