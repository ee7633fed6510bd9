import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectDir } from '../../../scripts/project.ts';
import { dependentsOf, type ModuleGraph, readModuleGraph, startsProcess } from '../../../scripts/test-graph.ts';
import { changedTests, planChanged, soakTests, UnknownCommit, unitTests } from '../../../scripts/test-plan.ts';

/** A project of a few files. */
function graphOf(files: Readonly<Record<string, string>>): ModuleGraph {
  const root = mkdtempSync(join(tmpdir(), 'konter-graph-'));
  for (const [path, code] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), code);
  }
  const graph = readModuleGraph(root);
  rmSync(root, { recursive: true });
  return graph;
}

const shop = graphOf({
  'src/main/price.ts': 'export const price = 1;',
  'src/main/sale.ts': "import { price } from './price.ts';\nexport type { Paper } from './paper.ts';",
  'src/main/paper.ts': 'export interface Paper {}',
  'src/main/worker.ts': '',
  'src/main/threads.ts': "new Worker(new URL('./worker.ts', import.meta.url));",
  'tests/support/child.ts': "import { spawn } from 'node:child_process';",
  'tests/support/writer.ts': "import '../../src/main/price.ts';",
  'tests/unit/price.test.ts': "import '../../src/main/price.ts';",
  'tests/unit/sale.test.ts': "import { sale } from '../../src/main/sale.ts';",
  'tests/unit/killed.test.ts': "import { startChild } from '../support/child.ts';\nstartChild('writer.ts');",
});

describe('the module graph', () => {
  it('leads from a module to all that use it, with the number of steps', () => {
    expect(Object.fromEntries(dependentsOf(['src/main/price.ts'], shop))).toEqual({
      'src/main/price.ts': 0,
      'src/main/sale.ts': 1,
      'tests/support/writer.ts': 1,
      'tests/unit/price.test.ts': 1,
      'tests/unit/sale.test.ts': 2,
      'tests/unit/killed.test.ts': 2,
    });
  });

  it('follows threads, and no types', () => {
    expect([...dependentsOf(['src/main/worker.ts'], shop).keys()]).toContain('src/main/threads.ts');
    expect([...dependentsOf(['src/main/paper.ts'], shop).keys()]).toEqual(['src/main/paper.ts']);
  });

  it('knows which tests start processes', () => {
    expect(startsProcess('tests/unit/killed.test.ts', shop)).toBe(true);
    expect(startsProcess('tests/unit/sale.test.ts', shop)).toBe(false);
  });
});

describe('test:changed', () => {
  const changed = (paths: string[], seconds: Record<string, number> = {}) =>
    planChanged({ commit: 'HEAD', changed: paths, graph: shop, seconds });

  it('runs what uses the change, nearest and of its name first', () => {
    expect(changed(['src/main/price.ts']).vitest).toEqual([
      'tests/unit/price.test.ts',
      'tests/unit/killed.test.ts',
      'tests/unit/sale.test.ts',
    ]);
  });

  it('leaves out what does not fit into its time, and says so', () => {
    const plan = changed(['src/main/price.ts'], { 'tests/unit/killed.test.ts': 600 });
    expect(plan.vitest).toEqual(['tests/unit/price.test.ts', 'tests/unit/sale.test.ts']);
    expect(plan.leftOut.join('\n')).toContain('tests/unit/killed.test.ts');
  });

  it('runs a changed test however long it takes', () => {
    expect(changed(['tests/unit/killed.test.ts'], { 'tests/unit/killed.test.ts': 600 }).vitest).toEqual([
      'tests/unit/killed.test.ts',
    ]);
  });

  it('says that a file is not followed, but for documents', () => {
    expect(changed(['package.json', 'docs/owner.md']).leftOut.join('\n')).toMatch(/^Not followed: package\.json /);
    expect(changed(['README.md']).leftOut).toEqual([]);
  });

  it('refuses what git takes for no commit', () => {
    expect(() => changedTests('--output=x')).toThrow(UnknownCommit);
  });
});

describe('of this project', () => {
  const graph = readModuleGraph(projectDir);

  it('test:unit has no spec and no test that kills', () => {
    const { vitest } = unitTests(graph);
    expect(vitest).toContain('tests/unit/ledger/sales-report.test.ts');
    expect(vitest?.filter((file) => /\.spec\.ts$|^tests\/(kill|relay\/postgres)\//.test(file))).toEqual([]);
  });

  it('test:soak has the long random tests', () => {
    expect(soakTests(graph).vitest).toEqual(
      expect.arrayContaining(['tests/kill/at-random.test.ts', 'tests/simulation/seeds.test.ts']),
    );
  });
});
