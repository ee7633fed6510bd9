import { z } from 'zod';

/** The page's colours: as the machine says, or one of ours. "contrast" is white on black with every edge drawn. */
export const Theme = z.enum(['system', 'light', 'dark', 'contrast']);
export type Theme = z.infer<typeof Theme>;
