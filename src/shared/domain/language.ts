import { z } from 'zod';

/** What people read; each word exists in both. */
export const Language = z.enum(['id', 'en']);
export type Language = z.infer<typeof Language>;
