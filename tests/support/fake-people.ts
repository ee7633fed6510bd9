import { ok } from '../../src/shared/contract/errors.ts';
import type { PeopleState } from '../../src/shared/contract/people.ts';
import type { Handlers } from '../../src/shared/contract/registry.ts';

type Served = Extract<keyof Handlers, `people.${string}`>;

/** A counter where nobody is set up. */
export function fakePeople(): Pick<Handlers, Served> {
  const state: PeopleState = {
    exist: false,
    present: null,
    may: ['sell', 'payBills', 'seeReceipts'],
    last: null,
    why: null,
    people: [],
    mayChange: true,
  };
  return {
    'people.state': async () => ok(state),
    'people.signIn': async () => ok({ state, wrongBefore: 0 }),
    'people.lock': async () => ok(state),
    'people.stay': async () => ok({}),
    'people.setUp': async () => ok(state),
    'people.list': async () => ok({ people: [] }),
    'people.add': async () => ok({ people: [] }),
    'people.change': async () => ok({ people: [] }),
    'people.log': async () => ok({ events: [] }),
    'people.changes': async () => ok({ changes: [] }),
  };
}
