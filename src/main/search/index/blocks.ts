import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Span } from '../span.ts';

/** Sales are indexed in the order they came, and listed by when they were made; clocks are set back now and then. */
export const blockOf = (rowid: number): number => Math.floor(rowid / 256);
export const firstRow = (block: number): number => block * 256;

export interface Block {
  block: number;
  /** createdAt of the newest and of the oldest sale in it */
  newest: string;
  oldest: string;
}

const BlockRow = z.tuple([z.int(), z.string(), z.string()]);

/** The times of all blocks, kept between searches: when a sale was made never changes, so only the last ones are read again. */
export class BlockList {
  #blocks: Block[] = [];
  /** in the order of their newest sale */
  #ordered: Block[] = [];

  /** @param name what the index is attached as */
  read(db: Database.Database, name: string): void {
    const last = this.#blocks.at(-1)?.block ?? -1;
    const rows = db
      .prepare(`SELECT block, newest, oldest FROM ${name}.blocks WHERE block >= ? ORDER BY block`)
      .raw()
      .all(last)
      .map((row) => BlockRow.parse(row));
    const known = this.#blocks.at(-1);
    const [first] = rows;
    if (rows.length === 1 && first && known && first[1] === known.newest && first[2] === known.oldest) return;
    if (known) this.#blocks.pop();
    for (const [block, newest, oldest] of rows) this.#blocks.push({ block, newest, oldest });
    this.#ordered = this.#blocks.toSorted((one, other) =>
      one.newest === other.newest ? other.block - one.block : one.newest < other.newest ? 1 : -1,
    );
  }

  /** The blocks that may hold sales of the span, in the order of their newest sale. */
  within({ from, to, behind }: Span): readonly Block[] {
    if (from === null && to === null && behind === null) return this.#ordered;
    return this.#ordered.filter(
      ({ newest, oldest }) =>
        (from === null || newest >= from) &&
        (to === null || oldest < to) &&
        (behind === null || oldest <= behind.createdAt),
    );
  }
}

/** Places in a list of blocks: those from `first` on and before `end` follow each other downwards. */
export interface Run {
  first: number;
  end: number;
}

/** Blocks that are neighbours can be read in one go. Where clocks only went forward, there is one run, of tens of thousands. */
export function* runsOf(blocks: readonly Block[]): Generator<Run, void> {
  let first = 0;
  for (let end = 1; end <= blocks.length; end += 1) {
    if (blocks[end]?.block === (blocks[end - 1]?.block ?? 0) - 1) continue;
    yield { first, end };
    first = end;
  }
}
