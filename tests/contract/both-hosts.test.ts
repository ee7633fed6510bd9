import { expect, it } from 'vitest';
import { isOfBothHosts, specsOfBothHosts } from '../e2e/both-hosts.ts';

it('a spec that takes the counter as a window runs on both hosts', () => {
  expect(isOfBothHosts("test('x', async ({ counterPage: page, printer }) => {})")).toBe(true);
  expect(isOfBothHosts("test('x', async ({\n  printingPage: page,\n}) => {})")).toBe(true);
});

it.each(['counter', 'page', 'context', 'browser'])('one that asks for %s is of the browser host alone', (fixture) => {
  expect(isOfBothHosts(`test('x', async ({ counterPage, ${fixture} }) => {})`)).toBe(false);
});

it('most of what a cashier does is among them', () => {
  expect(specsOfBothHosts()).toEqual(
    expect.arrayContaining([
      'journeys/accessibility.spec.ts',
      'journeys/bad-days.spec.ts',
      'journeys/books.spec.ts',
      'journeys/keyboard.spec.ts',
      'journeys/pay-bill.spec.ts',
    ]),
  );
});
