import { z } from 'zod';
import { By, Person } from '../../shared/domain/staff.ts';
import { jsonText } from '../db/statements.ts';
import type { PeopleEvent } from './staff-types.ts';

const flag = z.union([z.literal(0), z.literal(1)]).transform((value) => value === 1);
const PersonRow = Person.extend({ active: flag });

export const readPerson = (row: unknown): Person => PersonRow.parse(row);

/** What the events of people hold. */
const EventRow = z.object({
  seq: z.int().positive(),
  at: z.iso.datetime(),
  type: z.enum(['people.added', 'people.changed', 'people.signed_in', 'people.locked_out', 'people.reset']),
  data: jsonText.pipe(z.object({ person: By, by: By.optional(), changed: z.array(z.string()).optional() })),
});

export function readPeopleEvent(row: unknown): PeopleEvent {
  const { data, ...rest } = EventRow.parse(row);
  return { ...rest, person: data.person, by: data.by ?? null, changed: data.changed ?? [] };
}
