import { z } from 'zod';
import { PeopleEvent } from '../../shared/contract/people.ts';
import { fold } from '../../shared/domain/search/matching.ts';
import { By, Person } from '../../shared/domain/staff.ts';
import type { RepositoryDeps } from '../db/event-log.ts';
import { jsonText, pluckStatement, statement } from '../db/statements.ts';

interface PersonChanges {
  name?: string;
  role?: Person['role'];
  active?: boolean;
}

/**
 * The people of the shop and the events about them. Each write is durable when it resolves; methods reject with
 * DatabaseError.
 */
export interface StaffRepository {
  /** in order of creation, inactive people included */
  list(): Promise<Person[]>;
  add(person: Person, at: string): Promise<void>;
  /** @param meta.newPin the PIN changes too. @returns null: no such person, or the last owner */
  change(id: string, changes: PersonChanges, meta: { at: string; newPin: boolean }): Promise<Person | null>;
  /**
   * Takes over the people whom the shop's office has published; those whom it published before and names no more leave. Owners who were
   * made here stay as they are: no list locks them out. Others who were made here stay too, but for one of the same name.
   */
  takeFromOffice(people: readonly Person[], at: string): Promise<void>;
  /** ids of the people who came from the office */
  fromOffice(): Promise<ReadonlySet<string>>;
  note(type: 'people.signed_in' | 'people.locked_out' | 'people.reset', person: By, at: string): Promise<void>;
  /** newest first; `before` is an event's number */
  log(query: { before?: number; limit: number }): Promise<PeopleEvent[]>;
  /** the person who sold, with their name at that time; null when no person was signed in */
  whoSold(saleId: string): Promise<string | null>;
}

const flag = z.union([z.literal(0), z.literal(1)]).transform((value) => value === 1);
const PersonRow = Person.extend({ active: flag });

export const readPerson = (row: unknown): Person => PersonRow.parse(row);

/** The row of an event about people. */
const EventRow = z.object({
  seq: z.int().positive(),
  at: z.iso.datetime(),
  type: PeopleEvent.shape.type,
  actor: z.string(),
  data: jsonText.pipe(z.object({ person: By, by: By.optional(), changed: z.array(z.string()).optional() })),
});

function readPeopleEvent(row: unknown): PeopleEvent {
  const { data, actor, ...rest } = EventRow.parse(row);
  return {
    ...rest,
    person: data.person,
    by: data.by ?? null,
    byOffice: actor === 'office',
    changed: data.changed ?? [],
  };
}

const columns = 'id, name, role, active, created_at AS createdAt';
/** The condition of the partial index (events_people). */
const ofPeople = `type IN ('people.added', 'people.changed', 'people.signed_in', 'people.locked_out', 'people.reset')`;
const Name = z.string().nullable();

/** StaffRepository over one open connection. */
export function sqliteStaff({ db, append, read, write }: RepositoryDeps): StaffRepository {
  const all = statement(db, `SELECT ${columns} FROM people ORDER BY created_at, id`);
  const one = statement(db, `SELECT ${columns} FROM people WHERE id = ?`);
  const insert = statement(
    db,
    'INSERT INTO people (id, name, role, active, created_at) VALUES (@id, @name, @role, @active, @createdAt)',
  );
  const update = statement(db, 'UPDATE people SET name = @name, role = @role, active = @active WHERE id = @id');
  const owners = pluckStatement(db, `SELECT count(*) FROM people WHERE role = 'owner' AND active = 1 AND id <> ?`);
  const events = statement(
    db,
    `SELECT seq, at, type, actor, data FROM events WHERE ${ofPeople} AND seq < ? ORDER BY seq DESC LIMIT ?`,
  );
  const sold = pluckStatement(
    db,
    `SELECT data ->> '$.by.name' FROM events WHERE sale_id = ? AND type = 'sale.submitted' ORDER BY seq DESC LIMIT 1`,
  );
  const allOrNothing = <T>(work: () => T): Promise<T> => write(() => db.transaction(work).immediate());
  const published = pluckStatement(
    db,
    `SELECT DISTINCT data ->> '$.person.id' FROM events WHERE ${ofPeople} AND type = 'people.added' AND actor = 'office'`,
  );
  const fromOffice = (): Set<string> => new Set(z.array(z.string()).parse(published().all()));
  const say = (
    type: PeopleEvent['type'],
    person: By,
    at: string,
    { by, ...more }: { changed?: string[]; by?: 'office' } = {},
  ): void => {
    // A signed-in person adds or changes people; everything else is done by the program.
    const actor = by ?? (type === 'people.added' || type === 'people.changed' ? 'supervisor' : 'system');
    append({ type, at, actor, data: { person: byOf(person), ...more }, bodies: [] }, null);
  };
  const namesakes = ({ name }: Person, ids: ReadonlySet<string>): Person[] =>
    all()
      .all()
      .map(readPerson)
      .filter((each) => each.active && each.role !== 'owner' && !ids.has(each.id) && fold(each.name) === fold(name));
  const take = (before: Person, { name, role, active }: Person, at: string): void => {
    const next = { ...before, name, role, active };
    const changed = changedFields(before, next);
    if (changed.length === 0) return;
    update().run({ id: next.id, name, role, active: active ? 1 : 0 });
    say('people.changed', next, at, { changed, by: 'office' });
  };
  return {
    list: () => read(() => all().all().map(readPerson)),
    add: (person, at) =>
      allOrNothing(() => {
        insert().run({ ...person, active: person.active ? 1 : 0 });
        say('people.added', person, at);
      }),
    change: (id, changes, { at, newPin }) =>
      allOrNothing(() => {
        const row = one().get(id);
        if (row === undefined) return null;
        const before = readPerson(row);
        const next: Person = { ...before, ...changes };
        const owns = next.role === 'owner' && next.active;
        if (!owns && before.role === 'owner' && before.active && Number(owners().get(id)) === 0) return null;
        const changed = [...changedFields(before, next), ...(newPin ? ['pin'] : [])];
        if (changed.length === 0) return before;
        update().run({ id, name: next.name, role: next.role, active: next.active ? 1 : 0 });
        say('people.changed', next, at, { changed });
        return next;
      }),
    takeFromOffice: (people, at) =>
      allOrNothing(() => {
        const ids = fromOffice();
        const named = new Set(people.map(({ id }) => id));
        for (const person of people) {
          const row = one().get(person.id);
          if (row === undefined) {
            for (const other of person.active ? namesakes(person, ids) : [])
              take(other, { ...other, active: false }, at);
            insert().run({ ...person, active: person.active ? 1 : 0 });
            say('people.added', person, at, { by: 'office' });
          } else if (ids.has(person.id)) take(readPerson(row), person, at);
        }
        for (const id of ids) {
          const row = named.has(id) ? undefined : one().get(id);
          const left = row === undefined ? null : readPerson(row);
          if (left) take(left, { ...left, active: false }, at);
        }
      }),
    fromOffice: () => read(fromOffice),
    note: (type, person, at) => allOrNothing(() => say(type, person, at)),
    log: ({ before = Number.MAX_SAFE_INTEGER, limit }) => read(() => events().all(before, limit).map(readPeopleEvent)),
    whoSold: (saleId) => read(() => Name.parse(sold().get(saleId) ?? null)),
  };
}

const byOf = ({ id, name, role }: By): By => ({ id, name, role });

function changedFields(before: Person, next: Person): string[] {
  const fields = ['name', 'role', 'active'] as const satisfies readonly (keyof PersonChanges)[];
  return fields.filter((field) => before[field] !== next[field]);
}
