import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/security.md'), 'utf8');

/** What stands under a heading, up to the next of its level. */
const partOf = (heading: string): string => page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';

/** The items of a list, each with the files that it ends with. */
const itemsOf = (text: string): Array<{ item: string; files: string[] }> =>
  [...text.matchAll(/^(?:-|\d+\.) (.+?)((?:,? `(?:tests|scripts)\/[^`]+`)*)$/gm)].map(([, item = '', files = '']) => ({
    item,
    files: files.match(/(?<=`)[^`]+(?=`)/g)?.filter((file) => file.includes('/')) ?? [],
  }));

describe('docs/security.md', () => {
  const [, ...adversaries] = partOf('What is promised').split('\n### ');

  it('promises something against everybody it fears', () => {
    const fears = ['thief', 'cashier', 'relay', 'network', 'provider', 'text', 'page', 'All'];
    for (const fear of fears)
      expect(
        adversaries.some((paragraph) => paragraph.split('\n')[0]?.includes(fear)),
        fear,
      ).toBe(true);
    for (const paragraph of adversaries) expect(itemsOf(paragraph), paragraph).not.toEqual([]);
  });

  it.each(adversaries.flatMap(itemsOf))('names a test for: $item', ({ files }) => {
    expect(files).not.toEqual([]);
    for (const file of files) {
      expect(file).toMatch(/^tests\/.+\.(test|spec)\.ts$/);
      expect(existsSync(join(root, file)), file).toBe(true);
    }
  });

  const points = partOf("The desktop's twenty points");

  it('has all twenty points, in order', () => {
    const numbers = [...points.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    expect(itemsOf(points)).toHaveLength(20);
  });

  it.each(itemsOf(points).map(({ files }, at) => ({ point: at + 1, files })))(
    'point $point is tried where it says, and is a rule if it says so',
    ({ point, files }) => {
      expect(files).not.toEqual([]);
      for (const file of files) expect(existsSync(join(root, file)), file).toBe(true);
      const rules = readFileSync(join(root, 'scripts/shell-rules.ts'), 'utf8');
      const isRule = point === 19 ? rules.includes('point 19') : new RegExp(`points: \\[${point}\\]`).test(rules);
      expect(isRule).toBe(files.includes('scripts/shell-rules.ts'));
    },
  );
});
