import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkTypes } from '../../../scripts/check.ts';
import { folder } from '../../support/temporary-folder.ts';

/** Two projects as this one has them, checked: main reads the declarations of shared. */
async function projects() {
  const root = await folder();
  const write = (path: string, text: string): string => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
    return join(root, path);
  };
  const options = { module: 'ESNext', moduleResolution: 'bundler', allowImportingTsExtensions: true };
  // Of the language's own declarations the fewest: a check takes as long as they are.
  const language = { types: [], lib: ['es5'], skipLibCheck: true };
  const output = { composite: true, emitDeclarationOnly: true, rootDir: '.', outDir: 'cache' };
  write('base.json', JSON.stringify({ compilerOptions: { ...options, ...language, ...output } }));
  write('shared/tsconfig.json', JSON.stringify({ extends: '../base.json', include: ['.'] }));
  const references = [{ path: '../shared' }];
  write('main/tsconfig.json', JSON.stringify({ extends: '../base.json', include: ['.'], references }));
  write('tsconfig.json', JSON.stringify({ files: [], references: [{ path: './main' }] }));
  write('shared/one.ts', 'export const one = 1;');
  write('main/use.ts', "import { one } from '../shared/one.ts';\nexport const used: number = one;");
  const check = () => checkTypes(root, 'cache');
  expect(await check()).toMatchObject({ passed: true, output: '' });
  return { root, write, check };
}

test('a wrong type is found in a file that is older than what is remembered', async () => {
  const { write, check } = await projects();
  const lastYear = new Date(Date.now() - 365 * 24 * 60 * 60_000);
  const restore = (path: string, text: string): void => utimesSync(write(path, text), lastYear, lastYear);
  restore('shared/added.ts', "export const added = 'two';");
  restore('main/use.ts', "import { added } from '../shared/added.ts';\nexport const used: number = added;");
  expect((await check()).output).toContain('TS2322');
  restore('shared/added.ts', 'export const added = 2;');
  expect(await check()).toMatchObject({ passed: true, output: '' });
  restore('shared/one.ts', "export const one: number = 'one';");
  expect((await check()).output).toContain('shared/one.ts');
});

test('a remembered build whose declarations are gone is built again', async () => {
  const { root, write, check } = await projects();
  rmSync(join(root, 'cache/shared/one.d.ts'));
  write('main/use.ts', "import { one } from '../shared/one.ts';\nexport const again: number = one;");
  expect(await check()).toMatchObject({ passed: true, output: '' });
  write('main/use.ts', "import { one } from '../shared/one.ts';\nexport const again: string = one;");
  expect((await check()).output).toContain('TS2322');
});
