import { z } from 'zod';

export const ShiftNumber = z.int().positive();

/** What should have been in the drawer by the last count before, and by how much the opening count is more. */
export const CarriedCash = z.object({ expected: z.int(), difference: z.int() });
export type CarriedCash = z.infer<typeof CarriedCash>;
