import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeIfChanged } from '../../../scripts/build.ts';
import { counterSources, projectDir } from '../../../scripts/project.ts';

/** Something that is made from one folder, below out/, which git ignores. */
function output() {
  const name = `made-in-a-test-${process.pid}`;
  const folder = join(projectDir, 'out', name);
  mkdirSync(join(folder, 'sources'), { recursive: true });
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
    rmSync(join(projectDir, `out/.${name}`), { force: true });
  });
  const artefact = join(folder, 'made');
  const make = async (): Promise<void> => writeFileSync(artefact, '');
  const source = (file: string): string => join(folder, 'sources', file);
  writeFileSync(source('a'), 'one');
  return { source, artefact, output: { name, inputs: [`out/${name}/sources`], outputs: [artefact], make } };
}

test('what was made is made again when a source is changed, added or removed, or when it is gone', async () => {
  const { source, artefact, output: one } = output();
  expect([await makeIfChanged(one), await makeIfChanged(one)]).toEqual([true, false]);
  writeFileSync(source('a'), 'longer');
  expect([await makeIfChanged(one), await makeIfChanged(one)]).toEqual([true, false]);
  writeFileSync(source('b'), '');
  expect([await makeIfChanged(one), await makeIfChanged(one)]).toEqual([true, false]);
  rmSync(source('b'));
  expect([await makeIfChanged(one), await makeIfChanged(one)]).toEqual([true, false]);
  rmSync(artefact);
  expect([await makeIfChanged(one), await makeIfChanged(one)]).toEqual([true, false]);
});

test('what was cut short is made again', async () => {
  const { output: one } = output();
  await makeIfChanged(one);
  const cut = { ...one, inputs: [], make: () => Promise.reject(new Error('cut short')) };
  await expect(makeIfChanged(cut)).rejects.toThrow('cut short');
  expect(await makeIfChanged(one)).toBe(true);
});

test('the counter’s bundles are made again for each folder that the counter imports', () => {
  const folders = [...counterSources, 'src/shared'].map((folder) => join(projectDir, folder) + sep);
  const files = folders.flatMap((folder) => globSync('**/*.ts', { cwd: folder }).map((file) => join(folder, file)));
  const imported = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:from |import\()'(\.[^']+)'/g)].map(([, path = '']) =>
      join(dirname(file), path),
    ),
  );
  expect(imported.length).toBeGreaterThan(1000);
  expect(imported.filter((path) => !folders.some((folder) => path.startsWith(folder)))).toEqual([]);
});
