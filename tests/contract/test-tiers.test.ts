import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { projectDir } from '../../scripts/project.ts';

const textOf = (path: string): string => readFileSync(join(projectDir, path), 'utf8');
const starts = (code: string): boolean => /from '(node:child_process|@playwright\/test|vite|electron-vite)'/.test(code);

test('a unit test that starts a process says so in its name, so that npm run test:unit leaves it out', () => {
  const modules = globSync('tests/support/*.ts', { cwd: projectDir });
  // What is loaded by import() alone starts nothing by being imported.
  const starters = modules.filter((path) => starts(textOf(path))).map((path) => `/${basename(path)}'`);
  const unit = globSync('tests/unit/**/*.test.ts', { cwd: projectDir }).filter(
    (path) => !/\.(process|full)\.test\.ts$/.test(path),
  );
  const wrong = unit.filter((path) => {
    const code = textOf(path);
    return starts(code) || starters.some((name) => code.includes(`support${name}`));
  });
  expect(unit.length).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});
