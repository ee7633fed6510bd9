import { create } from 'zustand';
import type { PeopleState } from '../../shared/contract/people.ts';
import type { Permission } from '../../shared/domain/people/permissions.ts';
import { call } from '../host/call.ts';

interface People {
  /** null while it is being read */
  state: PeopleState | null;
  /** the question who is at the counter is asked over whatever is there */
  switching: boolean;
}

export const usePeople = create<People>(() => ({ state: null, switching: false }));

/** Keeps what main said about who is at the counter, asked or unasked. */
export function hearPeople(state: PeopleState): void {
  usePeople.setState(state.present === null ? { state, switching: false } : { state });
}

export async function refreshPeople(): Promise<void> {
  const answer = await call('people.state');
  if (answer.ok) hearPeople(answer.value);
}

export const showSwitch = (switching: boolean): void => usePeople.setState({ switching });

/** Nobody does anything at this counter before somebody has signed in. */
export const isLocked = ({ state }: People): boolean => state?.exist === true && state.present === null;

/** Whether whoever is here may do that; main decides, this only says what to show. */
export const useMay = (permission: Permission): boolean =>
  usePeople(({ state }) => state === null || state.may.includes(permission));
