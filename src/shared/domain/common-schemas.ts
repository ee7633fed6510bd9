import { z } from 'zod';

/*
 * Hundreds of fields are one of these. They share its schema: one for each would take 1 to 3 kB of a page's memory.
 */

export const NonNegativeInt = z.int().nonnegative();

export const PositiveInt = z.int().positive();

export const NullableInt = z.int().nullable();

export const NullableString = z.string().nullable();
