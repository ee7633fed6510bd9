import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectDir } from '../../../scripts/project.ts';
import { dateBuildInfos, isCacheBroken } from '../../../scripts/type-cache.ts';
import { folder } from '../../support/temporary-folder.ts';

/** Two projects as this one has them: main reads the declarations of shared. */
async function projects() {
  const root = await folder();
  const write = (path: string, text: string): void => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const options = { module: 'ESNext', moduleResolution: 'bundler', allowImportingTsExtensions: true };
  // Of the language's own declarations the fewest: a check takes as long as they are.
  const language = { types: [], lib: ['es5'], skipLibCheck: true };
  const compilerOptions = {
    ...options,
    ...language,
    composite: true,
    emitDeclarationOnly: true,
    rootDir: '.',
    outDir: 'cache',
  };
  write('base.json', JSON.stringify({ compilerOptions }));
  write('shared/tsconfig.json', JSON.stringify({ extends: '../base.json', include: ['.'] }));
  write(
    'main/tsconfig.json',
    JSON.stringify({ extends: '../base.json', include: ['.'], references: [{ path: '../shared' }] }),
  );
  write('shared/old.ts', 'export const old = 1;');
  write('main/use.ts', "import { old } from '../shared/old.ts';\nexport const used: number = old;");
  const check = (...options: string[]): string => {
    const tsc = join(projectDir, 'node_modules/typescript/bin/tsc');
    return spawnSync(process.execPath, [tsc, '-b', join(root, 'main'), ...options], { encoding: 'utf8' }).stdout.trim();
  };
  return { root, write, check };
}

test('the next check of types sees files that were added and changed while one ran', async () => {
  const { root, write, check } = await projects();
  const startedAt = new Date(Date.now() - 1000);
  expect(check()).toBe('');
  const whileItRan = new Date(startedAt.getTime() + 500);
  const merge = (path: string, text: string): void => {
    write(path, text);
    utimesSync(join(root, path), whileItRan, whileItRan);
  };
  merge('shared/added.ts', 'export const added = 2;');
  merge('main/use.ts', "import { added } from '../shared/added.ts';\nexport const used: number = added;");
  dateBuildInfos(join(root, 'cache'), startedAt);
  expect(check()).toBe('');
  expect(readdirSync(join(root, 'cache/shared'))).toContain('added.d.ts');
  merge('shared/added.ts', "export const added = 'two';");
  dateBuildInfos(join(root, 'cache'), startedAt);
  expect(check()).toContain('TS2322');
});

test('where nothing changed, the next check of types builds nothing', async () => {
  const { root, check } = await projects();
  const startedAt = new Date(Date.now() + 60_000);
  check();
  const info = join(root, 'cache/main/tsconfig.tsbuildinfo');
  dateBuildInfos(join(root, 'cache'), startedAt);
  expect(check()).toBe('');
  expect(statSync(info).mtime).toEqual(startedAt);
});

test('a remembered build whose declarations are gone differs from wrong types, and built whole again', async () => {
  const { root, write, check } = await projects();
  expect(check()).toBe('');
  rmSync(join(root, 'cache/shared/old.d.ts'));
  write('main/use.ts', "import { old } from '../shared/old.ts';\nexport const again: number = old;");
  expect(isCacheBroken(check())).toBe(true);
  expect(check('--force')).toBe('');
  write('main/use.ts', "import { old } from '../shared/old.ts';\nexport const again: string = old;");
  expect(isCacheBroken(check())).toBe(false);
});
