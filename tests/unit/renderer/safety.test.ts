import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import { backupWords, bytesText } from '../../../src/renderer/features/settings/backup-text.ts';
import { flawRow, headFile } from '../../../src/renderer/features/settings/book-text.ts';
import {
  connectionChange,
  connectionForm,
  connectionTyped,
  dayOf,
  endOfDay,
} from '../../../src/renderer/features/settings/connection-form.ts';
import { messages as id } from '../../../src/renderer/i18n/id/messages.ts';
import { isRestoreRecent } from '../../../src/renderer/state/status.ts';
import { errorReasons, isDiskReason } from '../../../src/shared/contract/errors.ts';
import { FlawKind } from '../../../src/shared/contract/journal.ts';
import { Settings, SettingsChange } from '../../../src/shared/contract/settings.ts';

const none = { count: 0, amount: 0 };
const unresolved = { sending: none, pending: none, unknown: none, disputed: none };
const now = Date.parse('2026-11-20T17:30:00.000Z');

async function speaker() {
  const words = createInstance();
  return words.init({ lng: 'id', resources: { id: { translation: id } }, nsSeparator: false });
}

describe('a book that was restored', () => {
  const restored = { at: '2026-11-20T10:00:00.000Z', reason: 'copy' as const };

  it('is spoken of for a day, and for as long as sales of it are not certain', () => {
    expect(isRestoreRecent({ restored: null, unresolved }, now)).toBe(false);
    expect(isRestoreRecent({ restored, unresolved }, now)).toBe(true);
    const later = now + 3 * 86_400_000;
    expect(isRestoreRecent({ restored, unresolved }, later)).toBe(false);
    expect(isRestoreRecent({ restored, unresolved: { ...unresolved, unknown: { count: 1, amount: 1 } } }, later)).toBe(
      true,
    );
  });
});

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

describe('copies and the book', () => {
  it('say sizes in steps of a thousand', () => {
    expect([12, 999, 1500, 65_536, 1_500_000, 12_000_000_000].map(bytesText)).toEqual([
      '12 B',
      '999 B',
      '1,5 kB',
      '66 kB',
      '1,5 MB',
      '12 GB',
    ]);
  });

  it('tell of a full disk without a word about selling, and of a wrong PIN in its own words', async () => {
    const t = await speaker();
    expect(backupWords(t, { code: 'internal', message: '', reason: 'disk_full' })).toEqual([
      id.safety.backupError.disk_full,
    ]);
    expect(backupWords(t, { code: 'not_allowed', message: '', reason: 'wrong_pin' })[0]).toBe(id.reasons.wrong_pin);
  });

  it('name the wrong row in the shop’s language, and leave what is not known as it is', async () => {
    const t = await speaker();
    expect(flawRow(t, 'event 17')).toBe('baris 17');
    expect(flawRow(t, 'after event 3')).toBe('after event 3');
    const words: Readonly<Record<string, string>> = id.safety.book.flaw;
    expect(FlawKind.options.filter((why) => !words[why])).toEqual([]);
  });

  it('give the head’s file a name that says whose and of which day it is', () => {
    const head = { terminal: 'AB7K', seq: 17, hash: 'f'.repeat(64), day: '2026-11-20', at: '2026-11-20T10:00:00.000Z' };
    const { name, text } = headFile(head);
    expect(name).toBe('konter-AB7K-2026-11-20-17.json');
    expect(JSON.parse(text)).toEqual(head);
  });
});

it('a disk that fails is told from other reasons: nothing was sent then', () => {
  expect(errorReasons.filter(isDiskReason)).toContain('disk_full');
  expect(isDiskReason('host_gone')).toBe(false);
  expect(isDiskReason(undefined)).toBe(false);
});
