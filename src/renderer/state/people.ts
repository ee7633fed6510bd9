import { create } from 'zustand';
import type { PeopleState } from '../../shared/contract/people.ts';
import type { Permission } from '../../shared/domain/staff.ts';
import { call } from '../host/call.ts';

interface People {
  /** null while it is loading */
  state: PeopleState | null;
  /** the dialog in which another person takes over is open */
  switching: boolean;
}

export const usePeople = create<People>(() => ({ state: null, switching: false }));

/** Stores the signed-in person, from an answer or an event. */
export function receivePeople(state: PeopleState): void {
  usePeople.setState(state.present === null ? { state, switching: false } : { state });
}

/** An event that came meanwhile is newer than the answer. */
export async function refreshPeople(): Promise<void> {
  const before = usePeople.getState().state;
  const answer = await call('people.state');
  if (answer.ok && usePeople.getState().state === before) receivePeople(answer.value);
}

export const showPersonSwitch = (switching: boolean): void => usePeople.setState({ switching });

/** True while a person has to sign in before anything else. */
export const isLocked = ({ state }: People): boolean => state?.exist === true && state.present === null;

/** Whether the signed-in person has the permission. Main decides; this only controls what is shown. */
export const useMay = (permission: Permission): boolean =>
  usePeople(({ state }) => state === null || state.may.includes(permission));
