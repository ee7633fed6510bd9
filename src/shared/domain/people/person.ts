import { z } from 'zod';

/** From the least to the most that a person may do. */
export const roles = ['cashier', 'supervisor', 'owner'] as const;
export const Role = z.enum(roles);
export type Role = z.infer<typeof Role>;

export const PersonId = z.string().regex(/^[A-Za-z0-9-]{1,64}$/);

/** As the shop calls them: on tiles, on slips, in the books. */
export const PersonName = z.string().trim().min(1).max(40);

/**
 * A name as it is given: written in one way, and with nothing in it that cannot be seen or turns the reading round. Two
 * names that look alike would be one tile twice.
 */
export const GivenName = z
  .string()
  .max(400)
  .transform((text) => text.normalize('NFC').replace(/\s+/gu, ' ').replace(/\p{C}/gu, ''))
  .pipe(PersonName);

/** Somebody who works at the counter. Nobody is ever removed: what they did keeps their name. */
export const Person = z.object({
  id: PersonId,
  name: PersonName,
  role: Role,
  /** may sign in */
  active: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type Person = z.infer<typeof Person>;

/** Who did something, as they were called then. */
export const By = Person.pick({ id: true, name: true, role: true });
export type By = z.infer<typeof By>;
