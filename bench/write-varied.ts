/** Writes a book of varied receipts: `node write-varied.ts FILE ROWS`. */
import { z } from 'zod';
import { writeVariedReceipts } from './varied-receipts.ts';

const [path, rows] = z.tuple([z.string(), z.string().regex(/^\d+$/).transform(Number)]).parse(process.argv.slice(2));
writeVariedReceipts(path, rows);
