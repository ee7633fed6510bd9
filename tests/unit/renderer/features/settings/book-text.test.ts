import { describe, expect, it } from 'vitest';
import { backupWords, bytesText, flawRow, headFile } from '../../../../../src/renderer/features/settings/book-text.ts';
import { messages as id } from '../../../../../src/renderer/i18n/id/messages.ts';
import { Translation } from '../../../../../src/renderer/i18n/translation.ts';
import { needsRestoreNotice } from '../../../../../src/renderer/state/status.ts';
import { FlawKind } from '../../../../../src/shared/contract/journal.ts';

const none = { count: 0, amount: 0 };
const unresolved = { sending: none, pending: none, unknown: none, disputed: none };
const now = Date.parse('2026-11-20T17:30:00.000Z');

const { t } = new Translation('id', id);

describe('a book that was restored', () => {
  const restored = { at: '2026-11-20T10:00:00.000Z', reason: 'copy' as const };

  it('is spoken of for a day, and for as long as sales of it are not certain', () => {
    expect(needsRestoreNotice({ restored: null, unresolved }, now)).toBe(false);
    expect(needsRestoreNotice({ restored, unresolved }, now)).toBe(true);
    const later = now + 3 * 86_400_000;
    expect(needsRestoreNotice({ restored, unresolved }, later)).toBe(false);
    expect(
      needsRestoreNotice({ restored, unresolved: { ...unresolved, unknown: { count: 1, amount: 1 } } }, later),
    ).toBe(true);
  });
});

describe('copies and the book', () => {
  it('say sizes in steps of a thousand', () => {
    expect([12, 999, 1500, 65_536, 1_500_000, 12_000_000_000].map((bytes) => bytesText(bytes, 'id'))).toEqual([
      '12 B',
      '999 B',
      '1,5 kB',
      '66 kB',
      '1,5 MB',
      '12 GB',
    ]);
    expect(bytesText(1500, 'en')).toBe('1.5 kB');
  });

  it('name a full disk without a word about selling, and of a wrong PIN in its own words', async () => {
    expect(backupWords(t, { code: 'internal', message: '', reason: 'disk_full' })).toEqual([
      id.backup.errors.disk_full,
    ]);
    expect(backupWords(t, { code: 'not_allowed', message: '', reason: 'wrong_pin' })[0]).toBe(id.errors.why.wrong_pin);
  });

  it('name the wrong row in the shop’s language, and leave what is not known as it is', async () => {
    expect(flawRow(t, 'event 17')).toBe('baris 17');
    expect(flawRow(t, 'after event 3')).toBe('after event 3');
    const words: Readonly<Record<string, string>> = id.verification.flaw;
    expect(FlawKind.options.filter((why) => !words[why])).toEqual([]);
  });

  it('give the head’s file a name that says whose and of which day it is', () => {
    const head = { terminal: 'AB7K', seq: 17, hash: 'f'.repeat(64), day: '2026-11-20', at: '2026-11-20T10:00:00.000Z' };
    const { name, text } = headFile(head);
    expect(name).toBe('konter-AB7K-2026-11-20-17.json');
    expect(JSON.parse(text)).toEqual(head);
  });
});
