import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectDir } from '../../../scripts/project.ts';
import { failuresOfPlaywright, failuresOfVitest } from '../../../scripts/test-failures.ts';

const failed = {
  ancestorTitles: ['the till'],
  title: 'sells once',
  fullName: 'the till sells once',
  status: 'failed',
  failureMessages: ['\u001b[31mexpected 1\u001b[39m\n\nto be 2'],
};
const vitestReport = (result: object) => ({
  testResults: [{ name: '/shop/tests/a.test.ts', status: 'failed', message: '', assertionResults: [], ...result }],
});

/** The arguments that a shell makes of a command. */
const argumentsOf = (command: string): string[] =>
  execFileSync('/bin/sh', ['-c', `printf '%s\\n' ${command}`], { encoding: 'utf8' })
    .trimEnd()
    .split('\n');

describe('of vitest', () => {
  test('a failed test is named with its file, the first lines of why, without colours, and its command', () => {
    expect(failuresOfVitest(vitestReport({ assertionResults: [failed] }), '/shop')).toEqual([
      {
        test: 'tests/a.test.ts > the till sells once',
        why: 'expected 1\nto be 2',
        command: `npx vitest run tests/a.test.ts -t '^the till > sells once$'`,
      },
    ]);
  });

  test('a name with quotes and signs stays one argument, and matches nothing else', () => {
    const title = String.raw`it's "$HOME" (a|b) \d [x].*`;
    const report = vitestReport({ assertionResults: [{ ...failed, title, ancestorTitles: [] }] });
    const [failure] = failuresOfVitest(report, '/shop');
    const args = argumentsOf(failure?.command ?? '');
    expect(args.slice(0, -1)).toEqual(['npx', 'vitest', 'run', 'tests/a.test.ts', '-t']);
    expect(title).toMatch(new RegExp(args.at(-1) ?? ''));
    expect(`${title} too`).not.toMatch(new RegExp(args.at(-1) ?? ''));
  });

  test('a file that could not be loaded is named itself', () => {
    expect(failuresOfVitest(vitestReport({ message: 'no such module' }), '/shop')).toEqual([
      { test: 'tests/a.test.ts', why: 'no such module', command: 'npx vitest run tests/a.test.ts' },
    ]);
  });

  test('what passed is not named', () => {
    const passed = { ...failed, status: 'passed', failureMessages: [] };
    expect(failuresOfVitest(vitestReport({ status: 'passed', assertionResults: [passed] }), '/shop')).toEqual([]);
  });
});

describe('of Playwright', () => {
  const config = { rootDir: join(projectDir, 'tests/e2e') };
  const spec = (status: string, line: number, title = 'a sale') => ({
    title,
    file: 'browser/sale.spec.ts',
    line,
    tests: [{ projectName: 'browser', status, results: [{ errors: [{ message: 'no button' }] }, { errors: [] }] }],
  });

  test('a spec that failed or passed on a second try is named with its project and command, wherever it is nested', () => {
    const suites = [{ specs: [spec('expected', 3)], suites: [{ specs: [spec('unexpected', 5), spec('flaky', 7)] }] }];
    const named = (line: number) => ({
      test: '[browser] browser/sale.spec.ts > a sale',
      why: 'no button',
      command: `npx playwright test --project=browser tests/e2e/browser/sale.spec.ts:${line}`,
    });
    expect(failuresOfPlaywright({ config, suites })).toEqual([named(5), named(7)]);
  });

  test('one of several specs on a line is named by its title too', () => {
    const suites = [{ specs: [spec('expected', 3, 'sells 5'), spec('unexpected', 3, "sells 5 (it's dear)")] }];
    const [failure] = failuresOfPlaywright({ config, suites });
    expect(argumentsOf(failure?.command ?? '').slice(-2)).toEqual(['-g', String.raw`sells 5 \(it's dear\)$`]);
  });

  test('what failed outside of any spec is told too', () => {
    expect(failuresOfPlaywright({ config, suites: [], errors: [{ message: 'no config' }] })).toEqual([
      { test: 'Playwright', why: 'no config', command: 'npx playwright test' },
    ]);
  });
});
