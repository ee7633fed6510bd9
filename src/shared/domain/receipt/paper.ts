import { z } from 'zod';

/** Width of roll, or a sheet. */
export const Paper = z.enum(['58', '80', 'a4']);
export type Paper = z.infer<typeof Paper>;
