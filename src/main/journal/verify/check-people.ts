import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Flaw } from '../../../shared/contract/journal.ts';
import { By, type Role } from '../../../shared/domain/people/person.ts';
import { jsonText } from '../json-text.ts';
import { readPerson } from '../people/rows.ts';

const Said = z.object({
  type: z.enum(['people.added', 'people.changed']),
  data: jsonText.pipe(z.object({ person: By, changed: z.array(z.string()).default([]) })),
});

interface Told {
  name: string;
  role: Role;
  active: boolean;
}

/** Everybody is who the log says, in the role and by the name that it gave them last: nobody made an owner of a row. */
export function checkPeople(db: Database.Database): Flaw | null {
  const told = readTold(db);
  const rows = db.prepare('SELECT id, name, role, active, created_at AS createdAt FROM people ORDER BY id');
  for (const row of rows.iterate()) {
    const { id, name, role, active } = readPerson(row);
    if (JSON.stringify(told.get(id)) !== JSON.stringify({ name, role, active })) return differs(id);
    told.delete(id);
  }
  const [missing] = told.keys();
  return missing === undefined ? null : differs(missing);
}

function readTold(db: Database.Database): Map<string, Told> {
  const told = new Map<string, Told>();
  const events = db.prepare(
    `SELECT type, data FROM events WHERE type IN ('people.added', 'people.changed') ORDER BY seq`,
  );
  for (const row of events.iterate()) {
    const { type, data } = Said.parse(row);
    const { id, name, role } = data.person;
    // Whoever is added may sign in; the log names a change of that, and there are two ways for it to be.
    const before = type === 'people.added' ? true : (told.get(id)?.active ?? false);
    told.set(id, { name, role, active: data.changed.includes('active') ? !before : before });
  }
  return told;
}

const differs = (id: string): Flaw => ({ row: `person ${id}`, why: 'person_differs' });
