import { expect, test } from 'vitest';
import {
  countsOfPlaywright,
  countsOfVitest,
  secondsOfPlaywright,
  secondsOfVitest,
  skippedOf,
} from '../../../scripts/test-counts.ts';

const ran = (projectName: string, status: string, description?: string) => ({
  tests: [{ projectName, status, annotations: description === undefined ? [] : [{ type: 'skip', description }] }],
});

const report = {
  suites: [
    { specs: [ran('browser', 'expected'), ran('browser', 'unexpected')] },
    {
      specs: [ran('browser', 'flaky')],
      suites: [{ specs: [ran('electron', 'skipped', 'no runtime'), ran('electron', 'skipped', 'no runtime')] }],
    },
  ],
};

test('tests of nested suites are counted, and one that passed on a second try has failed', () => {
  expect(countsOfPlaywright(report)).toEqual({ passed: 1, failed: 2, skipped: 2 });
});

test('a file that Playwright could not load is a failure', () => {
  expect(countsOfPlaywright({ suites: [], errors: [{ message: 'x' }] }).failed).toBe(1);
});

test('what was skipped is told with its reasons, each once', () => {
  expect(skippedOf(report, 'electron')).toEqual({ count: 2, reasons: ['no runtime'] });
  expect(skippedOf(report, 'browser')).toEqual({ count: 0, reasons: [] });
});

test('a file that vitest could not load is a failure though none of its tests failed', () => {
  const told = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1, numFailedTestSuites: 1 };
  expect(countsOfVitest(told)).toEqual({ passed: 3, failed: 1, skipped: 2 });
});

test('the seconds of a file are those of all its projects and tests', () => {
  const times = [
    { name: '/shop/tests/a.test.ts', startTime: 1000, endTime: 2500 },
    { name: '/shop/tests/a.test.ts', startTime: 3000, endTime: 4000 },
  ];
  expect(secondsOfVitest({ testResults: times }, '/shop')).toEqual({ 'tests/a.test.ts': 2.5 });
  const spec = { file: 'sale.spec.ts', tests: [{ results: [{ duration: 700 }, { duration: 300 }] }] };
  const told = { config: { rootDir: '/shop/tests/e2e' }, suites: [{ specs: [spec], suites: [{ specs: [spec] }] }] };
  expect(secondsOfPlaywright(told, '/shop')).toEqual({ 'tests/e2e/sale.spec.ts': 2 });
});
