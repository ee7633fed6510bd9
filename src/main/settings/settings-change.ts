import { z } from 'zod';
import { secretTable } from '../../shared/contract/setting-table.ts';
import { Settings, type SettingsChange, settingRow } from '../../shared/contract/settings.ts';
import type { SettingChange } from '../../shared/domain/audit-log.ts';
import { readQris } from '../../shared/domain/qris.ts';

/** Settings as a tree of plain objects. Lists are leaves, and so is an object with a `kind`: half of one and half of another is neither. */
export type Tree = Readonly<Record<string, unknown>>;

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('kind' in value);

/** The settings by their full names: "billFee", "provider.url". Keys that hold undefined are left out. */
export function flatten(tree: Tree, above = ''): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  for (const [key, value] of Object.entries(tree)) {
    if (value === undefined) continue;
    const name = above + key;
    if (!isTree(value)) leaves.set(name, value);
    else for (const [inner, leaf] of flatten(value, `${name}.`)) leaves.set(inner, leaf);
  }
  return leaves;
}

/** The lower settings, overridden by the upper ones. */
export function layered(lower: Tree, upper: Tree): Record<string, unknown> {
  const defined = Object.entries(upper).filter(([, value]) => value !== undefined);
  return {
    ...lower,
    ...Object.fromEntries(
      defined.map(([key, value]) => {
        const below = lower[key];
        return [key, isTree(value) && isTree(below) ? layered(below, value) : value];
      }),
    ),
  };
}

/** The settings without the leaves that have the same value in the other ones. */
export function without(tree: Tree, other: Tree): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([key, value]) => {
      const same = other[key];
      if (isTree(value) && isTree(same)) return [[key, without(value, same)]];
      return sameValue(value, same) ? [] : [[key, value]];
    }),
  );
}

export const sameValue = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The part of a change that is settings: no secret, no PIN and no answer to a question. */
function settingsPart(change: SettingsChange): Tree {
  const {
    secrets: _secrets,
    supervisorPin: _first,
    secondPin: _second,
    pin: _pin,
    leaveOrders: _leave,
    connectionCode: _code,
    ...rest
  } = change;
  return rest;
}

const isSecret = (name: string): name is keyof typeof secretTable => Object.hasOwn(secretTable, name);

/** The secrets that a change sets or removes. */
const changedSecretNames = (change: SettingsChange): Array<keyof typeof secretTable> =>
  [...flatten(change.secrets ?? {}).keys()].map((name) => name.split('.')[0] ?? '').filter(isSecret);

/** The settings with the change applied. */
export function changedSettings(settings: Settings, change: SettingsChange): Settings {
  const next = Settings.parse(layered(settings, settingsPart(change)));
  const passphrase = change.secrets?.backupPassphrase;
  return passphrase === undefined ? next : { ...next, backup: { ...next.backup, encrypt: passphrase !== null } };
}

/**
 * The names of the settings that a change would make other than they are, as locks name them. A form that sends a locked field
 * unchanged touches nothing.
 */
export function touchedSettings(change: SettingsChange, present: Settings): string[] {
  const now = flatten(present);
  const changed = [...flatten(settingsPart(change))].filter(([name, value]) => !sameValue(value, now.get(name)));
  return [...changed.map(([name]) => name), ...changedSecretNames(change)];
}

/** Whether the change concerns the connection, which is then reopened. */
export function touchesConnection(change: SettingsChange): boolean {
  const secrets = changedSecretNames(change).filter((name) => secretTable[name].address !== null);
  return change.provider !== undefined || change.relay !== undefined || secrets.length > 0;
}

/** Whether the change holds a setting that the supervisor's PIN guards. */
export function needsPin(change: SettingsChange): boolean {
  return [...flatten(settingsPart(change)).keys()].some((name) => settingRow(name)?.pin);
}

/** The audit log's record of a change, by the settings' names. Values only where they can be no secret, name or address. */
export function auditableChanges(change: SettingsChange, present: Settings): SettingChange[] {
  const before = flatten(present);
  const after = flatten(settingsPart(change));
  const named = touchedSettings(change, present).filter((name) => settingRow(name)?.audit !== 'none');
  const pins = (['supervisorPin', 'secondPin'] as const).filter((name) => change[name] !== undefined);
  return [
    ...named.map((name) =>
      Object.assign({ name }, plain('was', name, before.get(name)), plain('now', name, after.get(name))),
    ),
    ...pins.map((name) => ({ name })),
  ];
}

const Words = z.array(z.string());

function plain(key: 'was' | 'now', name: string, value: unknown): Partial<SettingChange> {
  const audit = settingRow(name)?.audit;
  if (audit === 'words') return { [key]: Words.parse(value) };
  if (audit === 'payee' && typeof value === 'string') return { [key]: payeeOf(value) };
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? { [key]: value } : {};
}

/** Whom a QRIS code pays: what its code says to everybody who scans it. */
function payeeOf(code: string): string[] {
  const reading = readQris(code);
  return reading.ok ? [reading.qris.merchant, reading.qris.nmid].filter((text) => text !== null) : [];
}
