import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { projectDir } from './project.ts';
import { dependentsOf, type ModuleGraph, readModuleGraph, startsProcess } from './test-graph.ts';

/** Which test files to run, as paths from the project's folder. Null: all of them. */
export interface TestPlan {
  vitest: readonly string[] | null;
  playwright: readonly string[] | null;
  /** projects of vitest.config.ts; null: all */
  projects: readonly string[] | null;
  env: Readonly<Record<string, string>>;
  /** lines to print before the tests */
  about: readonly string[];
  /** lines to print after them: what was left out */
  leftOut: readonly string[];
}

const everything: TestPlan = { vitest: null, playwright: null, projects: null, env: {}, about: [], leftOut: [] };

export const allTests = (): TestPlan => everything;

/** The tests that start no process and no browser; those of the relay on SQLite alone. */
export function unitTests(graph: ModuleGraph = readModuleGraph(projectDir)): TestPlan {
  return {
    ...everything,
    vitest: testsIn(graph.uses.keys()).filter(
      (file) => !/\.spec\.ts$|^tests\/relay\/postgres\//.test(file) && !startsProcess(file, graph),
    ),
    playwright: [],
    projects: ['konter', 'pages'],
  };
}

/** Threads of low priority are under test, and would starve beside tests that keep every core busy: two at a time do not. */
const soakEnv = { KONTER_SOAK: '1', VITEST_MAX_WORKERS: '2' };

/** The random tests whose size tests/support/soak.ts sets. */
export function soakTests(graph: ModuleGraph = readModuleGraph(projectDir)): TestPlan {
  const steps = dependentsOf(['tests/support/soak.ts'], graph);
  const users = testsIn(steps.keys()).filter((file) => steps.get(file) === 1);
  return { ...everything, vitest: users, playwright: [], env: soakEnv };
}

/** Seconds that the chosen tests took when they last ran, all added up; several run at a time. */
const budgetSeconds = 70;
const unknownSeconds = 2;

/**
 * The tests that a change can break, nearest first, as many as run in about a minute.
 * @param commit what the change is counted from; anything git takes as a commit
 */
export function changedTests(commit: string, graph: ModuleGraph = readModuleGraph(projectDir)): TestPlan {
  const changed = changedFiles(commit);
  return planChanged({ commit, changed, graph, seconds: readTestSeconds() });
}

interface Change {
  commit: string;
  changed: readonly string[];
  graph: ModuleGraph;
  seconds: Readonly<Record<string, number>>;
}

export function planChanged({ commit, changed, graph, seconds }: Change): TestPlan {
  const inGraph = changed.filter((path) => graph.uses.has(path));
  const others = changed.filter((path) => !graph.uses.has(path) && !/^docs\/|\.md$/.test(path));
  const steps = dependentsOf(inGraph, graph);
  const names = new Set(inGraph.flatMap(namesIn));
  const nearness = (file: string): number =>
    (steps.get(file) ?? 0) - namesIn(file).filter((name) => names.has(name)).length * namesWeight;
  const reached = testsIn(steps.keys()).toSorted(
    (one, other) => nearness(one) - nearness(other) || one.localeCompare(other),
  );
  const chosen: string[] = [];
  const leftOut: string[] = [];
  let left = budgetSeconds;
  for (const file of reached) {
    const cost = seconds[file] ?? unknownSeconds;
    if (cost <= left || steps.get(file) === 0) {
      chosen.push(file);
      left -= cost;
    } else leftOut.push(file);
  }
  return {
    ...everything,
    vitest: chosen.filter((file) => !isSpec(file)),
    playwright: chosen.filter(isSpec),
    about: [`${changed.length} files changed since ${commit}; ${reached.length} test files can notice.`],
    leftOut: [
      ...(leftOut.length === 0 ? [] : [`Left out, as farther from the change: ${leftOut.length} test files`]),
      ...leftOut.map((file) => `  ${file}`),
      ...others.map((path) => `Not followed: ${path} is no module. Anything may depend on it.`),
      ...(leftOut.length + others.length === 0 ? [] : ['npm test runs everything.']),
    ],
  };
}

/** A test named after the changed feature comes before those that only reach it, by as many imports as this. */
const namesWeight = 3;

/** Folder and file names of a path, without those that every path has. */
function namesIn(path: string): string[] {
  const names = path.split('/').flatMap((part) => part.replace(/\.(test|spec)?\.?\w+$/, '').split('-'));
  return names.filter((name) => name !== '' && !['src', 'tests', 'unit', 'main', 'app', 'e2e', 'index'].includes(name));
}

const isSpec = (file: string): boolean => file.endsWith('.spec.ts');

const testsIn = (files: Iterable<string>): string[] =>
  [...files].filter((file) => /^tests\/.*\.(test|spec)\.ts$/.test(file) && !file.startsWith('tests/e2e/electron/'));

/** Not committed and not ignored, or changed since the commit. Throws UnknownCommit. */
function changedFiles(commit: string): string[] {
  const git = (...args: string[]): string[] =>
    execFileSync('git', args, { cwd: projectDir, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\0')
      .filter(Boolean);
  try {
    git('rev-parse', '--verify', '--end-of-options', `${commit}^{commit}`);
  } catch {
    throw new UnknownCommit(commit);
  }
  const changed = git('diff', '--name-only', '--no-renames', '-z', commit, '--');
  return [...new Set([...changed, ...git('ls-files', '--others', '--exclude-standard', '-z')])];
}

export class UnknownCommit extends Error {
  constructor(commit: string) {
    super(`git knows no commit "${commit}".`);
  }
}

const secondsFile = join(projectDir, 'node_modules/.cache/konter/test-seconds.json');
const Seconds = z.record(z.string(), z.number());

/** How long each test file took when it last ran. Empty before the first run. */
function readTestSeconds(): z.infer<typeof Seconds> {
  try {
    return Seconds.parse(JSON.parse(readFileSync(secondsFile, 'utf8')));
  } catch {
    return {};
  }
}

/** Remembers how long test files took, for changedTests(). */
export function keepTestSeconds(seconds: Readonly<Record<string, number>>): void {
  mkdirSync(dirname(secondsFile), { recursive: true });
  writeFileSync(secondsFile, JSON.stringify({ ...readTestSeconds(), ...seconds }));
}
