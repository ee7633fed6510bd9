import { z } from 'zod';
import { jsonText } from '../db/statements.ts';

/** The place behind a sale in a list that is newest first. */
export interface Place {
  createdAt: string;
  id: string;
}

const Cursor = jsonText.pipe(z.tuple([z.string(), z.string()]));

export function cursorOf({ createdAt, id }: Place): string {
  return Buffer.from(JSON.stringify([createdAt, id])).toString('base64url');
}

/** Throws RangeError when it is not one of ours. */
export function placeOf(cursor: string): Place {
  const read = Cursor.safeParse(Buffer.from(cursor, 'base64url').toString());
  if (!read.success) throw new RangeError('not a cursor of this list');
  return { createdAt: read.data[0], id: read.data[1] };
}
