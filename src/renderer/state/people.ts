import { create } from 'zustand';
import type { KonterError } from '../../shared/contract/errors.ts';
import type { PeopleState } from '../../shared/contract/people.ts';
import type { Permission } from '../../shared/domain/staff.ts';
import { call } from '../host/call.ts';
import { plural } from '../i18n/i18n.ts';
import { t } from '../i18n/translation.ts';
import { useNow } from './clock.ts';
import { dropPageData } from './page-data.ts';
import { useStatus } from './status.ts';
import { toast, toastError } from './toast.ts';

interface People {
  /** null while it is loading */
  state: PeopleState | null;
  /** when it came, by main's clock: lockouts count down from there */
  receivedAt: number;
  /** the dialog in which another person takes over is open */
  switching: boolean;
  /** how often another person came, or the last one left: a screen's own state, its dialogs and typed PINs are one person's */
  changes: number;
}

export const usePeople = create<People>(() => ({ state: null, receivedAt: 0, switching: false, changes: 0 }));

/**
 * Stores the signed-in person, from an answer or an event. What was read for another one is dropped first, and the dialog in which that
 * one was replaced is closed: whichever of the two comes second finds what the new person has opened since.
 */
export function receivePeople(state: PeopleState): void {
  const before = usePeople.getState().state;
  // Who sets the first owner up is that owner, and has seen everything before.
  if (before?.exist === true && before.present?.id !== state.present?.id) {
    dropPageData();
    usePeople.setState(({ changes }) => ({ changes: changes + 1, switching: false }));
  }
  const receivedAt = Date.now() + useStatus.getState().clockAhead;
  usePeople.setState({ state, receivedAt });
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

/** How long this person's sign-in is still locked, counted down each second; 0: it is not. */
export function useLockoutMs({ waitMs }: PeopleState['people'][number]): number {
  const receivedAt = usePeople((people) => people.receivedAt);
  const elapsedMs = Math.max(0, useNow() - receivedAt);
  return Math.max(0, waitMs - elapsedMs);
}

/** Whether the signed-in person has the permission. Main decides; this only controls what is shown. */
export const useMay = (permission: Permission): boolean =>
  usePeople(({ state }) => state === null || state.may.includes(permission));

/** Answers why not, or null: then this person is at the counter. */
export async function signIn(id: string, pin: string): Promise<KonterError | null> {
  const isPresent = usePeople.getState().state?.present?.id === id;
  const answer = await call('people.signIn', { id, pin });
  if (!answer.ok) return answer.error;
  const { state, wrongBefore } = answer.value;
  receivePeople(state);
  if (isPresent) showPersonSwitch(false);
  // Another person may have tried.
  if (wrongBefore >= 3) toast('unknown', t('people.signIn.wrongBefore', plural(wrongBefore)));
  return null;
}

/** Says so where the counter was not locked: who goes away must know. */
export async function lockNow(): Promise<void> {
  const answer = await call('people.lock');
  if (answer.ok) receivePeople(answer.value);
  else toastError(answer.error);
}
