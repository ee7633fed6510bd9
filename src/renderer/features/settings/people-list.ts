import { z } from 'zod';
import { create } from 'zustand';
import { type KonterError, type Result } from '../../../shared/contract/errors.ts';
import { type PeopleEvent } from '../../../shared/contract/people.ts';
import { Pin } from '../../../shared/contract/procedure.ts';
import { type Given, type Output } from '../../../shared/contract/registry.ts';
import { call } from '../../host/call.ts';
import { refreshPeople } from '../../state/people.ts';
import { refreshStatus } from '../../state/status.ts';

type Listed = Output<'people.list'>['people'];

interface PeopleList {
  /** null while they are being read */
  people: Listed | null;
  events: readonly PeopleEvent[];
  error: KonterError | null;
}

export const usePeopleList = create<PeopleList>(() => ({ people: null, events: [], error: null }));

export async function readPeople(): Promise<void> {
  keep(await call('people.list'));
  const log = await call('people.log', { limit: 30 });
  if (log.ok) usePeopleList.setState({ events: log.value.events });
}

/** Answers why not, or null when it is done. */
export const addPerson = async (person: Given<'people.add'>): Promise<KonterError | null> =>
  changed(await call('people.add', person));

export const changePerson = async (change: Given<'people.change'>): Promise<KonterError | null> =>
  changed(await call('people.change', change));

export async function setUpOwner(owner: Given<'people.setUp'>): Promise<KonterError | null> {
  const answer = await call('people.setUp', owner);
  if (!answer.ok) return answer.error;
  await Promise.all([refreshPeople(), refreshStatus(), readPeople()]);
  return null;
}

async function changed(answer: Result<Output<'people.list'>>): Promise<KonterError | null> {
  if (!answer.ok) return answer.error;
  keep(answer);
  await readPeople();
  return null;
}

function keep(answer: Result<Output<'people.list'>>): void {
  usePeopleList.setState(answer.ok ? { people: answer.value.people, error: null } : { error: answer.error });
}

/** A new PIN is typed twice, because the field hides it. */
export const twice = { pin: Pin, again: z.string() };
export const isSame = (form: { pin: string; again: string }): boolean => form.pin === form.again;
