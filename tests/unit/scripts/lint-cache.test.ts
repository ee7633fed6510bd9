import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openLintCache } from '../../../scripts/lint-cache.ts';
import { folder } from '../../support/temporary-folder.ts';

/** One uses two, which uses three; alone uses none. All have passed as they are. */
async function project() {
  const root = await folder();
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const open = () =>
    openLintCache({ root, declarations: join(root, 'cache/types'), file: join(root, 'cache/lint.json') });
  write('src/one.ts', "import { two } from './two.ts';\nexport const one = two.length;");
  write('src/two.ts', "import { three } from './three.ts';\nexport const two = three();");
  write('src/three.ts', 'export const three = () => [3];');
  write('src/alone.ts', 'export const alone = 0;');
  write('cache/types/src/two.d.ts', "export declare const two: ReturnType<typeof import('./three.ts').three>;");
  write('cache/types/src/three.d.ts', 'export declare const three: () => number[];');
  write('cache/types/src/alone.d.ts', 'export declare const alone = 0;');
  write('oxlint.config.ts', 'export default {};');
  expect(open().isEmpty).toBe(true);
  expect(open().stale()).toHaveLength(5);
  open().passed();
  expect(open().isEmpty).toBe(false);
  expect(open().stale()).toEqual([]);
  return { write, open };
}

test('a file that changed is linted again, and alone where its declaration is as before', async () => {
  const { write, open } = await project();
  write('src/three.ts', 'export const three = () => [1 + 2];');
  expect(open().stale()).toEqual(['src/three.ts']);
});

test('whoever sees a declaration that changed is linted again, through declarations in between too', async () => {
  const { write, open } = await project();
  write('src/three.ts', 'export const three = async () => [3];');
  write('cache/types/src/three.d.ts', 'export declare const three: () => Promise<number[]>;');
  expect(open().stale()).toEqual(['src/one.ts', 'src/three.ts', 'src/two.ts']);
});

test('other rules, and a cache that is none, stand for nothing', async () => {
  const { write, open } = await project();
  write('oxlint.config.ts', 'export default { rules: {} };');
  expect(open().stale()).toHaveLength(5);
  write('cache/lint.json', '{"src/one.ts": 1');
  expect(open().isEmpty).toBe(true);
});

test('what is changed while the linter runs has not passed', async () => {
  const { write, open } = await project();
  const running = open();
  write('src/alone.ts', 'export const alone = 1;');
  running.passed();
  expect(open().stale()).toEqual(['src/alone.ts']);
});
