import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lockNow, receivePeople, showPersonSwitch, signIn, usePeople } from '../../../../src/renderer/state/people.ts';
import { useToasts } from '../../../../src/renderer/state/toast.ts';
import { fail, ok } from '../../../../src/shared/contract/errors.ts';
import type { PeopleState } from '../../../../src/shared/contract/people.ts';

const rina = '019cd000-0000-7000-8000-000000000001';
const sari = '019cd000-0000-7000-8000-000000000002';
const people: PeopleState['people'] = [
  { id: rina, name: 'Rina', role: 'owner', waitMs: 0 },
  { id: sari, name: 'Sari', role: 'cashier', waitMs: 0 },
];

const presence = (id: string | null): PeopleState => ({
  exist: true,
  people,
  present: people.find((person) => person.id === id) ?? null,
  may: [],
  last: null,
  why: null,
  mayChange: true,
});

/** Main's answer to a sign-in, which comes when the test says so. */
function answeredLater(): { answer: (id: string) => void } {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  vi.stubGlobal('window', { konter: { people: { signIn: () => promise } } });
  return { answer: (id) => resolve(ok({ state: presence(id), wrongBefore: 0 })) };
}

beforeEach(() => usePeople.setState({ state: null, switching: false }));
afterEach(() => vi.unstubAllGlobals());

it('says so where the counter could not be locked', async () => {
  vi.stubGlobal('window', { konter: { people: { lock: async () => fail('internal', 'x') } } });
  await lockNow();
  expect(useToasts.getState().toasts).toMatchObject([{ tone: 'failed' }]);
});

it('leaves open what the new person opened where the event of the sign-in came before its answer', async () => {
  receivePeople(presence(null));
  const main = answeredLater();
  const signedIn = signIn(rina, '482615');
  receivePeople(presence(rina));
  showPersonSwitch(true);
  main.answer(rina);
  await signedIn;
  expect(usePeople.getState().switching).toBe(true);
});

it.each([
  ['another person', sari],
  ['the same person', rina],
])('closes the change of person once %s has signed in', async (_, id) => {
  receivePeople(presence(rina));
  showPersonSwitch(true);
  const main = answeredLater();
  const signedIn = signIn(id, '482615');
  main.answer(id);
  await signedIn;
  expect(usePeople.getState()).toMatchObject({ switching: false, state: { present: { id } } });
});

it('closes the change of person where the counter locks', () => {
  receivePeople(presence(rina));
  showPersonSwitch(true);
  receivePeople(presence(null));
  expect(usePeople.getState().switching).toBe(false);
});
