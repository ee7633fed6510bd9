import type { By, Person } from '../../shared/domain/staff.ts';

/** What was said about the people of the shop, as the log has it. */
export interface PeopleEvent {
  seq: number;
  /** ISO 8601 UTC */
  at: string;
  type: 'people.added' | 'people.changed' | 'people.signed_in' | 'people.locked_out' | 'people.reset';
  /** whom it is about, as they were called then */
  person: By;
  /** who did it; null: the one it is about, or the program */
  by: By | null;
  /** of a change: what was changed, never how a PIN is */
  changed: string[];
}

export interface PersonChanges {
  name?: string;
  role?: Person['role'];
  active?: boolean;
}

/**
 * The people of the shop, and the log of what was changed about them. Everything is durable before it answers; methods reject
 * with DatabaseError as the journal's do.
 */
export interface StaffRepository {
  /** in the order in which they came, those who left too */
  list(): Promise<Person[]>;
  add(person: Person, at: string): Promise<void>;
  /** @param newPin their PIN is set anew too. null: there is no such person, or it is the last owner */
  change(id: string, changes: PersonChanges, said: { at: string; newPin: boolean }): Promise<Person | null>;
  note(type: 'people.signed_in' | 'people.locked_out' | 'people.reset', person: By, at: string): Promise<void>;
  /** newest first; `before` is an event's number */
  log(ask: { before?: number; limit: number }): Promise<PeopleEvent[]>;
  /** who sent the sale, as they were called then; null where nobody was signed in */
  whoSold(saleId: string): Promise<string | null>;
}
