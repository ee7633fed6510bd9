import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { parseCommandLine } from '../src/main/hosts/command-line.ts';
import { buildIfNeeded } from './build.ts';
import { compiledTests, transformedTests } from './compiled-tests.ts';
import { projectDir } from './project.ts';

const usage = `npm test                          what every change passes: in Node (Vitest) and one journey for each screen (Playwright)
npm run test:unit                 what starts no process and no browser
npm run test:changed [-- COMMIT]  those that import what changed since COMMIT; without COMMIT, what is not committed
npm run test:full [-- --rest]     everything: also PostgreSQL, kills, packaging, the other journeys, each bench at its
                                  smallest size; --rest leaves out what npm test runs
npm run test:soak                 the random tests at their full size

Some of them: npx vitest run FILE, npx playwright test FILE`;

const Args = z.object({
  rest: z.boolean().default(false),
  positionals: z
    .tuple([z.enum(['standard', 'unit', 'changed', 'full', 'soak'])])
    .rest(z.string())
    .refine(([scope, ...rest]) => rest.length <= (scope === 'changed' ? 1 : 0), 'too many arguments'),
});

/** Arguments of each runner; null: it is left out. */
interface Plan {
  vitest: readonly string[] | null;
  playwright: readonly string[] | null;
  env?: Readonly<Record<string, string>>;
}

const projects = (...names: string[]): string[] => names.map((name) => `--project=${name}`);

/** Single tests of a file are left to test:full by their tag, whole files by their name (vitest.config.ts). */
const [withoutFull, onlyFull] = ['--tags-filter=!full', '--tags-filter=full'];

const standard = {
  vitest: [...projects('konter', 'pages'), withoutFull],
  playwright: projects('journeys', 'electron'),
} satisfies Plan;
const rest: Plan = {
  vitest: projects('full', 'relay on PostgreSQL'),
  playwright: projects('browser'),
  env: { KONTER_TESTS: 'full' },
};
const tagged = (): Plan => ({
  vitest: [...projects('konter', 'pages'), onlyFull, ...testFilesWith("tags: ['full']")],
  playwright: null,
});
const unit: Plan = {
  vitest: ['tests/unit/', ...projects('konter', 'pages'), withoutFull],
  playwright: null,
  env: { KONTER_TESTS: 'unit' },
};

/** @param commit what git takes as one; undefined: what is not committed */
const changed = (commit: string | undefined): Plan => ({
  vitest: [`--changed${commit === undefined ? '' : `=${commit}`}`, '--passWithNoTests', ...standard.vitest],
  playwright: [
    `--only-changed${commit === undefined ? '' : `=${commit}`}`,
    '--pass-with-no-tests',
    ...projects('journeys'),
  ],
});

/** Threads of low priority are under test, and would starve beside tests that keep every core busy: two at a time do not. */
const soak = (): Plan => ({
  vitest: [...projects('konter', 'full'), ...testFilesWith('support/soak.ts')],
  playwright: null,
  env: { KONTER_TESTS: 'soak', VITEST_MAX_WORKERS: '2' },
});

const testFilesWith = (text: string): string[] =>
  globSync('tests/**/*.test.ts', { cwd: projectDir }).filter((file) =>
    readFileSync(join(projectDir, file), 'utf8').includes(text),
  );

interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
  /** lines that must not be missed: what failed, what was skipped */
  notices: readonly string[];
}

/** What a failure says first, below its title: its own output may be far above. */
const reason = (messages: readonly string[]): string =>
  messages
    .flatMap((message) =>
      stripVTControlCharacters(message)
        .split('\n')
        .slice(0, 4)
        .map((line) => `\n  ${line}`),
    )
    .join('');

const nothing: Outcome = { passed: 0, failed: 0, skipped: 0, notices: [] };

/** Runs Vitest, then Playwright. */
async function runPlan(plan: Plan): Promise<Outcome[]> {
  // Loaded with Playwright, which takes longer than --help.
  const { findBrowser, howToGetOne } = await import('./find-browser.ts');
  const hasBrowser = plan.playwright !== null && (await findBrowser());
  await buildFor(plan);
  const folder = await temporaryFolder();
  try {
    const inNode = plan.vitest === null ? nothing : await runVitest(plan.vitest, folder, plan.env);
    if (plan.playwright === null) return [inNode];
    if (!hasBrowser)
      return [inNode, { ...nothing, notices: [`!!! The tests in a browser were SKIPPED. ${howToGetOne}`] }];
    return [inNode, await runPlaywright(plan.playwright, folder, plan.env)];
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

/** Both runners find everything built, so they do not build it at the same time. */
async function buildFor({ vitest, playwright }: Plan): Promise<void> {
  if (playwright !== null) {
    await buildIfNeeded('pages');
    await buildIfNeeded('verifier');
  }
  if (vitest?.includes('--project=full')) await buildIfNeeded('legal');
  await buildIfNeeded('relay');
  const { default: buildCounters } = await import('../tests/support/built-counters.ts');
  await buildCounters();
}

const VitestReport = z.object({
  numFailedTestSuites: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          tags: z.array(z.string()),
          failureMessages: z.array(z.string()).default([]),
        }),
      ),
    }),
  ),
});

async function runVitest(args: readonly string[], folder: string, env: Plan['env']): Promise<Outcome> {
  const path = join(folder, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`];
  const exitCode = await run('node', 'vitest/vitest.mjs', ['run', ...reporters, ...args], { ...env, TMPDIR: folder });
  const report = await readReport(path, VitestReport);
  if (report === null) return broken('Vitest', exitCode);
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: relative(projectDir, name) })),
  );
  const failed = tests.filter(({ status }) => status === 'failed');
  // Those that the filter left out are reported as skipped too.
  const isChosen = (tags: readonly string[]): boolean =>
    args.includes(onlyFull) ? tags.includes('full') : !(args.includes(withoutFull) && tags.includes('full'));
  return checked('Vitest', exitCode, {
    passed: tests.filter(({ status }) => status === 'passed').length,
    // A file that could not even be loaded has no test in it, and counts as one failure.
    failed: failed.length > 0 ? failed.length : report.numFailedTestSuites,
    skipped: tests.filter(({ status, tags }) => !['passed', 'failed'].includes(status) && isChosen(tags)).length,
    notices: failed.map(
      ({ file, fullName, failureMessages }) => `FAILED ${file} > ${fullName}${reason(failureMessages)}`,
    ),
  });
}

const Spec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.int(),
  tests: z.array(
    z.object({
      projectName: z.string(),
      status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
      annotations: z.array(z.object({ description: z.string().optional() })),
      results: z.array(z.object({ errors: z.array(z.object({ message: z.string().optional() })) })),
    }),
  ),
});
const Suite = z.object({
  specs: z.array(Spec),
  get suites() {
    return z.array(Suite).default([]);
  },
});
const PlaywrightReport = z.object({ suites: z.array(Suite), errors: z.array(z.unknown()) });

const specsOf = (suite: z.infer<typeof Suite>): z.infer<typeof Spec>[] => [
  ...suite.specs,
  ...suite.suites.flatMap(specsOf),
];

async function runPlaywright(args: readonly string[], folder: string, env: Plan['env']): Promise<Outcome> {
  const path = join(folder, 'playwright.json');
  const exitCode = await run('browser', '@playwright/test/cli.js', ['test', '--reporter=list,json', ...args], {
    ...transformedTests,
    ...env,
    TMPDIR: folder,
    PLAYWRIGHT_JSON_OUTPUT_FILE: path,
  });
  const report = await readReport(path, PlaywrightReport);
  if (report === null) return broken('Playwright', exitCode);
  const tests = report.suites
    .flatMap(specsOf)
    .flatMap(({ tests, ...spec }) => tests.map((test) => ({ ...spec, ...test })));
  // One that passed only on a second try hides something.
  const failed = tests.filter(({ status }) => status === 'unexpected' || status === 'flaky');
  const desktop = tests.filter(({ projectName, status }) => projectName === 'electron' && status === 'skipped');
  const [why = 'no reason'] = desktop.flatMap(({ annotations }) => annotations.flatMap((one) => one.description ?? []));
  return checked('Playwright', exitCode, {
    passed: tests.filter(({ status }) => status === 'expected').length,
    failed: failed.length + report.errors.length,
    skipped: tests.filter(({ status }) => status === 'skipped').length,
    notices: [
      ...(desktop.length > 0 ? [`!!! ${desktop.length} tests of the desktop (Electron) were SKIPPED: ${why}`] : []),
      ...failed.map(
        ({ projectName, file, line, title, results }) =>
          `FAILED [${projectName}] ${file}:${line} > ${title}${reason(results.flatMap(({ errors }) => errors.map(({ message = '' }) => message)))}`,
      ),
    ],
  });
}

async function runBenches(): Promise<Outcome> {
  const exitCode = await run('bench', '../bench/run.ts', ['--smallest'], {});
  return exitCode === 0 ? { ...nothing, passed: 1 } : broken('The benches', exitCode);
}

/** Prints the program's lines as they come, behind its name. Resolves to its exit code. */
function run(name: string, file: string, args: string[], env: NodeJS.ProcessEnv): Promise<number | null> {
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

async function readReport<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema> | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  return text === null ? null : schema.parse(JSON.parse(text));
}

/** A runner that fails without a failed test, over an unhandled error for one, counts as one failure. */
const checked = (runner: string, exitCode: number | null, outcome: Outcome): Outcome =>
  exitCode === 0 || outcome.failed > 0
    ? outcome
    : { ...outcome, failed: 1, notices: [...outcome.notices, ...broken(runner, exitCode).notices] };

const broken = (runner: string, exitCode: number | null): Outcome => ({
  ...nothing,
  failed: 1,
  notices: [`FAILED ${runner} ended with ${exitCode ?? 'a signal'}; its output above says why.`],
});

const {
  rest: onlyRest,
  positionals: [scope, commit],
} = parseCommandLine({ usage, allowPositionals: true, options: { rest: { type: 'boolean' } }, schema: Args });
const plans: Record<typeof scope, () => Plan[]> = {
  standard: () => [standard],
  unit: () => [unit],
  changed: () => [changed(commit)],
  full: () => (onlyRest ? [rest, tagged()] : [standard, rest, tagged()]),
  soak: () => [soak()],
};
const outcomes: Outcome[] = [];
for (const plan of plans[scope]()) outcomes.push(...(await runPlan(plan)));
if (scope === 'full') outcomes.push(await runBenches());
for (const notice of outcomes.flatMap(({ notices }) => notices)) console.log(`\n${notice}`);
const sum = (name: 'passed' | 'failed' | 'skipped'): number => outcomes.reduce((all, one) => all + one[name], 0);
console.log(`konter: ${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exitCode = sum('failed') === 0 && (sum('passed') > 0 || scope === 'changed') ? 0 : 1;
