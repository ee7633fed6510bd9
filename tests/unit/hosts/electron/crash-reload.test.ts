import { describe, expect, it } from 'vitest';
import { ReloadPolicy } from '../../../../src/main/hosts/electron/crash-reload.ts';

describe('the reload policy', () => {
  const minute = 60_000;

  it('loads a dead page again three times within five minutes, then leaves it to a person', () => {
    const policy = new ReloadPolicy();
    expect([0, 1, 2, 3].map((at) => policy.afterCrash(at * minute))).toEqual(['reload', 'reload', 'reload', 'stop']);
  });

  it('forgets crashes that are five minutes old', () => {
    const policy = new ReloadPolicy();
    for (const at of [0, 1, 2]) policy.afterCrash(at * minute);
    expect(policy.afterCrash(5 * minute - 1)).toBe('stop');
    expect(policy.afterCrash(5 * minute)).toBe('reload');
    expect(policy.afterCrash(5 * minute + 1)).toBe('stop');
  });
});
