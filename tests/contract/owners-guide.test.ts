import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([text]) => text);
const unique = (texts: readonly string[]): string[] => [...new Set(texts)].toSorted();

/** What a section has in every language: rows of tables, points of lists, keys, and the pages that it leads to. */
const sectionsOf = (page: string) =>
  page
    .split(/^## /m)
    .slice(1)
    .map((section, at) => ({
      at,
      rows: all(section, /^\|/gm).length,
      points: all(section, /^- /gm).length,
      keys: unique(all(section, /\b(F\d+|Alt\+\d)\b/g)),
      links: unique(all(section, /\]\([^)]+\)/g)),
    }));

describe('the owner’s guide', () => {
  const [indonesian, english] = [read('docs/panduan-pemilik.md'), read('docs/owner.md')];

  it('has the same sections in both languages, with the same tables, lists, keys and links', () => {
    const sections = sectionsOf(indonesian);
    expect(sections.length).toBeGreaterThan(15);
    expect(sections).toEqual(sectionsOf(english));
  });

  it('is linked from the first page, in Indonesian first', () => {
    const first = read('README.md');
    const at = ['docs/panduan-pemilik.md', 'docs/owner.md'].map((path) => first.indexOf(`](${path})`));
    expect(at[0]).toBeGreaterThan(0);
    expect(at[1]).toBeGreaterThan(at[0] ?? 0);
  });
});
