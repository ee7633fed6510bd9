import { z } from 'zod';
import { secretTable } from '../../../shared/contract/setting-table.ts';
import type { SettingsChange, SettingsView } from '../../../shared/contract/settings.ts';
import { wallClock } from '../../../shared/domain/zone.ts';
import { changeOf, formShape, rowsOf, typedValues } from './settings-form.ts';

/** "2026-11-21" of this moment on the shop's wall, and as many days later. */
export const dayOf = (now: number, zone: string, daysLater = 0): string =>
  wallClock(now + daysLater * 86_400_000, zone).day;

/**
 * The last second of a calendar day on the shop's wall, ISO 8601 UTC.
 * @param day YYYY-MM-DD
 */
export function endOfDay(day: string, zone: string): string {
  const asIfUtc = Date.parse(`${day}T23:59:59.000Z`);
  // The zone's offset from UTC at that moment; computed twice, because it may change in between.
  let at = asIfUtc;
  for (let n = 0; n < 2; n += 1) {
    const shown = wallClock(at, zone);
    at += asIfUtc - Date.parse(`${shown.day}T${shown.time}.000Z`);
  }
  return new Date(at).toISOString();
}

function parsedJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** A JSON object of header names and texts, typed as text; nothing typed is undefined, which changes nothing. */
const typedHeaders = z
  .string()
  .transform((text) => (text.trim() === '' ? undefined : (parsedJson(text) ?? null)))
  .pipe(secretTable.providerHeaders.schema.optional());

/** A new secret; empty changes nothing. */
const typedSecret = z
  .string()
  .max(500)
  .transform((text) => (text === '' ? undefined : text));

export const providerRows = rowsOf('provider');
export const relayRows = rowsOf('relay');
const rows = [...providerRows, ...relayRows];

/**
 * @param today the shop's day, YYYY-MM-DD: an old key cannot have ended before
 * @param zone the shop's
 */
export const connectionForm = (today: string, zone: string) =>
  z.object({
    ...formShape(rows),
    providerHeaders: typedHeaders,
    secretKey: typedSecret,
    /** the last day on which the key that is replaced is believed */
    retireOn: z.iso
      .date()
      .refine((day) => day >= today)
      .transform((day) => endOfDay(day, zone)),
    relayToken: typedSecret,
  });

/** The form before anybody types: secrets are never shown. */
export const connectionTyped = (view: Pick<SettingsView, 'settings'>, retireOn: string) => ({
  ...typedValues(rows, view),
  providerHeaders: '',
  secretKey: '',
  retireOn,
  relayToken: '',
});

/**
 * The changes: never of settings from the environment, and of secrets only the typed ones.
 * @param read a replaced key is accepted for a while longer
 */
export function connectionChange(
  read: z.output<ReturnType<typeof connectionForm>>,
  view: Pick<SettingsView, 'settings' | 'locked'> & { secrets: Pick<SettingsView['secrets'], 'secretKey'> },
): SettingsChange {
  const free = (name: string): boolean => !view.locked.includes(name);
  const { providerHeaders, secretKey, relayToken } = read;
  return {
    ...changeOf(rows, view, read),
    secrets: {
      ...(providerHeaders !== undefined && free('providerHeaders') ? { providerHeaders } : {}),
      ...(secretKey !== undefined && free('secretKey')
        ? { secretKey, ...(view.secrets.secretKey ? { retireOldKeyAt: read.retireOn } : {}) }
        : {}),
      ...(relayToken !== undefined && free('relayToken') ? { relayToken } : {}),
    },
  };
}
