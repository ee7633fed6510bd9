import { readFile, stat } from 'node:fs/promises';
import { type ListColumns, largestList } from '../../shared/contract/catalogue.ts';
import { lookAtStatement, NoTable } from '../files/index.ts';
import type { ListLine } from './catalogue-types.ts';
import { ListTooLong, readPasted, readTable } from './read-list.ts';

const guesses = {
  productCode: /^(kode|code|sku|product[ _-]?code|kode[ _-]?produk|produk|product)$/i,
  cost: /.*(modal|cost|beli|hpp|buy).*/i,
  sellingPrice: /.*(jual|sell|harga|price).*/i,
  group: /.*(grup|group|kelompok).*/i,
} as const;

export interface ListLook {
  columns: string[];
  sample: string[][];
  /** null: no column says that it holds codes */
  mapped: ListColumns | null;
}

/** Its columns and first lines. Throws NoTable and ListTooLong, and what the file system throws. */
export async function lookAtList(path: string): Promise<ListLook> {
  if ((await stat(path)).size > largestList) throw new ListTooLong();
  try {
    const { columns, sample } = lookAtStatement(path);
    return { columns, sample, mapped: guessColumns(columns) };
  } catch (error) {
    // A list of codes alone is a table of one column, which no statement is.
    if (!(error instanceof NoTable) || (await isBinary(path))) throw error;
    return { columns: [], sample: [], mapped: null };
  }
}

/** Every line of it. @param columns null: it has no heads. Throws as `lookAtList` does. */
export async function readListFile(path: string, columns: ListColumns | null): Promise<ListLine[]> {
  const look = await lookAtList(path);
  const bytes = await readFile(path);
  if (look.columns.length === 0) return readPasted(new TextDecoder().decode(bytes));
  const { separator, encoding } = lookAtStatement(path);
  const text = new TextDecoder(encoding).decode(bytes);
  if (columns === null) return readPasted(text);
  const named = [columns.productCode, columns.cost, columns.sellingPrice, columns.group];
  if (named.some((name) => name !== null && !look.columns.includes(name))) throw new NoTable('column_missing');
  return readTable(text, separator, look.columns, columns);
}

function guessColumns(columns: readonly string[]): ListColumns | null {
  const free = new Set(columns);
  const take = (guess: RegExp): string | null => {
    const found = [...free].find((name) => guess.test(name.trim()));
    if (found === undefined) return null;
    free.delete(found);
    return found;
  };
  const productCode = take(guesses.productCode);
  if (productCode === null) return null;
  const cost = take(guesses.cost);
  return { productCode, cost, sellingPrice: take(guesses.sellingPrice), group: take(guesses.group) };
}

async function isBinary(path: string): Promise<boolean> {
  return (await readFile(path)).subarray(0, 4096).includes(0);
}
