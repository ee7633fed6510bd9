import { z } from 'zod';

/** What people read; each word exists in both. */
export const Language = z.enum(['id', 'en']);
export type Language = z.infer<typeof Language>;

/** The page's colours: as the machine says, or one of ours. "contrast" is white on black with every edge drawn. */
export const Theme = z.enum(['system', 'light', 'dark', 'contrast']);
export type Theme = z.infer<typeof Theme>;
