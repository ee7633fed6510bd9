import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  amountRules,
  importsPastFace,
  importsUpward,
  type Module,
  measure,
  misplacedTests,
  readModules,
  realTimeUses,
  refusedNames,
  roomCircles,
  shortFiles,
  staleReferences,
  vagueDeclarations,
} from '../../../scripts/architecture.ts';
import { projectDir } from '../../../scripts/project.ts';
import { folder } from '../../support/temporary-folder.ts';

const module = (path: string, code: string, imports: readonly string[] = []): Module => ({ path, code, imports });

describe('the architecture check', () => {
  test('finds features that import each other over a third', () => {
    const modules = [
      module('src/main/a/one.ts', '', ['src/main/b/index.ts']),
      module('src/main/b/index.ts', '', ['src/main/c/index.ts']),
      module('src/main/c/index.ts', '', ['src/main/a/index.ts']),
      module('src/main/d/index.ts', '', ['src/main/a/index.ts']),
    ];
    expect(roomCircles(modules)).toEqual(['a', 'b', 'c']);
  });

  test('finds rooms of the pages that import each other', () => {
    const modules = [
      module('src/renderer/state/one.ts', '', ['src/renderer/ui/x.ts']),
      module('src/renderer/ui/x.ts', '', ['src/renderer/features/a/index.ts']),
      module('src/renderer/features/a/index.ts', '', ['src/renderer/state/one.ts', 'src/renderer/features/b/index.ts']),
    ];
    expect(roomCircles(modules)).toEqual(['renderer/features/a', 'renderer/state', 'renderer/ui']);
  });

  test('finds an import of a page’s room that comes later in the order, and of the contract by what it carries', () => {
    const up = 'src/renderer/ui/x.ts';
    const modules = [
      module('src/renderer/state/one.ts', '', [up, 'src/renderer/host/call.ts', 'src/renderer/state/two.ts']),
      module('src/renderer/features/a/one.ts', '', [up, 'src/renderer/app/x.ts']),
      module('src/renderer/main.tsx', '', ['src/renderer/app/App.tsx', up]),
      module('src/shared/wire/one.ts', '', ['src/shared/contract/x.ts', 'src/shared/domain/x.ts']),
    ];
    expect(importsUpward(modules)).toEqual([
      `src/renderer/state/one.ts imports ${up}`,
      'src/renderer/features/a/one.ts imports src/renderer/app/x.ts',
      'src/shared/wire/one.ts imports src/shared/contract/x.ts',
    ]);
  });

  test('finds an import of another feature’s inner file, and none of its face, of base or of db', () => {
    const imports = ['src/main/b/inner.ts', 'src/main/b/index.ts', 'src/main/base/x.ts', 'src/main/db/x.ts'];
    const violations = importsPastFace([module('src/main/a/one.ts', '', [...imports, 'src/main/a/two.ts'])]);
    expect(violations).toEqual(['src/main/a/one.ts imports src/main/b/inner.ts']);
  });

  test('finds the same in the pages, where a screen may be loaded by its own file when it is opened', () => {
    const [face, inner] = ['src/renderer/features/b/index.ts', 'src/renderer/features/b/Screen.tsx'];
    const lazy: Module = { ...module('src/renderer/app/App.tsx', '', [face, inner]), lazy: [inner] };
    const modules = [lazy, module('src/renderer/features/a/one.ts', '', [face, inner, 'src/renderer/ui/x.ts'])];
    expect(importsPastFace(modules)).toEqual([`src/renderer/features/a/one.ts imports ${inner}`]);
  });

  test('counts short files of main, without faces', () => {
    const long = 'x\n'.repeat(40);
    const paths = ['src/main/a/short.ts', 'src/main/a/index.ts', 'src/renderer/short.ts'];
    expect(shortFiles([...paths.map((path) => module(path, 'x')), module('src/main/a/long.ts', long)])).toEqual([
      'src/main/a/short.ts',
    ]);
  });

  test('finds the real clock outside base/system and the hosts, not in comments', () => {
    const code = '// setTimeout is for others\nconst at = Date.now();';
    const paths = ['src/main/a/x.ts', 'src/main/base/system/x.ts', 'src/main/hosts/browser/x.ts'];
    expect(realTimeUses(paths.map((path) => module(path, code)))).toEqual(['src/main/a/x.ts: Date.now']);
  });

  test('finds words against the glossary as parts of names, not in texts', () => {
    const code = `const printDesk = "desk"; const turnover = 'told'; const whyNotNow = 1; const desktop = 2;`;
    expect(refusedNames([module('src/main/a/x.ts', code.replaceAll('"', "'"))])).toEqual([
      'src/main/a/x.ts: printDesk',
      'src/main/a/x.ts: whyNotNow',
    ]);
  });

  test('finds a declaration of any kind that is called by a vague word alone, in tests and benches too', () => {
    const declared = [
      'const found = 1;',
      'let [, known = 2] = list;',
      'const { sale: kept, ...part } = all;',
      'function told(given: string, { how }: Row) {}',
      'const f = (...asks: string[]) => asks;',
      'class C { #said = 1; opening() {} }',
      'interface Asked { what?: string; ask(shown: string): void }',
      'type Made<Part> = (hears: Part) => void;',
      'try {} catch (asked) {}',
    ].join('\n');
    const names = (code: string, path = 'tests/unit/a.test.ts') =>
      vagueDeclarations([module(path, code)]).map((place) => place.replace(`${path}: `, ''));
    expect(names(declared).toSorted().join(' ')).toBe(
      'Asked Made Part ask asked asks found given hears how kept known opening part said shown told what',
    );
    expect(names('const found = <p />;', 'bench/a.tsx')).toEqual(['found']);
  });

  test('leaves parts of longer names, uses, keys of objects and texts', () => {
    const code = `const foundSale = { found: 1 }.found; const { found: sale } = answer; call(told); // const known = 1
      const text = 'const kept = 1'; type State = 'open';`;
    expect(vagueDeclarations([module('src/main/a/x.ts', code)])).toEqual([]);
  });

  test('finds a member of a union of ours, and leaves what crosses a border', () => {
    const code = `type Outcome = 'written' | 'stale'; interface Row { kept: number }`;
    const paths = ['src/main/a/x.ts', 'src/shared/contract/x.ts', 'src/shared/wire/x.ts', 'src/relay/core/store.ts'];
    expect(vagueDeclarations(paths.map((path) => module(path, code)))).toEqual([
      'src/main/a/x.ts: kept',
      'src/main/a/x.ts: stale',
      'src/relay/core/store.ts: stale',
    ]);
  });

  test('finds a comment that names a module which is gone or elsewhere', async () => {
    const root = await folder();
    mkdirSync(join(root, 'src/main/a'), { recursive: true });
    writeFileSync(join(root, 'src/main/a/x.ts'), '');
    const code =
      '/** As x.ts, a/x.ts and main/a/x.ts; b/x.ts and y.ts went. */\n// z.tsx too; x.ts stays\nconst path = "w.ts";';
    expect(staleReferences([module('src/main/a/x.ts', code)], root)).toEqual([
      'src/main/a/x.ts: b/x.ts',
      'src/main/a/x.ts: y.ts',
      'src/main/a/x.ts: z.tsx',
    ]);
  });

  test('finds a unit test that no module has at its path', async () => {
    const root = await folder();
    for (const path of ['src/main/a/x.ts', 'tests/unit/a/x.test.ts', 'tests/unit/a/other.test.ts']) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), '');
    }
    expect(misplacedTests(root)).toEqual(['tests/unit/a/other.test.ts']);
  });

  test('finds an amount of a sale that is computed outside cash.ts, in code or SQL', () => {
    const code = 'const change = tendered - total; db.prepare(`SELECT sum(coalesce(t.total, 0)) FROM transactions t`);';
    const paths = ['src/main/a/x.ts', 'src/shared/domain/cash.ts'];
    expect(amountRules(paths.map((path) => module(path, code)))).toEqual([
      'src/main/a/x.ts: tendered - total',
      'src/main/a/x.ts: coalesce(t.total',
    ]);
  });

  test('reads this project: its modules are many, and its features keep to the faces', () => {
    const modules = readModules(projectDir);
    expect(modules.length).toBeGreaterThan(500);
    expect(modules.find(({ path }) => path === 'src/main/sales/index.ts')?.imports).toContain('src/main/sales/sale.ts');
    for (const { name, most, places } of measure(modules)) expect(places.length, name).toBeLessThanOrEqual(most);
  });
});
