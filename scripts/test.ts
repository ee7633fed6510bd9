import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { buildIfNeeded } from './build.ts';
import { parseCommandLine } from './command-line.ts';
import { compiledTests, transformedTests } from './compiled-tests.ts';
import { projectDir } from './project.ts';
import {
  type Counts,
  countsOfPlaywright,
  countsOfVitest,
  secondsOfPlaywright,
  secondsOfVitest,
  skippedOf,
} from './test-counts.ts';
import { type Failure, failuresOfPlaywright, failuresOfVitest } from './test-failures.ts';
import {
  allTests,
  changedTests,
  keepTestSeconds,
  soakTests,
  type TestPlan,
  UnknownCommit,
  unitTests,
} from './test-plan.ts';

const usage = `npm test                          all tests: in Node (Vitest) and in a browser (Playwright)
npm run test:unit                 those that start no process and no browser
npm run test:changed [-- COMMIT]  those that the changes since COMMIT can break, in about a minute;
                                  without COMMIT, what is not committed
npm run test:soak                 the long random tests at their full size

Some of them: npx vitest run FILE, npx playwright test --project browser FILE`;

const Args = z.object({
  positionals: z
    .tuple([z.enum(['all', 'unit', 'changed', 'soak'])])
    .rest(z.string())
    .refine(([scope, ...rest]) => rest.length <= (scope === 'changed' ? 1 : 0), 'too many arguments'),
});

const runners = { Vitest: 'npx vitest run', Playwright: 'npx playwright test' } as const;

/** What a runner's report came to. */
interface Outcome {
  counts: Counts;
  failures: readonly Failure[];
  /** lines that must not be missed */
  notices: readonly string[];
  /** by test file */
  seconds: Readonly<Record<string, number>>;
}

const nothing: Outcome = { counts: { passed: 0, failed: 0, skipped: 0 }, failures: [], notices: [], seconds: {} };

/** Runs a plan: Vitest, then Playwright. The last line of the output sums it up. Returns whether all is well. */
async function test(plan: TestPlan): Promise<boolean> {
  for (const line of plan.about) console.log(line);
  // Loaded with Playwright, which takes longer than --help.
  const { findBrowser, howToGetOne } = await import('./find-browser.ts');
  const browser = plan.playwright?.length === 0 ? null : await findBrowser();
  await buildFor(plan);
  const folder = await temporaryFolder();
  try {
    const inNode = plan.vitest?.length === 0 ? nothing : await runVitest(plan, folder);
    const inBrowser =
      plan.playwright?.length === 0
        ? nothing
        : await (browser === null ? skipPlaywright(plan, howToGetOne) : runPlaywright(plan, folder, browser.path));
    keepTestSeconds({ ...inNode.seconds, ...inBrowser.seconds });
    return closingLines(plan, [inNode, inBrowser]);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const memory = '/dev/shm';
const minFreeBytes = 4 * 1024 ** 3;

/**
 * For the reports and for all that tests write. In memory where Linux has room there: thousands of databases that wait for a disk
 * take a tenth longer.
 */
async function temporaryFolder(): Promise<string> {
  const free = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  const folder = await mkdtemp(join(free >= minFreeBytes ? memory : tmpdir(), 'konter-tests-'));
  // PostgreSQL does not run as root: its user has to come in here.
  await chmod(folder, 0o711);
  return folder;
}

/** What tests need built. Each part is left alone when it is newer than its sources. */
async function buildFor({ vitest, playwright }: TestPlan): Promise<void> {
  if (playwright?.length !== 0) await buildIfNeeded('pages');
  if (playwright === null) await buildIfNeeded('verifier');
  if (vitest === null) await buildIfNeeded('legal');
  // Both runners find the rest built, so they do not build it at the same time.
  await buildIfNeeded('relay');
  const { default: buildCounters } = await import('../tests/support/built-counters.ts');
  await buildCounters();
}

async function runVitest({ vitest, projects, env }: TestPlan, folder: string): Promise<Outcome> {
  const report = join(folder, 'vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const only = (projects ?? []).flatMap((name) => ['--project', name]);
  const exitCode = await run('node', 'vitest/vitest.mjs', [...args, ...only, ...(vitest ?? [])], {
    ...env,
    TMPDIR: folder,
  });
  const told = await readReport(report);
  if (told === null) return broken('Vitest', exitCode);
  const failures = failuresOfVitest(told, projectDir);
  return withExitCode('Vitest', exitCode, {
    counts: countsOfVitest(told),
    failures,
    notices: [],
    seconds: secondsOfVitest(told, projectDir),
  });
}

async function runPlaywright({ playwright }: TestPlan, folder: string, browserPath: string): Promise<Outcome> {
  const report = join(folder, 'playwright.json');
  const only = playwright === null ? [] : ['--project=browser', ...playwright];
  const exitCode = await run('browser', '@playwright/test/cli.js', ['test', '--reporter=list,json', ...only], {
    ...transformedTests,
    TMPDIR: folder,
    CHROMIUM_PATH: browserPath,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  const told = await readReport(report);
  if (told === null) return broken('Playwright', exitCode);
  const desktop = skippedOf(told, 'electron');
  const why = desktop.reasons.join('; ') || 'no reason given';
  return withExitCode('Playwright', exitCode, {
    counts: countsOfPlaywright(told),
    failures: failuresOfPlaywright(told),
    seconds: secondsOfPlaywright(told, projectDir),
    notices: desktop.count === 0 ? [] : [`!!! ${desktop.count} tests of the desktop (Electron) were SKIPPED: ${why}`],
  });
}

/** Without a browser its tests count as skipped: Playwright only lists them. */
async function skipPlaywright({ playwright }: TestPlan, howToGetOne: string): Promise<Outcome> {
  const cli = join(projectDir, 'node_modules/@playwright/test/cli.js');
  const only = playwright === null ? [] : ['--project=browser', ...playwright];
  const child = spawn(process.execPath, [cli, 'test', '--list', '--reporter=json', ...only], {
    cwd: projectDir,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let listed = '';
  for await (const text of child.stdout.setEncoding('utf8')) listed += String(text);
  const { skipped } = countsOfPlaywright(JSON.parse(listed));
  const notices = [`!!! ${skipped} tests in a browser were SKIPPED. ${howToGetOne}`];
  return { ...nothing, counts: { passed: 0, failed: 0, skipped }, notices };
}

/** Prints the program's lines as they come, behind its name. Resolves to its exit code. */
function run(
  name: string,
  file: string,
  args: string[],
  env: Readonly<Record<string, string>>,
): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(projectDir, 'node_modules', file), ...args], {
      cwd: projectDir,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...compiledTests, ...env },
    });
    for (const output of [child.stdout, child.stderr]) {
      createInterface({ input: output }).on('line', (line) => console.log(`${name} | ${line}`));
    }
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
}

async function readReport(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch(() => null);
  return text === null ? null : JSON.parse(text);
}

/** A runner that fails without a failed test, over an unhandled error for one, counts as one failure. */
function withExitCode(runner: keyof typeof runners, exitCode: number | null, outcome: Outcome): Outcome {
  if (exitCode === 0 || outcome.counts.failed > 0) return outcome;
  const { counts, failures } = broken(runner, exitCode);
  return { ...outcome, counts: { ...outcome.counts, failed: counts.failed }, failures };
}

const broken = (runner: keyof typeof runners, exitCode: number | null): Outcome => ({
  ...nothing,
  counts: { passed: 0, failed: 1, skipped: 0 },
  failures: [
    {
      test: runner,
      why: `It ended with ${exitCode ?? 'a signal'}; its output above says why.`,
      command: runners[runner],
    },
  ],
});

/** Who reads a long run reads its end: what was skipped, what failed and how to run it alone, then the counts. */
function closingLines(plan: TestPlan, outcomes: readonly Outcome[]): boolean {
  for (const line of plan.leftOut) console.log(line);
  for (const notice of outcomes.flatMap(({ notices }) => notices)) console.log(`\n${notice}`);
  for (const { test, why, command } of outcomes.flatMap(({ failures }) => failures)) {
    console.log(`\nFAILED ${test}\n${why.replaceAll(/^/gm, '    ')}`);
    console.log(`    Alone: ${command}`);
  }
  const total = (name: keyof Counts): number => outcomes.reduce((sum, { counts }) => sum + counts[name], 0);
  console.log(`konter: ${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`);
  return total('failed') === 0 && (total('passed') > 0 || plan.vitest?.length === 0);
}

const [scope, commit = 'HEAD'] = parseCommandLine({ usage, allowPositionals: true, schema: Args }).positionals;
const plans: Record<typeof scope, () => TestPlan> = {
  all: allTests,
  unit: unitTests,
  changed: () => changedTests(commit),
  soak: soakTests,
};
try {
  process.exitCode = (await test(plans[scope]())) ? 0 : 1;
} catch (error) {
  if (!(error instanceof UnknownCommit)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
