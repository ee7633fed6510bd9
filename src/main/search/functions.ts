import type Database from 'better-sqlite3';
import { fold, nominalOf } from '../../shared/domain/search/matching.ts';
import { foldFunction, nominalFunction } from './sql.ts';

/** Gives a connection the functions that the conditions of a search call. */
export function giveSearchFunctions(db: Database.Database): void {
  db.function(foldFunction, { deterministic: true }, (text: unknown) => (typeof text === 'string' ? fold(text) : null));
  // Few products, many sales of each.
  const known = new Map<string, number | null>();
  db.function(nominalFunction, { deterministic: true }, (code: unknown, name: unknown) => {
    const key = `${String(code)}\0${String(name)}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const nominal = nominalOf(typeof code === 'string' ? code : '', typeof name === 'string' ? name : null);
    if (known.size < 10_000) known.set(key, nominal);
    return nominal;
  });
}
