import type Database from 'better-sqlite3';
import { z } from 'zod';
import { fold, nominalOf } from '../../../shared/domain/search/matching.ts';
import { jsonText } from '../../db/statements.ts';

const Names = z.array(z.string().nullable());
const ProductRow = z.object({ token: z.int(), kind: z.string(), code: z.string(), names: jsonText.pipe(Names) });

export interface IndexedProduct {
  token: number;
  kind: string;
  /** folded */
  texts: string[];
  nominal: number | null;
}

/** Every product that the index knows, kept between searches and read further when there are more. */
export class ProductList {
  readonly #known: IndexedProduct[] = [];

  /** @param name what the index is attached as */
  read(db: Database.Database, name: string): readonly IndexedProduct[] {
    const last = this.#known.at(-1)?.token ?? -1;
    for (const row of db.prepare(`SELECT * FROM ${name}.products WHERE token > ? ORDER BY token`).all(last)) {
      const { token, kind, code, names } = ProductRow.parse(row);
      const texts = [code, ...names].flatMap((text) => (text === null ? [] : [fold(text)]));
      this.#known.push({ token, kind, texts, nominal: nominalOf(code, names[0] ?? null) });
    }
    return this.#known;
  }
}
