import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildFirstScreen } from '../../../scripts/first-screen.ts';
import { firstMessages as enFirst } from '../../../src/renderer/i18n/en/first-messages.ts';
import { laterMessages as enLater } from '../../../src/renderer/i18n/en/later-messages.ts';
import { firstMessages as idFirst } from '../../../src/renderer/i18n/id/first-messages.ts';
import { laterMessages as idLater } from '../../../src/renderer/i18n/id/later-messages.ts';

/** Gzipped kB of all that is loaded before something can be sold. */
const limit = 200;

const pathsOf = (tree: object, path = ''): string[] =>
  Object.entries(tree).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? pathsOf(value, `${path}${name}.`)
      : [`${path}${name.replace(/_(?:one|other)$/, '')}`],
  );

/** What a module may say: messages that it names, and those that a template with a written beginning may name. */
function messagesIn(source: string, all: readonly string[]): string[] {
  const calls = [...source.matchAll(/\bt\(\s*([^;]*?)[,)]/g)].map(([, argument = '']) => argument).join(' ');
  const quoted = new Set([...calls.matchAll(/'([\w.]+)'/g)].map(([, path]) => path));
  const patterns = [...source.matchAll(/`(\w+\.[\w.]*(?:\$\{[^`{}]*\}[\w.]*)+)`/g)].map(
    ([, path = '']) => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '[\\w-]+')}$`),
  );
  return all.filter((path) => quoted.has(path) || patterns.some((pattern) => pattern.test(path)));
}

describe('what the first screen loads', () => {
  let built: Awaited<ReturnType<typeof buildFirstScreen>>;
  beforeAll(async () => {
    built = await buildFirstScreen();
  });

  it(`is at most ${limit} kB`, () => {
    const sum = built.files.reduce((total, { bytes }) => total + bytes, 0);
    expect(sum / 1000, JSON.stringify(built.files)).toBeLessThan(limit);
    // Less would mean that something is not counted.
    expect(sum / 1000).toBeGreaterThan(limit / 2);
  });

  it('has no script that imports itself through others: a part of it would run before what it needs', () => {
    const { imports } = built;
    const reach = (from: string): Set<string> => {
      const reached = new Set(imports.get(from));
      // Iterates over what is added meanwhile too.
      for (const name of reached) for (const next of imports.get(name) ?? []) reached.add(next);
      return reached;
    };
    expect(imports.size).toBeGreaterThan(20);
    expect([...imports.keys()].filter((name) => reach(name).has(name))).toEqual([]);
  });

  it('has every message that it says before the others are loaded', () => {
    const own = built.modules.filter((path) => /\/src\/renderer\/.*\.tsx?$/.test(path));
    expect(own.length).toBeGreaterThan(60);
    const later = pathsOf(idLater);
    const missing = own.flatMap((path) =>
      messagesIn(readFileSync(path, 'utf8'), later).map((message) => `${path}: ${message}`),
    );
    expect(missing).toEqual([]);
  });

  it('is read right: a message of a later screen would be seen', () => {
    const later = pathsOf(idLater);
    expect(messagesIn("t('settings.locked')", later)).toEqual(['settings.locked']);
    expect(messagesIn('t(`shifts.printed.${via}`)', later)).toEqual(['shifts.printed.system', 'shifts.printed.page']);
  });
});

describe('the messages of the first screen and the later ones', () => {
  it.each([
    ['Indonesian', idFirst, idLater],
    ['English', enFirst, enLater],
  ] as const)('have no text in common in %s', (_, first, later) => {
    const firstPaths = new Set(pathsOf(first));
    expect(pathsOf(later).filter((path) => firstPaths.has(path))).toEqual([]);
  });
});
