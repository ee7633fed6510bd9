import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diskReason } from '../../../../src/main/db/database-error.ts';
import { messages as en } from '../../../../src/renderer/i18n/en/messages.ts';
import { messages as id } from '../../../../src/renderer/i18n/id/messages.ts';
import { BackupError } from '../../../../src/shared/contract/backups.ts';
import { diskReasons, errorReasons, fail, isDiskReason } from '../../../../src/shared/contract/errors.ts';

describe('the errors of main', () => {
  it('a disk that fails is told from other reasons: nothing was sent then', () => {
    expect(errorReasons.filter(isDiskReason)).toContain('disk_full');
    expect(isDiskReason('host_gone')).toBe(false);
    expect(isDiskReason(undefined)).toBe(false);
  });
});

const main = join(import.meta.dirname, '../../../../src/main');
const known: ReadonlySet<string> = new Set(errorReasons);

/** Every `reason: '…'` that stands inside a call of fail( in main, found in the text itself. */
function reasonsInMain(): Array<[file: string, reason: string]> {
  const files = readdirSync(main, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  return files.flatMap((file) =>
    callsOfFail(readFileSync(join(main, file), 'utf8'))
      .flatMap((call) => call.match(/reason: [^,}]*/g) ?? [])
      .flatMap((given) => given.match(/(?<=')\w+(?='(?! in ))/g) ?? [])
      .map((reason): [string, string] => [file, reason]),
  );
}

/** The text between the parentheses of each `fail(`. */
function callsOfFail(source: string): string[] {
  return [...source.matchAll(/\bfail(?:ed)?\(/g)].map(({ index }) => {
    let depth = 0;
    for (let at = index; at < source.length; at += 1) {
      if (source[at] === '(') depth += 1;
      if (source[at] === ')') depth -= 1;
      if (source[at] === ')' && depth === 0) return source.slice(index, at);
    }
    return '';
  });
}

describe('the reasons that main gives', () => {
  it('are all in the contract’s list, which is what the words are made from', () => {
    const found = reasonsInMain();
    expect(found.length).toBeGreaterThan(30);
    expect(found.filter(([, reason]) => !known.has(reason))).toEqual([]);
  });

  it.each([
    ['Indonesian', id],
    ['English', en],
  ] as const)('each have words in %s', (_, words) => {
    const said: Readonly<Record<string, string>> = words.reasons;
    expect(errorReasons.filter((reason) => !said[reason])).toEqual([]);
    const stopped: Readonly<Record<string, string>> = words.integrity.pendingWrites.reason;
    expect(diskReasons.filter((reason) => !stopped[reason])).toEqual([]);
    const copies: Readonly<Record<string, string>> = words.backup.errors;
    expect(BackupError.options.filter((reason) => !copies[reason])).toEqual([]);
  });

  it('cover every fault of the disk', () => {
    expect(Object.values(diskReason).filter((reason) => !known.has(reason))).toEqual([]);
  });

  it('cannot be given without being in the list: the types refuse it', () => {
    // @ts-expect-error -- a reason that nobody has words for
    expect(fail('internal', '', { reason: 'brand_new' }).error.reason).toBe('brand_new');
  });

  it('are found in the source by this test: one that is not in the list would be seen', () => {
    const source = `return fail('internal', 'Words (with brackets).', { reason: two ? 'first_new' : 'second_new', fields: [] });`;
    const [call] = callsOfFail(source);
    expect(call).toContain('second_new');
    expect(known.has('first_new')).toBe(false);
  });
});
