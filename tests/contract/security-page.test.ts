import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/security.md'), 'utf8');

/** Cells of the rows below a heading, without the head of the table. */
function rowsBelow(heading: string): string[][] {
  const part = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const lines = part.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const filesOf = (row: readonly string[]): string[] => (row.at(-1) ?? '').split(',').map((file) => file.trim());

describe('docs/security.md', () => {
  it.each(rowsBelow('What is promised').map((row) => [row[1] ?? '', row] as const))(
    'names a test for: %s',
    (_promise, row) => {
      expect(filesOf(row).length).toBeGreaterThan(0);
      for (const file of filesOf(row)) {
        expect(file).toMatch(/^tests\/.+\.(test|spec)\.ts$/);
        expect(existsSync(join(root, file)), file).toBe(true);
      }
    },
  );

  it('promises something against everybody it fears', () => {
    const fears = ['thief', 'cashier', 'relay', 'network', 'provider', 'text', 'another page'];
    expect([...new Set(rowsBelow('What is promised').map(([who]) => who))]).toEqual(expect.arrayContaining(fears));
  });

  const points = rowsBelow("The desktop's twenty points");

  it('has all twenty points, in order', () => {
    expect(points.map(([point]) => Number(point))).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  });

  it.each(points.map((row) => [row[0] ?? '', row] as const))('point %s is tried where it says', (point, row) => {
    const [how = '', files] = [row[2], filesOf(row)];
    const kindOf = (file: string): string =>
      file.startsWith('scripts/') ? 'S' : file.startsWith('tests/e2e/electron/') ? 'R' : 'P';
    for (const file of files) expect(existsSync(join(root, file)), file).toBe(true);
    // The static rule names its points itself, and its own test counts as static.
    const kinds = new Set(files.filter((file) => !file.endsWith('one-place.test.ts')).map(kindOf));
    expect([...kinds].sort()).toEqual(how.split(' ').sort());
    const rules = readFileSync(join(root, 'scripts/shell-rules.ts'), 'utf8');
    const stated = point === '19' ? rules.includes('point 19') : new RegExp(`points: \\[${point}\\]`).test(rules);
    expect(stated).toBe(how.includes('S'));
  });
});
