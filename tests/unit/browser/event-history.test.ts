import { expect, test } from 'vitest';
import { EventHistory } from '../../../src/main/hosts/browser/event-streams.ts';
import type { KonterEvent } from '../../../src/shared/contract/events.ts';
import { fakeSale } from '../../support/fake-sales.ts';

const sale = (id: string, revision = 1): KonterEvent => ({
  type: 'transaction',
  transaction: fakeSale({ id, revision }),
});

test('what was told after a place is told again, in order', () => {
  const history = new EventHistory();
  history.record(sale('a'));
  const place = history.place();
  history.record(sale('b'));
  history.record(sale('c'));
  expect(history.after(place)?.map((told) => told.event)).toEqual([sale('b'), sale('c')]);
  expect(history.after(history.place())).toEqual([]);
});

test('of one sale only the newest is kept, at its new place', () => {
  const history = new EventHistory();
  const start = history.place();
  history.record(sale('a', 1));
  history.record(sale('b', 1));
  history.record(sale('a', 2));
  expect(history.after(start)?.map((told) => told.event)).toEqual([sale('b', 1), sale('a', 2)]);
});

test('more than is kept cannot be made up for', () => {
  const history = new EventHistory(2);
  const start = history.place();
  history.record(sale('a'));
  const afterFirst = history.place();
  history.record(sale('b'));
  expect(history.after(start)).toHaveLength(2);
  history.record(sale('c'));
  expect(history.after(start)).toBeNull();
  expect(history.after(afterFirst)).toHaveLength(2);
});

test('a place of another run, or none at all, is not ours', () => {
  const history = new EventHistory();
  for (const place of [new EventHistory().place(), '', 'x', `${history.place().split('.')[0]}.9`, '.0', 'a.b']) {
    expect(history.after(place), place).toBeNull();
  }
});
