import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { benches, benchesNamed } from '../../bench/benches.ts';
import { projectDir } from '../../scripts/project.ts';

test('every bench can be asked for, and says first what hangs on it', () => {
  const files = globSync(join(projectDir, 'bench/parts/*.ts'));
  expect(files.map((path) => basename(path, '.ts')).toSorted()).toEqual(Object.keys(benches).toSorted());
  for (const path of files) expect(readFileSync(path, 'utf8')).toMatch(/^\/\*\*\s+(\* )?Decides /);
});

test('a name selects itself and all that begin with it', () => {
  expect(benchesNamed('relay')).toEqual(['relay-receive']);
  expect(benchesNamed('order')).toEqual(['order']);
  expect(benchesNamed('ord')).toEqual([]);
});
