import { join, relative } from 'node:path';
import { z } from 'zod';

/** What a run of tests came to. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Why tests of one Playwright project were skipped, and how many. */
export interface Skipped {
  count: number;
  reasons: string[];
}

const VitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int().default(0),
  numFailedTestSuites: z.int().default(0),
});

/** A file that could not even be loaded has no test in it, and counts as one failure. */
export function countsOfVitest(report: unknown): Counts {
  const told = VitestReport.parse(report);
  const failed = told.numFailedTests > 0 ? told.numFailedTests : told.numFailedTestSuites;
  return { passed: told.numPassedTests, failed, skipped: told.numPendingTests + told.numTodoTests };
}

const PlaywrightTest = z.object({
  projectName: z.string(),
  status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
  annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })).default([]),
});
const Suite = z.object({
  specs: z.array(z.object({ tests: z.array(PlaywrightTest) })).default([]),
  get suites() {
    return z.array(Suite).optional();
  },
});
const PlaywrightReport = z.object({ suites: z.array(Suite), errors: z.array(z.unknown()).default([]) });

/** A test that passed only on a second try counts as failed: it hides something. */
export function countsOfPlaywright(report: unknown): Counts {
  const told = PlaywrightReport.parse(report);
  const tests = told.suites.flatMap(testsOf);
  const of = (...statuses: string[]): number => tests.filter((test) => statuses.includes(test.status)).length;
  return { passed: of('expected'), failed: of('unexpected', 'flaky') + told.errors.length, skipped: of('skipped') };
}

export function skippedOf(report: unknown, project: string): Skipped {
  const skipped = PlaywrightReport.parse(report)
    .suites.flatMap(testsOf)
    .filter((test) => test.projectName === project && test.status === 'skipped');
  const reasons = skipped.flatMap((test) => test.annotations.flatMap(({ description }) => description ?? []));
  return { count: skipped.length, reasons: [...new Set(reasons)] };
}

function testsOf(suite: z.infer<typeof Suite>): z.infer<typeof PlaywrightTest>[] {
  return [...suite.specs.flatMap((spec) => spec.tests), ...(suite.suites ?? []).flatMap(testsOf)];
}

const VitestTimes = z.object({
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
});

/** How long each file took, all its projects together. @param dir what the files are named from */
export function secondsOfVitest(report: unknown, dir: string): Record<string, number> {
  const times = VitestTimes.parse(report).testResults.map(
    ({ name, startTime, endTime }) => [relative(dir, name), (endTime - startTime) / 1000] as const,
  );
  return addUp(times);
}

const SpecTimes = z.object({
  specs: z
    .array(
      z.object({
        file: z.string(),
        tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })),
      }),
    )
    .default([]),
  get suites() {
    return z.array(SpecTimes).optional();
  },
});
const PlaywrightTimes = z.object({ config: z.object({ rootDir: z.string() }), suites: z.array(SpecTimes) });

/** The same for the files of Playwright's report. */
export function secondsOfPlaywright(report: unknown, dir: string): Record<string, number> {
  const { config, suites } = PlaywrightTimes.parse(report);
  const times = (suite: z.infer<typeof SpecTimes>): Array<readonly [string, number]> => [
    ...suite.specs.map(({ file, tests }) => {
      const seconds = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration / 1000, 0);
      return [relative(dir, join(config.rootDir, file)), seconds] as const;
    }),
    ...(suite.suites ?? []).flatMap(times),
  ];
  return addUp(suites.flatMap(times));
}

function addUp(times: ReadonlyArray<readonly [file: string, seconds: number]>): Record<string, number> {
  const total: Record<string, number> = {};
  for (const [path, seconds] of times) {
    const file = path.replaceAll('\\', '/');
    total[file] = (total[file] ?? 0) + seconds;
  }
  return total;
}
