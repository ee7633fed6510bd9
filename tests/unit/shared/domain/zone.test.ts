import { expect, it } from 'vitest';
import { wallClock } from '../../../../src/shared/domain/zone.ts';

const minuteMs = 60_000;
/** Each with a moment at which its clocks are moved, and one with an odd offset. */
const zones = [
  ['Asia/Jakarta', '2026-03-01T17:00:00.000Z'],
  ['Asia/Kathmandu', '2026-03-01T18:15:00.000Z'],
  ['America/New_York', '2026-11-01T06:00:00.000Z'],
  ['America/Santiago', '2026-09-06T04:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00.000Z'],
] as const;

it.each(zones)(
  'the clock of %s is right on both sides of its change, in whatever order it is asked',
  (timeZone, at) => {
    const plain = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    const moments = [-1500, -721, -61, -15, -1, 0, 1, 14, 16, 59, 90, 719, 1441].map(
      (minutes) => Date.parse(at) + minutes * minuteMs,
    );
    for (const moment of [...moments, ...moments.toReversed(), ...moments.toSorted((a, b) => (a % 7) - (b % 7))]) {
      const { day, time } = wallClock(moment, timeZone);
      expect(`${day} ${time}`).toBe(plain.format(moment));
    }
  },
);
