import { expect, test, vi } from 'vitest';
import { createReaders } from '../../../src/relay/core/readers.ts';
import type { Line } from '../../../src/relay/core/seat.ts';
import { askWhoReads } from '../../../src/relay/store/postgres/ears.ts';
import { systemClock } from '../../../src/relay/system.ts';

const line: Line = { aborted: false, addEventListener: () => undefined, removeEventListener: () => undefined };

test('a seat ends for a later turn elsewhere, and for no earlier one, whichever is heard first', () => {
  const readers = createReaders(systemClock);
  const seat = readers.sit('m1', line);
  seat.tookAt(5);
  readers.taken('m1', 4);
  readers.taken('m2', 9);
  expect(seat.ended()).toBeNull();
  readers.taken('m1', 6);
  expect(seat.ended()).toBe('taken');

  const early = readers.sit('m1', line);
  readers.taken('m1', 8);
  expect(early.ended()).toBeNull();
  early.tookAt(9);
  expect(early.ended()).toBeNull();

  const late = readers.sit('m1', line);
  readers.taken('m1', 11);
  readers.taken('m1', 10);
  late.tookAt(10);
  expect(late.ended()).toBe('taken');
});

test('who reads elsewhere is asked when the line stands, again after that failed, and now and then while there is none', async () => {
  let away = true;
  const [told, complained]: [string[], string[]] = [[], []];
  let asked = 0;
  const whoReads = askWhoReads({
    readElsewhere: async () => {
      asked += 1;
      if (away) throw new Error('away');
      return [{ mailbox: `m${asked}`, turn: asked }];
    },
    ears: {
      came: () => undefined,
      changed: () => undefined,
      taken: (all) => void told.push(...all.map(({ mailbox }) => mailbox)),
    },
    complaints: { failed: (what) => void complained.push(what) },
  });
  whoReads.lineStands();
  await vi.waitFor(() => expect(complained).toEqual(['the database could not be asked who reads']));
  away = false;
  whoReads.nowAndThen();
  await vi.waitFor(() => expect(told).toEqual(['m2']));
  whoReads.nowAndThen();
  expect(asked).toBe(2);
  whoReads.lineBroke();
  whoReads.nowAndThen();
  whoReads.nowAndThen();
  await vi.waitFor(() => expect(told).toEqual(['m2', 'm3', 'm4']));
  whoReads.lineStands();
  await vi.waitFor(() => expect(told).toHaveLength(4));
  whoReads.nowAndThen();
  expect(asked).toBe(5);
});
