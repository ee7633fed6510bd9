import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { projectDir } from '../../scripts/project.ts';

const Versions = z.record(z.string(), z.string());
const Names = z.array(z.string());
const { dependencyKinds, ...named } = z
  .object({
    dependencies: Versions,
    optionalDependencies: Versions,
    devDependencies: Versions,
    dependencyKinds: z.strictObject({ runtime: Names, build: Names, test: Names }),
  })
  .parse(JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')));

/** What follows `import` or `from`: a package's name, with its scope. */
const imported = /(?:\bfrom|\bimport|\bimport\()\s*['"]((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^'"]*)?['"]/g;

/** Packages that the files name. */
const packagesOf = (pattern: string): Set<string> =>
  new Set(
    globSync(pattern, { cwd: projectDir }).flatMap((path) =>
      [...readFileSync(join(projectDir, path), 'utf8').matchAll(imported)].map(([, name = '']) => name),
    ),
  );

test('each dependency is of one kind', () => {
  const all = [named.dependencies, named.optionalDependencies, named.devDependencies].flatMap(Object.keys);
  expect(Object.values(dependencyKinds).flat().toSorted()).toEqual(all.toSorted());
});

test('of kind runtime is what src imports, and nothing else', () => {
  const used = packagesOf('src/**/*.{ts,tsx,css}');
  const { runtime, build, test: forTests } = dependencyKinds;
  // Its pin keeps one copy for age-encryption.
  expect(runtime.filter((name) => !used.has(name))).toEqual(['@noble/hashes']);
  expect([...build, ...forTests].filter((name) => used.has(name))).toEqual([]);
});

test('what the scripts import is not for tests alone', () => {
  const used = packagesOf('{scripts/**/*.{ts,mjs},electron.vite.config.ts}');
  // The tests' browser takes the picture of the README, too.
  expect(dependencyKinds.test.filter((name) => used.has(name))).toEqual(['@playwright/test']);
});
