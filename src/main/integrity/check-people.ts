import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Flaw } from '../../shared/contract/journal.ts';
import { By, type Role } from '../../shared/domain/staff.ts';
import { jsonText } from '../db/statements.ts';
import { readPerson } from '../staff/index.ts';
import type { Passed } from './report.ts';

const Said = jsonText.pipe(z.object({ person: By, changed: z.array(z.string()).default([]) }));

interface Told {
  name: string;
  role: Role;
  active: boolean;
}

/** Everybody is who the log says, in the role and by the name that it gave them last: nobody made an owner of a row. */
export function checkPeople(db: Database.Database, passed: Passed): Flaw | null {
  const told = readTold(passed);
  const rows = db.prepare('SELECT id, name, role, active, created_at AS createdAt FROM people ORDER BY id');
  for (const row of rows.iterate()) {
    const { id, name, role, active } = readPerson(row);
    if (JSON.stringify(told.get(id)) !== JSON.stringify({ name, role, active })) return differs(id);
    told.delete(id);
  }
  const [missing] = told.keys();
  return missing === undefined ? null : differs(missing);
}

function readTold({ told: events }: Passed): Map<string, Told> {
  const told = new Map<string, Told>();
  for (const { type, data: text } of events) {
    if (!type.startsWith('people.')) continue;
    const data = Said.parse(text);
    const { id, name, role } = data.person;
    // Whoever is added may sign in; the log names a change of that, and there are two ways for it to be.
    const before = type === 'people.added' ? true : (told.get(id)?.active ?? false);
    told.set(id, { name, role, active: data.changed.includes('active') ? !before : before });
  }
  return told;
}

const differs = (id: string): Flaw => ({ row: `person ${id}`, why: 'person_differs' });
