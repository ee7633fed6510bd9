import { z } from 'zod';

/** From the least to the most that a person may do. */
export const roles = ['cashier', 'supervisor', 'owner'] as const;
export const Role = z.enum(roles);
export type Role = z.infer<typeof Role>;

export const PersonId = z.string().regex(/^[A-Za-z0-9-]{1,64}$/);

/** As the shop calls them: on tiles, on slips, in the books. */
export const PersonName = z.string().trim().min(1).max(40);

/**
 * A name as it is entered: written in one way, and with nothing in it that cannot be seen or turns the reading round. Two
 * names that look alike would be one tile twice.
 */
export const GivenName = z
  .string()
  .max(400)
  .transform((text) => text.normalize('NFC').replace(/\s+/gu, ' ').replace(/\p{C}/gu, ''))
  .pipe(PersonName);

/** Somebody who works at the counter. No person is ever removed: what they did keeps their name. */
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

const everybody = ['cashier', 'supervisor', 'owner'] as const;
const supervisors = ['supervisor', 'owner'] as const;
const owners = ['owner'] as const;

/**
 * Who may do what. Main holds everybody to it (src/main/staff/authorize.ts says which procedure needs what); the UI only
 * shows it. Where a role lacks something that is done once, the PIN of somebody who has it opens it once.
 */
export const permissions = {
  sell: everybody,
  payBills: everybody,
  seeReceipts: everybody,
  printCopies: everybody,
  share: everybody,
  cashReturned: everybody,
  /** open and close */
  shifts: everybody,
  /** cash put into the drawer or taken out for something else than a sale, and the drawer opened */
  moveCash: everybody,
  /** language, colours, sounds: how the screen is, and nothing else */
  settingsScreen: everybody,
  /** send a repeat, sell in a cut-off or below cost */
  override: supervisors,
  /** record what became of a sale that nothing else settles */
  resolve: supervisors,
  seeBooks: supervisors,
  /** what a sale cost the shop, and what it earned */
  seeCosts: supervisors,
  /** record what was paid in at the provider, or what is left there */
  deposit: supervisors,
  exports: supervisors,
  reconcile: supervisors,
  customersFind: supervisors,
  catalogue: supervisors,
  /** the shop's name, slips, printers, fees */
  settingsShop: supervisors,
  backups: supervisors,
  modeSwitch: supervisors,
  /** look for a newer program, and put it in place */
  updates: supervisors,
  customersExport: owners,
  customersErase: owners,
  /** what leads to the money and guards it: addresses, secrets, PINs, limits, where copies go */
  settingsConnection: owners,
  people: owners,
  restore: owners,
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Permission = keyof typeof permissions;

export function isPermission(name: string): name is Permission {
  return Object.hasOwn(permissions, name);
}

/** @param role null: no person is signed in */
export function may(role: Role | null, permission: Permission): boolean {
  const allowed: readonly Role[] = permissions[permission];
  return role !== null && allowed.includes(role);
}

/** Whether a PIN is among the first that anybody would try: one digit over and over, or digits in a row. */
export function isWeakPin(pin: string): boolean {
  const digits = pin.split('').map(Number);
  const steps = new Set(digits.slice(1).map((digit, at) => digit - (digits[at] ?? 0)));
  const [step] = steps;
  return steps.size === 1 && step !== undefined && Math.abs(step) <= 1;
}

/** Whether a person may do what only a supervisor may. */
export type SupervisorVerdict = 'ok' | 'no_pin_set' | 'pin_needed' | 'wrong_pin' | 'locked';
