import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** What each module of the project uses. Paths are relative to the project's folder, with "/". */
export interface ModuleGraph {
  /** modules it imports, or names as files to be started: worker threads, child processes, bundles' entries */
  uses: ReadonlyMap<string, ReadonlySet<string>>;
  /** packages and built-in modules it imports */
  packages: ReadonlyMap<string, ReadonlySet<string>>;
}

const sources = '{src,tests,scripts,bench}/**/*.{ts,tsx,mjs,css,html}';
const typeImport = /^\s*(?:import|export) type [^;]*;/gm;
const fileName = /['"`]([\w./-]+\.(?:tsx?|mjs|css|html))['"`]/g;
const packageImport = /(?:from|import)\s*\(?\s*['"]([^.'"][^'"]*)['"]/g;

/**
 * Reads the graph from the sources. Every string that names an existing file counts as a use, so that `import`, `new URL` and the
 * arguments of a child process count alike. Imports of types are left out: they cannot change what a test sees.
 * @param root absolute
 */
export function readModuleGraph(root: string): ModuleGraph {
  const files = globSync(sources, { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  const known = new Set(files);
  const uses = new Map<string, ReadonlySet<string>>();
  const packages = new Map<string, ReadonlySet<string>>();
  for (const file of files) {
    const code = readFileSync(join(root, file), 'utf8').replaceAll(typeImport, '');
    const bases = [dirname(file), '.', 'tests/support', 'tests/support/processes', 'src/renderer'];
    const used = [...code.matchAll(fileName)].flatMap(
      ([, name = '']) => bases.map((base) => posix.join(base, name)).find((path) => known.has(path)) ?? [],
    );
    uses.set(file, new Set(used.filter((path) => path !== file)));
    packages.set(file, new Set([...code.matchAll(packageImport)].map(([, name = '']) => name)));
  }
  return { uses, packages };
}

/** The modules that use some of these, directly or not, with the number of steps between; 0 for these themselves. */
export function dependentsOf(changed: readonly string[], { uses }: ModuleGraph): Map<string, number> {
  const usedBy = new Map<string, string[]>();
  for (const [file, used] of uses) for (const path of used) usedBy.set(path, [...(usedBy.get(path) ?? []), file]);
  const steps = new Map(changed.map((path) => [path, 0]));
  // A map goes on over what is added to it meanwhile: breadth first.
  for (const [path, count] of steps) {
    for (const file of usedBy.get(path) ?? []) if (!steps.has(file)) steps.set(file, count + 1);
  }
  return steps;
}

/** Whether a test starts processes or a browser: it, or what it uses of the tests and scripts, imports what starts them. */
export function startsProcess(test: string, { uses, packages }: ModuleGraph): boolean {
  const seen = new Set([test]);
  for (const file of seen) {
    for (const name of packages.get(file) ?? []) if (starters.has(name)) return true;
    for (const path of uses.get(file) ?? []) if (!path.startsWith('src/')) seen.add(path);
  }
  return false;
}

const starters = new Set(['node:child_process', '@playwright/test', 'vite', 'electron-vite', 'app-builder-lib']);
