import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchOnline } from '../../../../src/main/hosts/electron/online-watch.ts';

describe('onlineWatch', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('tells once each time that the machine comes back on line, until the watch ends', () => {
    let online = true;
    const cameBack = vi.fn<() => void>();
    const end = watchOnline(() => online, cameBack, 1_000);
    const after = (now: boolean): number => {
      online = now;
      vi.advanceTimersByTime(2_000);
      return cameBack.mock.calls.length;
    };
    expect([after(true), after(false), after(true), after(false), after(true)]).toEqual([0, 0, 1, 1, 2]);
    after(false);
    end();
    expect(after(true)).toBe(2);
  });
});
