import type { Paper } from '../../shared/domain/receipt/paper.ts';

export interface SlipFile {
  html: string;
  paper: Paper;
  as: 'pdf' | 'png';
  /** what the file is to be called, unless the person calls it something else; names no customer */
  name: string;
}

/** A host's way to put a slip into a file where the person wants it. */
export interface SlipSaver {
  save(file: SlipFile): Promise<SaveOutcome>;
}

export type SaveOutcome =
  /** it is there, under that name */
  | { kind: 'saved'; name: string }
  /** the page that asked must save it itself, from this address on its own origin */
  | { kind: 'page'; url: string }
  /** the person gave it no place */
  | { kind: 'cancelled' }
  | { kind: 'failed'; reason: string };
