import { describe, expect, it } from 'vitest';
import {
  type Activity,
  checkInstallAllowed,
  isNewer,
  judgeRelease,
  quietMs,
} from '../../../src/main/updates/update-service.ts';

const now = Date.parse('2026-11-20T14:00:00Z');
const closed: Activity = {
  sending: 0,
  pendingWrites: 0,
  reopening: false,
  tasks: 0,
  openShift: null,
  lastClosedAt: now - quietMs,
  lastSaleAt: now - quietMs - 1,
  now,
};

describe('when a release is put in place', () => {
  it('is by itself once the day is closed and the counter does nothing', () => {
    expect(checkInstallAllowed(closed, false)).toBeNull();
    expect(checkInstallAllowed({ ...closed, lastSaleAt: null }, false)).toBeNull();
  });

  it.each<[Partial<Activity>, string]>([
    [{ sending: 1 }, 'sending'],
    [{ pendingWrites: 1 }, 'pending_writes'],
    [{ reopening: true }, 'reopening'],
    [{ tasks: 1 }, 'task'],
  ])('never is while money or a file is under way, whoever asks: %o', (change, why) => {
    for (const asked of [true, false]) expect(checkInstallAllowed({ ...closed, ...change }, asked)).toBe(why);
  });

  it.each<[Partial<Activity>, string]>([
    [{ openShift: 7 }, 'shift_open'],
    [{ lastClosedAt: null }, 'day_open'],
    [{ lastClosedAt: now - quietMs + 1 }, 'day_open'],
    [{ lastSaleAt: now - 1000 }, 'day_open'],
  ])('waits for the day to be closed, unless a person asks: %o', (change, why) => {
    expect(checkInstallAllowed({ ...closed, ...change }, false)).toBe(why);
    expect(checkInstallAllowed({ ...closed, ...change }, true)).toBeNull();
  });
});

describe('which release is taken', () => {
  const release = { version: '1.2.3', files: [], releasedAt: null, notes: null, stagedPercent: 100 };

  it.each([
    ['1.2.3', '1.2.2', true],
    ['1.3.0', '1.2.9', true],
    ['2.0.0', '1.99.99', true],
    ['1.2.10', '1.2.9', true],
    ['1.2.3', '1.2.3', false],
    ['1.2.2', '1.2.3', false],
    ['0.9.9', '1.0.0', false],
    ['1.2.3', '1.2.3-test.1', false],
  ])('%s over %s: %s', (version, present, newer) => {
    expect(isNewer(version, present)).toBe(newer);
    expect(judgeRelease({ ...release, version }, present, 'a')).toBe(newer ? 'take' : 'not_newer');
  });

  it('falls to as many counters as it is staged for, to others with the next one, and to no counter back and forth', () => {
    const ids = Array.from({ length: 2000 }, (_, index) => `counter ${index}`);
    const taking = (version: string, stagedPercent: number): string[] =>
      ids.filter((id) => judgeRelease({ ...release, version, stagedPercent }, '1.0.0', id) === 'take');
    expect(taking('1.2.3', 0)).toEqual([]);
    expect(taking('1.2.3', 100)).toEqual(ids);
    const tenth = taking('1.2.3', 10);
    expect(tenth.length).toBeGreaterThan(140);
    expect(tenth.length).toBeLessThan(260);
    const half = new Set(taking('1.2.3', 50));
    expect(tenth.every((id) => half.has(id))).toBe(true);
    expect(taking('1.2.4', 10)).not.toEqual(tenth);
  });
});
