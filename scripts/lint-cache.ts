import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { z } from 'zod';

const sources = ['{src,tests,scripts,bench}/**/*.{ts,tsx,mjs,json}', '*.ts'];
/** What every file's lint depends on. */
const common = [
  'package-lock.json',
  '{.,src/**}/tsconfig*.json',
  'src/**/*.d.ts',
  'oxlint.config.ts',
  'scripts/layers.ts',
];
const relativeName = /['"](\.{1,2}\/[^'"\n]+)['"]/g;

/** What the lint with types depends on, file by file, so that only what may have another result is linted again. */
export interface LintCache {
  /** false: nothing is remembered, everything is to be linted */
  readonly isEmpty: boolean;
  /** Files that the linter has not passed as they are now. Reads the declarations that `tsc -b` has just built. */
  stale(): string[];
  /** Everything has passed. Reads those declarations too. */
  passed(): void;
}

const Remembered = z.record(z.string(), z.string());

/**
 * Reads the sources at once: one that is changed while the linter runs has not passed.
 * @param root the project's folder
 * @param declarations where `tsc -b` puts them, laid out as the sources are
 * @param file of the cache; one that cannot be read counts as empty
 */
export function openLintCache({
  root,
  declarations,
  file,
}: Record<'root' | 'declarations' | 'file', string>): LintCache {
  const remembered = readRemembered(file);
  const read = (patterns: readonly string[]): Array<[path: string, text: string]> =>
    globSync(patterns, { cwd: root })
      .map((path) => path.replaceAll('\\', '/'))
      .toSorted()
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]);
  const files = new Map(read(sources));
  const shared = hashOf(JSON.stringify(read(common)));
  return {
    isEmpty: Object.keys(remembered).length === 0,
    stale: () =>
      [...keysOf(files, shared, declarations)].flatMap(([path, key]) => (remembered[path] === key ? [] : path)),
    passed() {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(Object.fromEntries(keysOf(files, shared, declarations))));
    },
  };
}

function readRemembered(file: string): z.infer<typeof Remembered> {
  try {
    return Remembered.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}

/** Of each file: itself, and the declarations that it sees, directly or through others' declarations. */
function keysOf(files: ReadonlyMap<string, string>, shared: string, declarations: string): Map<string, string> {
  const usedBy = (path: string, text: string): string[] =>
    [...text.matchAll(relativeName)]
      .map(([, name = '']) => posix.join(dirname(path), name))
      .filter((name) => files.has(name));
  const seenOf = new Map<string, { hash: string; uses: string[] }>();
  const seen = (path: string): { hash: string; uses: string[] } => {
    const known = seenOf.get(path);
    if (known) return known;
    const declaration = join(declarations, path.replace(/\.tsx?$/, '.d.ts'));
    const text = existsSync(declaration) ? readFileSync(declaration, 'utf8') : (files.get(path) ?? '');
    const made = { hash: hashOf(text), uses: usedBy(path, text) };
    seenOf.set(path, made);
    return made;
  };
  const keys = new Map<string, string>();
  for (const [path, text] of files) {
    if (path.endsWith('.json')) continue;
    const reached = new Set(usedBy(path, text));
    for (const each of reached) for (const next of seen(each).uses) reached.add(next);
    const others = [...reached].toSorted().map((each) => [each, seen(each).hash]);
    keys.set(path, hashOf(JSON.stringify([text, shared, others])));
  }
  return keys;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
