import { z } from 'zod';
import { NonNegativeInt, NullableInt, PositiveInt } from '../domain/common-schemas.ts';
import { By, GivenName, isPermission, type Permission, Person, PersonId, Role } from '../domain/staff.ts';
import { nothing, PageLimit, Pin, procedure } from './procedure.ts';

const PermissionName = z.custom<Permission>((name) => typeof name === 'string' && isPermission(name));

/** The person at the counter and their permissions. One counter, however many pages show it. */
export const PeopleState = z.object({
  /** false: no person is set up, every person may do everything, and sign-in is not needed */
  exist: z.boolean(),
  /** null: no person is set up, or none is signed in */
  present: By.nullable(),
  /** permissions of the person at the counter; all where no person is set up */
  may: z.array(PermissionName),
  /** the last person at the counter, offered first */
  last: PersonId.nullable(),
  /** why no person is signed in */
  why: z.enum(['start', 'locked', 'idle']).nullable(),
  /** people who may sign in, in the order in which they were added; `waitMs`: remaining lockout */
  people: z.array(By.extend({ waitMs: NonNegativeInt })),
  /** false: these are the live shop's people, met in practice, and are changed in live */
  mayChange: z.boolean(),
});
export type PeopleState = z.infer<typeof PeopleState>;

export const PeopleEvent = z.object({
  seq: PositiveInt,
  at: z.iso.datetime(),
  type: z.enum(['people.added', 'people.changed', 'people.signed_in', 'people.locked_out', 'people.reset']),
  /** as they were called then */
  person: By,
  by: By.nullable(),
  /** whether the shop's office has published it */
  byOffice: z.boolean(),
  changed: z.array(z.string()),
});
export type PeopleEvent = z.infer<typeof PeopleEvent>;

/** What a product costs the shop or its customers. The last two are the provider's. */
const priceFields = ['cost', 'sellingPrice', 'fee', 'admin', 'commission'] as const;

const Amount = NullableInt;

/** One amount of one product, whole rupiah; null: none. */
export const PriceChange = z.object({ code: z.string(), what: z.enum(priceFields), was: Amount, now: Amount });
export type PriceChange = z.infer<typeof PriceChange>;

const Plain = z.union([z.number(), z.boolean(), z.null(), z.array(z.string())]);

/**
 * A setting by its name. Numbers, switches and the words of a refusal with their values; of other words,
 * addresses and secrets only that they were changed.
 */
export const SettingChange = z.object({ name: z.string(), was: Plain.optional(), now: Plain.optional() });
export type SettingChange = z.infer<typeof SettingChange>;

/** Prices that were changed together, or settings that touch money or security, as the log has it. */
export const AuditEntry = z.object({
  seq: PositiveInt,
  at: z.iso.datetime(),
  type: z.enum(['catalogue.price_changed', 'settings.changed']),
  /** null: no person is set up, or the provider or the office said so */
  by: By.nullable(),
  /** whether the provider said so */
  byProvider: z.boolean(),
  /** whether the shop's office has published it */
  byOffice: z.boolean(),
  prices: z.array(PriceChange),
  settings: z.array(SettingChange),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const Listed = z.object({
  /** those who left too; `pin`: they have one that this machine can check */
  people: z.array(Person.extend({ pin: z.boolean() })),
});

export const people = {
  'people.state': procedure({ input: nothing, output: PeopleState, needs: 'anybody', office: 'own' }),
  /** not_allowed: wrong_pin, locked. `wrongBefore`: how many wrong PINs were typed for this person since the last right one */
  'people.signIn': procedure({
    input: z.strictObject({ id: PersonId, pin: Pin }),
    output: z.object({ state: PeopleState, wrongBefore: NonNegativeInt }),
    needs: 'anybody',
    office: 'own',
  }),
  /** signs out; requests in progress go on */
  'people.lock': procedure({ input: nothing, output: PeopleState, needs: 'anybody', office: 'own' }),
  /** a person is typing or pointing: postpones the automatic lock */
  'people.extendSession': procedure({ input: nothing, output: z.object({}), needs: 'anybody', office: 'own' }),
  /** the first owner, who is signed in then; asks for the supervisor's PIN where one is set. not_allowed: people_exist */
  'people.setUp': procedure({
    input: z.strictObject({ name: GivenName, pin: Pin, supervisorPin: Pin.optional() }),
    output: PeopleState,
    needs: 'anybody',
    office: 'own',
  }),
  'people.list': procedure({ input: nothing, output: Listed, needs: 'people', extendsSession: false, office: 'own' }),
  /** invalid_input: pin_taken, weak_pin, name_taken */
  'people.add': procedure({
    input: z.strictObject({ name: GivenName, role: Role, pin: Pin }),
    output: Listed,
    needs: 'people',
    office: 'own',
  }),
  /** only what is there is changed. not_allowed: last_owner */
  'people.change': procedure({
    input: z.strictObject({
      id: PersonId,
      name: GivenName.optional(),
      role: Role.optional(),
      active: z.boolean().optional(),
      pin: Pin.optional(),
    }),
    output: Listed,
    needs: 'people',
    office: 'own',
  }),
  /** changes of people and sign-ins, newest first; `before` is an event's number */
  'people.log': procedure({
    input: z.strictObject({ before: PositiveInt.optional(), limit: PageLimit }).optional(),
    output: z.object({ events: z.array(PeopleEvent) }),
    needs: 'people',
    extendsSession: false,
    office: 'own',
  }),
  /** prices, and settings that touch money or security: who changed them and when, newest first; `before` is an event's number */
  'people.changes': procedure({
    input: z.strictObject({ before: PositiveInt.optional(), limit: PageLimit }).optional(),
    output: z.object({ changes: z.array(AuditEntry) }),
    needs: 'people',
    extendsSession: false,
    office: 'own',
  }),
};
