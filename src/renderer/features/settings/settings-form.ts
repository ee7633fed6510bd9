import { createContext, useContext, useEffect, useId, useRef } from 'react';
import { z } from 'zod';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { Pin } from '../../../shared/contract/procedure.ts';
import {
  type SettingRow,
  type Settings,
  SettingsChange,
  type SettingsView,
  settingRows,
  wholeGroups,
} from '../../../shared/contract/settings.ts';
import { statusWord } from '../../../shared/domain/provider-answer.ts';
import { call } from '../../host/call.ts';
import { errorWords } from '../../i18n/i18n.ts';
import { type TFunction, t } from '../../i18n/translation.ts';
import { askSettings, useSettings } from '../../state/settings.ts';
import { toast } from '../../state/toast.ts';

/** How the fields of a form are typed and read: by the rows of the table of settings. */

type Tree = Record<string, unknown>;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a setting in a tree of settings, by its name. */
export const valueOf = (tree: object, name: string): unknown =>
  name.split('.').reduce<unknown>((inner, key) => (isTree(inner) ? inner[key] : undefined), tree);

/** A tree with values by the names of their settings. */
function treeOf(values: ReadonlyArray<readonly [name: string, value: unknown]>): Tree {
  const tree: Tree = {};
  for (const [name, value] of values) {
    const [key = '', inner] = name.split('.');
    const group = tree[key];
    tree[key] = inner === undefined ? value : { ...(isTree(group) ? group : {}), [inner]: value };
  }
  return tree;
}

/** The fields of a form, in the order of its screen. */
export const rowsOf = (form: string): SettingRow[] => settingRows.filter(({ field }) => field?.form === form);

/** A setting as it is typed: a choice and an amount as they are, everything else as text. */
export function typedValue({ name, field }: SettingRow, settings: SettingsView['settings']): unknown {
  const value = valueOf(settings, name);
  if (field?.input === 'choice' || field?.input === 'amount') return value;
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export const typedValues = (rows: readonly SettingRow[], { settings }: Pick<SettingsView, 'settings'>): Tree =>
  treeOf(rows.map((row) => [row.name, typedValue(row, settings)]));

const isEmpty = z
  .string()
  .trim()
  .regex(/^$/)
  .transform(() => null);

/** A whole number typed as text. */
export const typedNumber = z
  .string()
  .trim()
  .regex(/^\d{1,9}$/)
  .transform(Number);

/** HTTP codes with commas between them. */
const typedCodes = z.string().transform((text) =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number),
);

/** Words with commas between them. */
const typedWords = z.string().transform((text) => [...new Set(text.split(',').map(statusWord).filter(Boolean))]);

/** Names as they are written, with commas between them. */
const typedNames = z.string().transform((text) => [
  ...new Set(
    text
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  ),
]);

const typedText = {
  text: z.string().trim(),
  zone: z.string(),
  number: typedNumber,
  /** whole rupiah; null where nothing is typed */
  amount: z.int().nullable(),
  codes: typedCodes,
  words: typedWords,
  names: typedNames,
  choice: z.unknown(),
};

/** Reads the text typed for one setting; an empty one is null where the setting may be null. */
export function typedSchema({ schema, field }: Pick<SettingRow, 'schema' | 'field'>): z.ZodType {
  const text: z.ZodType = typedText[field?.input ?? 'text'];
  const typed = field?.input === 'choice' ? schema : z.pipe(text, schema);
  return schema.safeParse(null).success ? z.union([isEmpty, typed]) : typed;
}

/** The schemas of a form's fields, by their names. */
export function formShape(rows: readonly SettingRow[]): Record<string, z.ZodType> {
  const schemas = treeOf(rows.map((row) => [row.name, typedSchema(row)]));
  return Object.fromEntries(
    Object.entries(schemas).map(([key, value]) => [
      key,
      value instanceof z.ZodType ? value : z.object(isTree(value) ? schemasOf(value) : {}),
    ]),
  );
}

const schemasOf = (group: Tree): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(group).flatMap(([key, schema]) => (schema instanceof z.ZodType ? [[key, schema]] : [])),
  );

/** The supervisor's PIN, where it is required. */
export const typedPin = z.union([Pin, z.literal('')]);

/** A form's changes: no locked setting, and none that is unchanged; a group that changes as a whole is named as a whole. */
export function changeOf(
  rows: readonly SettingRow[],
  { settings, locked }: Pick<SettingsView, 'settings' | 'locked'>,
  read: object,
  pin = '',
): SettingsChange {
  const changed = rows
    .filter(({ name }) => !locked.includes(name))
    .filter(({ name }) => JSON.stringify(valueOf(read, name)) !== JSON.stringify(valueOf(settings, name)));
  const groups = new Set(
    changed.map(({ name }) => name.split('.')[0] ?? '').filter((key) => wholeGroups.includes(key)),
  );
  const whole = settingRows.filter(
    ({ name, changeable }) => changeable !== false && groups.has(name.split('.')[0] ?? ''),
  );
  return SettingsChange.parse({
    ...treeOf([
      ...whole.map(({ name }) => [name, valueOf(settings, name)] as const),
      ...changed.map(({ name }) => [name, valueOf(read, name)] as const),
    ]),
    ...(pin === '' ? {} : { pin }),
  });
}

/** What the screen calls the settings that an error is about; a field that is no setting has no name there. */
export function settingLabels(t: TFunction, fields: readonly string[] = []): string | null {
  const labels = fields.flatMap((name) => {
    const label = settingRows.find((row) => row.name === name)?.field?.label;
    // oxlint-disable-next-line typescript/consistent-type-assertions -- a test holds that each key of the table is a message
    return label === undefined ? [] : [t(label as 'settings.bad')];
  });
  return labels.length === 0 ? null : [...new Set(labels)].join(', ');
}

/** A change, or what it is made from: the settings as main has them when it is sent. */
type Change = SettingsChange | ((now: SettingsView['settings']) => SettingsChange);

/** Saves a change and keeps what main made of it. Answers the error, or null when it is saved. */
export async function saveSettings(change: Change): Promise<KonterError | null> {
  const error = await askSettings((now) =>
    call('settings.save', typeof change === 'object' ? change : now ? change(now.settings) : {}),
  );
  if (error === null) toast('success', t('settings.saved'));
  return error;
}

/** The same for a change without a form, which says itself why it was not saved. */
export async function saveAtOnce(change: Change): Promise<void> {
  const error = await saveSettings(change);
  if (error) toast('failed', `${t('settings.saveFailed')} ${errorWords(t, error).lines[0] ?? ''}`);
}

/** A choice that counts at once: shown as made while it is being saved, and taken back when it could not be. */
export async function choose(
  changes: Partial<
    Pick<Settings, 'language' | 'theme' | 'paper' | 'autoPrint' | 'slipCashier' | 'orderBySales' | 'sounds'>
  >,
): Promise<void> {
  const saved = saveAtOnce(changes);
  useSettings.setState(({ view }) => (view ? { view: { ...view, settings: { ...view.settings, ...changes } } } : {}));
  await saved;
}

/** What the one button of a set-up step does now. */
export interface StepAction {
  label: string;
  run: () => void;
  disabled: boolean;
}

export type SetStepAction = (id: string, action: StepAction | null) => void;

/** The step around a form; null: the form is not part of the set-up, and has a button of its own. */
export const StepContext = createContext<SetStepAction | null>(null);

/** Hands an action to the step's button; null: there is nothing to do here now. Answers whether there is such a button. */
export function useStepAction(action: StepAction | null): boolean {
  const set = useContext(StepContext);
  const id = useId();
  const run = useRef<StepAction['run'] | null>(null);
  useEffect(() => {
    run.current = action?.run ?? null;
  });
  const { label, disabled } = action ?? { label: null, disabled: false };
  useEffect(() => {
    if (label !== null) set?.(id, { label, disabled, run: () => run.current?.() });
    return () => set?.(id, null);
  }, [set, id, label, disabled]);
  return set !== null;
}
