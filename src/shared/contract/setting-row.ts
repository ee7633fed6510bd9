import type { z } from 'zod';
import type { Permission } from '../domain/staff.ts';

/** The parts of which a row of setting-table.ts is made. */

/** Who may change a setting, and how the change is recorded. */
export interface Rule {
  permission: Permission;
  /** changing it needs the supervisor's PIN, where there is one */
  pin: boolean;
  /**
   * The audit log's record of a change: nothing; the name, with the values of numbers and switches; with a list of words too; or
   * with whom a QRIS code pays. Other texts may be a secret, name or address and are never logged.
   */
  audit: 'none' | 'plain' | 'words' | 'payee';
}

/** How the screen looks and sounds: no money hangs on it. */
export const look = { permission: 'settingsScreen', pin: false, audit: 'none' } as const satisfies Rule;
/** Printed on slips or shown on the customer display. */
export const print = { permission: 'settingsShop', pin: false, audit: 'none' } as const satisfies Rule;
export const shop = { permission: 'settingsShop', pin: false, audit: 'plain' } as const satisfies Rule;
/** Gives access to money. */
export const owner = { permission: 'settingsConnection', pin: false, audit: 'plain' } as const satisfies Rule;
/** Guards money, or the customers. */
export const guard = { permission: 'settingsConnection', pin: true, audit: 'plain' } as const satisfies Rule;
/** Where customers' money goes. */
export const payee = { ...guard, audit: 'payee' } as const satisfies Rule;

/** The sections of the settings screen. */
export type SettingSection =
  | 'shop'
  | 'screen'
  | 'display'
  | 'qris'
  | 'customers'
  | 'slip'
  | 'printers'
  | 'connection'
  | 'office'
  | 'alerts'
  | 'deposit'
  | 'limits'
  | 'pin'
  | 'backup'
  | 'book'
  | 'shifts'
  | 'cashServices'
  | 'privacy'
  | 'proofs'
  | 'mode'
  | 'updates';

/** How a setting is typed. Every text is a message's key. */
export interface SettingField {
  /** the form that it is a field of */
  form: string;
  input: 'text' | 'number' | 'amount' | 'zone' | 'codes' | 'words' | 'names' | 'choice';
  label: string;
  hint?: string;
  /** message for a value that the schema refuses */
  bad?: string;
  mono?: boolean;
  maxLength?: number;
  /** of a choice, in the order shown */
  choices?: ReadonlyArray<readonly [value: string | boolean, label: string]>;
  /** the label is only read aloud */
  hideLabel?: boolean;
}

export interface Options {
  section: SettingSection;
  /** the variable that overrides what is saved, and locks the setting */
  env?: string;
  field?: SettingField;
  /** false: it follows from something else */
  changeable?: false;
}

export const setting = <S extends z.ZodType, const O extends Options>(
  schema: S,
  initial: z.output<S>,
  rule: Rule,
  options: O,
) => ({
  schema,
  initial,
  ...rule,
  ...options,
});

/** Settings that go by "group.name". @param whole a change names all of them */
export const group = <R, const W extends boolean>(whole: W, rows: R) => ({ whole, rows });
