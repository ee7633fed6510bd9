import { z } from 'zod';
import type { Permission } from '../domain/staff.ts';
import { type Options, type Rule, settingTable } from './setting-table.ts';

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

/** What changing a setting needs, or any of a group, by its first name. */
export const settingPermissions: Readonly<Partial<Record<string, readonly Permission[]>>> = Object.fromEntries(
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
