import { z } from 'zod';
import { maxCodeLength } from '../domain/addresses.ts';
import { NonNegativeInt } from '../domain/common-schemas.ts';
import type { Permission } from '../domain/staff.ts';
import { nothing, Pin, ProductCode, procedure } from './procedure.ts';
import type { Options, Rule } from './setting-row.ts';
import { secretTable, settingTable } from './setting-table.ts';

/** One setting, by the name that locks, managed files and the audit log have for it: "billFee", "provider.url". */
export interface SettingRow extends Rule, Options {
  name: string;
  schema: z.ZodType;
  initial: unknown;
}

type Row = Omit<SettingRow, 'name'>;
type Group = { whole: boolean; rows: Readonly<Record<string, Row>> };
const entries: ReadonlyArray<[string, Row | Group]> = Object.entries(settingTable);

export const settingRows: readonly SettingRow[] = entries.flatMap(([key, entry]) =>
  'rows' in entry
    ? Object.entries(entry.rows).map(([inner, row]) => Object.assign({ name: `${key}.${inner}` }, row))
    : [{ name: key, ...entry }],
);

/** The groups whose settings are changed all at once. */
export const wholeGroups: readonly string[] = entries.flatMap(([key, entry]) =>
  'rows' in entry && entry.whole ? [key] : [],
);

/** The permission to change a setting, or any of a group, by its first name. */
const settingPermissions: Readonly<Partial<Record<string, readonly Permission[]>>> = Object.fromEntries(
  entries.map(([key, entry]) => [
    key,
    'rows' in entry ? [...new Set(Object.values(entry.rows).map(({ permission }) => permission))] : [entry.permission],
  ]),
);

/** The row of a name, which may be of a part of its value ("pricing.rounding"). */
export function settingRow(name: string): SettingRow | undefined {
  return settingRows.find((row) => name === row.name || name.startsWith(`${row.name}.`));
}

type Table = typeof settingTable;
type Schema<E> = E extends { schema: infer S extends z.ZodType } ? S : never;
type RowsOf<E> = E extends { rows: infer R } ? R : never;
type Changeable<R> = { [K in keyof R as R[K] extends { changeable: false } ? never : K]: R[K] };

type SavedGroup<R> = z.ZodObject<{ [K in keyof R]: z.ZodDefault<Schema<R[K]>> }>;
type SavedShape = {
  [K in keyof Table]: Table[K] extends { rows: infer R }
    ? z.ZodPrefault<SavedGroup<R>>
    : z.ZodDefault<Schema<Table[K]>>;
};

type ChangedGroup<R, W> = z.ZodObject<
  { [K in keyof Changeable<R>]: W extends true ? Schema<R[K & keyof R]> : z.ZodOptional<Schema<R[K & keyof R]>> },
  z.core.$strict
>;
type ChangedShape = {
  [K in keyof Table]: z.ZodOptional<
    Table[K] extends { whole: infer W } ? ChangedGroup<RowsOf<Table[K]>, W> : Schema<Table[K]>
  >;
};

type AnyShape = Record<string, z.ZodType>;

const mapRows = (rows: Readonly<Record<string, Row>>, schemaOf: (row: Row) => z.ZodType | null): AnyShape =>
  Object.fromEntries(
    Object.entries(rows).flatMap(([key, row]) => {
      const schema = schemaOf(row);
      return schema === null ? [] : [[key, schema]];
    }),
  );

const savedRow = ({ schema, initial }: Row): z.ZodType => schema.default(initial);

const savedSchemas: object = Object.fromEntries(
  entries.map(([key, entry]) => [
    key,
    'rows' in entry ? z.object(mapRows(entry.rows, savedRow)).prefault({}) : savedRow(entry),
  ]),
);
/** The shape of what is saved: each setting with its default. */
// oxlint-disable-next-line typescript/consistent-type-assertions -- one schema for each row, by the row's own
export const savedShape = savedSchemas as SavedShape;

const changedSchemas: object = Object.fromEntries(
  entries.map(([key, entry]) => {
    if (!('rows' in entry)) return [key, entry.schema.optional()];
    const shape = mapRows(entry.rows, ({ schema, changeable }) =>
      changeable === false ? null : entry.whole ? schema : schema.optional(),
    );
    return [key, z.strictObject(shape).optional()];
  }),
);
/** The shape of a change: only what is there is changed. */
// oxlint-disable-next-line typescript/consistent-type-assertions -- one schema for each row, by the row's own
export const changedShape = changedSchemas as ChangedShape;

/** The saved settings, with defaults for the others. */
export const Settings = z.object(savedShape);
export type Settings = z.infer<typeof Settings>;

const { providerHeaders, secretKey, relayToken, backupPassphrase } = secretTable;

/** A person's change: absent fields stay; a secret of null is removed. */
export const SettingsChange = z.strictObject({
  ...changedShape,
  /** addresses and keys in one text (shared/wire/connection-code.ts); it takes the PIN, and wins over what is beside it */
  connectionCode: z.string().max(maxCodeLength).optional(),
  /** orders whose results go to the present mailbox are left to a person; without it such a change is refused */
  leaveOrders: z.boolean().optional(),
  /** the supervisor's, where a setting needs it */
  pin: Pin.optional(),
  secrets: z
    .strictObject({
      providerHeaders: providerHeaders.schema.nullable().optional(),
      secretKey: secretKey.schema.nullable().optional(),
      relayToken: relayToken.schema.nullable().optional(),
      /** from now on backups are encrypted with it; null: no longer */
      backupPassphrase: backupPassphrase.schema.nullable().optional(),
      /** until when the key that secretKey replaces is still believed; left out, for a day */
      retireOldKeyAt: z.iso.datetime().optional(),
    })
    .optional(),
  /** sets a second person's PIN, which must differ from the supervisor's; the present one is asked for where there is one */
  secondPin: z.strictObject({ present: Pin.optional(), next: Pin }).optional(),
  /** sets the supervisor's PIN; the present one is asked for where there is one */
  supervisorPin: z.strictObject({ present: Pin.optional(), next: Pin }).optional(),
});
export type SettingsChange = z.infer<typeof SettingsChange>;

/**
 * Permissions that a change of the settings needs, for each part that it touches. Parts other than settings, such as keys and
 * PINs, give access to money or guard it.
 */
function settingsNeeds(change: SettingsChange): readonly Permission[] {
  const { pin: _pin, leaveOrders: _leave, ...parts } = change;
  const touched = Object.entries(parts).flatMap(([group, value]) => (value === undefined ? [] : [group]));
  return [...new Set(touched.flatMap((group) => settingPermissions[group] ?? (['settingsConnection'] as const)))];
}

/** Settings that a file brings for many counters; nothing that belongs to one person. */
export const FleetSettings = z.strictObject({
  ...changedShape,
  shop: changedShape.shop.unwrap().partial().optional(),
});
export type FleetSettings = z.infer<typeof FleetSettings>;

/** Secrets that such a file brings, or the environment. */
export const ManagedSecrets = z.strictObject({
  secretKey: secretKey.schema.optional(),
  relayToken: relayToken.schema.optional(),
  providerHeaders: providerHeaders.schema.optional(),
});
export type ManagedSecrets = z.infer<typeof ManagedSecrets>;

export const SettingsView = z.object({
  settings: Settings,
  secrets: z.object({
    providerHeaders: z.boolean(),
    secretKey: z.boolean(),
    relayToken: z.boolean(),
    backupPassphrase: z.boolean(),
    supervisorPin: z.boolean(),
    secondPin: z.boolean(),
  }),
  /** the tests that the present addresses and keys passed */
  tested: z.object({
    /** a signed webhook came through the relay */
    relay: z.boolean(),
    /** the provider answered as the interface says */
    provider: z.boolean(),
    /** one of its products was read */
    product: z.boolean(),
  }),
  /** until when webhooks signed with replaced keys are still believed, newest first */
  retiring: z.array(z.iso.datetime()),
  /** settings of the environment or fixed by the fleet's file, which cannot be changed here, as "provider.url" or "secretKey" */
  locked: z.array(z.string()),
  mode: z.enum(['training', 'live']),
  /** whether this host has a window and a system to start with: startAtLogin and kiosk mean something */
  desktop: z.boolean(),
});
export type SettingsView = z.infer<typeof SettingsView>;

const viewWithoutMailbox = (view: SettingsView): SettingsView => ({
  ...view,
  settings: { ...view.settings, relay: { ...view.settings.relay, mailbox: null } },
});

/** The result of a live test of the connection; nothing is bought. */
export const ConnectionTest = z.object({
  /** "no_product": it answers, and does not know the product that was asked for */
  provider: z.enum(['ok', 'not_configured', 'unreachable', 'refused', 'bad_answer', 'no_product']),
  relay: z.enum(['ok', 'not_configured', 'unreachable', 'refused', 'taken']),
  /** of the product that was asked for and read */
  productName: z.string().optional(),
});
export type ConnectionTest = z.infer<typeof ConnectionTest>;

/** The result of a webhook that the counter sent to itself through the relay. */
export const RelayTrial = z.object({
  outcome: z.enum([
    'ok',
    'not_configured',
    'unreachable',
    /** the relay holds another secret for this mailbox, or has no such mailbox: it does not say which */
    'wrong_secret',
    /** wrong token */
    'refused',
    'taken',
    /** taken by the relay, and not in the mailbox within 15 s */
    'not_heard',
  ]),
  /** from sending it until it arrived; null unless ok */
  tookMs: NonNegativeInt.nullable(),
});
export type RelayTrial = z.infer<typeof RelayTrial>;

export const settings = {
  'settings.get': procedure({
    input: nothing,
    output: SettingsView,
    needs: 'anybody',
    office: 'own',
    mailbox: viewWithoutMailbox,
  }),
  'settings.save': procedure({
    input: SettingsChange,
    output: SettingsView,
    needs: settingsNeeds,
    office: 'own',
    mailbox: viewWithoutMailbox,
  }),
  /** requests one product from the provider and the page of the relay, and reports the answers */
  'settings.test': procedure({
    input /** a product that the provider should know; without one a made-up code is asked for */: z
      .strictObject({ productCode: ProductCode.optional() })
      .optional(),
    output: ConnectionTest,
    needs: 'settingsConnection',
    office: 'own',
  }),
  /** sends a signed webhook to the shop's own address at the relay and waits until it comes out of the mailbox */
  'settings.tryRelay': procedure({ input: nothing, output: RelayTrial, needs: 'settingsConnection', office: 'own' }),
  /** switches between training and live; each has its own database. The page reloads afterwards */
  'mode.switch': procedure({
    input: z.strictObject({ mode: z.enum(['training', 'live']) }),
    output: z.object({}),
    needs: 'modeSwitch',
    office: 'counter',
  }),
};
