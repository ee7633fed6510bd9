import { expect, test } from 'vitest';
import { failuresOfPlaywright, failuresOfVitest } from '../../../scripts/test-failures.ts';

const failed = {
  fullName: 'sells once',
  status: 'failed',
  failureMessages: ['\u001b[31mexpected 1\u001b[39m\n\nto be 2'],
};

test('a failed test is named with its file and the first lines of why, without colours', () => {
  const results = [{ name: '/shop/tests/a.test.ts', status: 'failed', message: '', assertionResults: [failed] }];
  expect(failuresOfVitest({ testResults: results }, '/shop')).toEqual([
    { test: 'tests/a.test.ts > sells once', why: 'expected 1\nto be 2' },
  ]);
});

test('a file that could not be loaded is named itself', () => {
  const results = [
    { name: '/shop/tests/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
  ];
  expect(failuresOfVitest({ testResults: results }, '/shop')).toEqual([
    { test: 'tests/b.test.ts', why: 'no such module' },
  ]);
});

test('what passed is not named', () => {
  const passed = { fullName: 'sells', status: 'passed', failureMessages: [] };
  const results = [{ name: '/shop/tests/a.test.ts', status: 'passed', message: '', assertionResults: [passed] }];
  expect(failuresOfVitest({ testResults: results }, '/shop')).toEqual([]);
});

test('a spec that failed or passed on a second try is named with its project, wherever it is nested', () => {
  const told = (status: string) => ({
    title: 'a sale',
    file: 'sale.spec.ts',
    tests: [{ projectName: 'browser', status, results: [{ errors: [{ message: 'no button' }] }, { errors: [] }] }],
  });
  const suites = [{ specs: [told('expected')], suites: [{ specs: [told('unexpected'), told('flaky')] }] }];
  const named = { test: '[browser] sale.spec.ts > a sale', why: 'no button' };
  expect(failuresOfPlaywright({ suites })).toEqual([named, named]);
});

test('what failed outside of any spec is told too', () => {
  expect(failuresOfPlaywright({ suites: [], errors: [{ message: 'no config' }] })).toEqual([
    { test: 'Playwright', why: 'no config' },
  ]);
});
