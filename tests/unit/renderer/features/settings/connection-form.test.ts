import { describe, expect, it } from 'vitest';
import {
  connectionChange,
  connectionForm,
  connectionTyped,
  dayOf,
  endOfDay,
} from '../../../../../src/renderer/features/settings/connection-form.ts';
import { Settings, SettingsChange } from '../../../../../src/shared/contract/settings.ts';

const now = Date.parse('2026-11-20T17:30:00.000Z');

describe('the last day of an old key', () => {
  it('ends at the shop’s midnight, not at that of the computer', () => {
    expect(endOfDay('2026-11-21', 'Asia/Jakarta')).toBe('2026-11-21T16:59:59.000Z');
    expect(endOfDay('2026-11-21', 'Asia/Jayapura')).toBe('2026-11-21T14:59:59.000Z');
    expect(endOfDay('2026-11-01', 'America/New_York')).toBe('2026-11-02T04:59:59.000Z');
    expect(dayOf(now, 'Asia/Jakarta')).toBe('2026-11-21');
    expect(dayOf(now, 'Asia/Jakarta', 1)).toBe('2026-11-22');
  });

  const settings = Settings.parse({});
  const typed = { ...connectionTyped({ settings }, '2026-11-21'), secretKey: 'baru' };
  const view = (locked: string[], secretKey: boolean) => ({ settings, locked, secrets: { secretKey } });
  const form = connectionForm('2026-11-21', 'Asia/Jakarta');

  it('goes along with a key that replaces another, and only then', () => {
    const read = form.parse(typed);
    const replaced = connectionChange(read, view([], true));
    expect(replaced.secrets).toEqual({ secretKey: 'baru', retireOldKeyAt: '2026-11-21T16:59:59.000Z' });
    expect(SettingsChange.safeParse(replaced).success).toBe(true);
    expect(connectionChange(read, view([], false)).secrets).toEqual({ secretKey: 'baru' });
    expect(connectionChange(read, view(['secretKey'], true)).secrets).toEqual({});
  });

  it('cannot be a day that is over', () => {
    expect(form.safeParse({ ...typed, retireOn: '2026-11-20' }).success).toBe(false);
    expect(form.safeParse({ ...typed, retireOn: '' }).success).toBe(false);
  });
});
