import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { words } from '../../../src/renderer/i18n/id/all.ts';

const renderer = join(import.meta.dirname, '../../../src/renderer');
const sources = globSync('**/*.{ts,tsx}', { cwd: renderer })
  .filter((path) => !path.startsWith('i18n'))
  .map((path) => readFileSync(join(renderer, path), 'utf8'));

/** Plurals have a name for each count, lists a number for each line, and the code asks for the one without. */
const asked = (path: string): string => path.replace(/_(zero|one|two|few|many|other)$/, '').replace(/\.\d$/, '');

function paths(tree: object, above = ''): string[] {
  return Object.entries(tree).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? paths(value, `${above}${name}.`) : [`${above}${name}`],
  );
}

const quoted = new Set(sources.flatMap((text) => [...text.matchAll(/'([\w.]+)'/g)].map(([, path]) => path)));
/** `states.${state}`: any name may stand where the code puts one in. A pattern with nothing written in it says nothing. */
const patterns = [
  ...new Set(
    sources.flatMap((text) => [...text.matchAll(/`([\w.]*(?:\$\{[^`{}]*\}[\w.]*)+)`/g)].map(([, path = '']) => path)),
  ),
]
  .filter((path) => /^\w+\.|\.\w+\.|\.\w+$/.test(path.replaceAll(/\$\{[^}]*\}/g, '*')))
  .map((path) => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '[\\w.-]+')}$`));

describe('the words of the counter', () => {
  it('are all used somewhere: none is left behind by what said it', () => {
    const unused = paths(words).filter(
      (path) => !quoted.has(asked(path)) && !patterns.some((pattern) => pattern.test(asked(path))),
    );
    expect(unused).toEqual([]);
  });

  it('would be missed: a path that nothing asks for is not taken for used', () => {
    const path = 'sell.nobodySaysThis';
    expect(quoted.has(path) || patterns.some((pattern) => pattern.test(path))).toBe(false);
  });
});
