import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { projectDir } from './project.ts';

/** A test that failed. */
export interface Failure {
  test: string;
  /** the first lines of the error */
  why: string;
  /** runs this test alone, in a POSIX shell in the project's folder */
  command: string;
}

const VitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          ancestorTitles: z.array(z.string()),
          title: z.string(),
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/**
 * The report does not name a test's project. The command leaves it out: a file of tests/relay then runs on both databases, and
 * each other file is in one project only.
 * @param dir what the files are named from
 */
export function failuresOfVitest(report: unknown, dir: string): Failure[] {
  return VitestReport.parse(report).testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(dir, name);
    const runFile = `npx vitest run ${quoted(file)}`;
    const failed = assertionResults
      .filter((one) => one.status === 'failed')
      .map(({ ancestorTitles, title, fullName, failureMessages }) => ({
        test: `${file} > ${fullName}`,
        why: firstLines(failureMessages?.[0] ?? ''),
        command: `${runFile} -t ${quoted(`^${escaped([...ancestorTitles, title].join(' > '))}$`)}`,
      }));
    // A file that could not be loaded has no test that failed.
    const isNotLoaded = failed.length === 0 && status === 'failed';
    return isNotLoaded ? [{ test: file, why: firstLines(message), command: runFile }] : failed;
  });
}

const ErrorTold = z.object({ message: z.string().default('') });
const Spec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
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
const PlaywrightReport = z.object({
  config: z.object({ rootDir: z.string() }),
  suites: z.array(Suite),
  errors: z.array(ErrorTold).default([]),
});

export function failuresOfPlaywright(report: unknown): Failure[] {
  const { config, suites, errors } = PlaywrightReport.parse(report);
  const specs = suites.flatMap(specsOf);
  const failed = specs.flatMap(({ title, file, line, tests }) => {
    const place = `${relative(projectDir, join(config.rootDir, file))}:${line}`;
    const isOneOfMany = specs.filter((other) => other.file === file && other.line === line).length > 1;
    return tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => ({
        test: `[${projectName}] ${file} > ${title}`,
        why: firstLines(results.flatMap((result) => result.errors).at(0)?.message ?? ''),
        // With a space after --project, Playwright takes the path for another project.
        command: [
          `npx playwright test --project=${quoted(projectName)} ${quoted(place)}`,
          ...(isOneOfMany ? ['-g', quoted(`${escaped(title)}$`)] : []),
        ].join(' '),
      }));
  });
  const command = 'npx playwright test';
  return [...failed, ...errors.map(({ message }) => ({ test: 'Playwright', why: firstLines(message), command }))];
}

function specsOf(suite: z.infer<typeof Suite>): z.infer<typeof Spec>[] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
}

/** One argument of a POSIX shell. */
const quoted = (text: string): string =>
  /^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** As a regular expression that matches the text and nothing else. */
const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

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
