import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

/** A test that failed, and the first lines of why. */
export interface Failure {
  test: string;
  why: string;
}

const VitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

/** @param dir what the files are named from */
export function failuresOfVitest(report: unknown, dir: string): Failure[] {
  return VitestReport.parse(report).testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(dir, name);
    const failed = assertionResults
      .filter((one) => one.status === 'failed')
      .map((one) => ({ test: `${file} > ${one.fullName}`, why: firstLines(one.failureMessages?.[0] ?? '') }));
    // A file that could not be loaded has no test that failed.
    return failed.length === 0 && status === 'failed' ? [{ test: file, why: firstLines(message) }] : failed;
  });
}

const ErrorTold = z.object({ message: z.string().default('') });
const Spec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(
    z.object({
      projectName: z.string(),
      status: z.string(),
      results: z.array(z.object({ errors: z.array(ErrorTold).default([]) })).default([]),
    }),
  ),
});
const Suite = z.object({
  specs: z.array(Spec).default([]),
  get suites() {
    return z.array(Suite).optional();
  },
});
const PlaywrightReport = z.object({ suites: z.array(Suite), errors: z.array(ErrorTold).default([]) });

export function failuresOfPlaywright(report: unknown): Failure[] {
  const { suites, errors } = PlaywrightReport.parse(report);
  const failed = suites.flatMap(specsOf).flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => ({
        test: `[${projectName}] ${file} > ${title}`,
        why: firstLines(results.flatMap((result) => result.errors).at(0)?.message ?? ''),
      })),
  );
  return [...failed, ...errors.map(({ message }) => ({ test: 'Playwright', why: firstLines(message) }))];
}

function specsOf(suite: z.infer<typeof Suite>): z.infer<typeof Spec>[] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
}

const most = 8;
const longest = 300;

function firstLines(message: string): string {
  return stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, most)
    .map((line) => line.slice(0, longest))
    .join('\n');
}
