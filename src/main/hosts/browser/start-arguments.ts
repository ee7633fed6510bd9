import { z } from 'zod';
import { parseCommandLine } from '../command-line.ts';

/** Of `npm run start:browser`, and of `npm start` where it opens the counter for a browser. */
export const StartArguments = z.object({
  port: z
    .string()
    .regex(/^\d{1,5}$/, 'is not a port')
    .transform(Number)
    .pipe(z.int().max(65_535, 'is not a port'))
    .optional(),
  'data-dir': z.string().min(1, 'is empty').optional(),
  'no-open': z.boolean().default(false),
  office: z.boolean().default(false),
  settings: z.string().min(1, 'is empty').optional(),
});
export type StartArguments = z.infer<typeof StartArguments>;

export const startOptions = {
  port: { type: 'string' },
  'data-dir': { type: 'string' },
  settings: { type: 'string' },
  'no-open': { type: 'boolean' },
  office: { type: 'boolean' },
} as const;

const usage = `npm run start:browser -- [--port N] [--data-dir DIR] [--settings FILE] [--office] [--no-open]

Serves the counter to a browser on this machine, and opens one. Stops on SIGTERM.
  --port N         of 127.0.0.1; 0 is any free one
  --data-dir DIR   where the counter keeps its data
  --settings FILE  settings for many counters
  --office         as the office of a shop, which follows its counters and sells nothing
  --no-open        opens no browser`;

/** Of this process. Ends it for --help, and for what is wrong. */
export const readStartArguments = (): StartArguments =>
  parseCommandLine({ usage, options: startOptions, schema: StartArguments });
