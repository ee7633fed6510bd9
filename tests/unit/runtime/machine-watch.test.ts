import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../src/main/base/system/node-system.ts';
import { watchSleep } from '../../../src/main/runtime/machine-watch.ts';

describe('the watch for sleep', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function watched() {
    const clock = { wall: 1_000_000, steady: 0 };
    const woke = vi.fn<() => void>();
    const port = {
      ...systemClock,
      now: () => clock.wall,
      monotonic: () => clock.steady,
      sleep: () => Promise.resolve(),
    };
    const stop = watchSleep(port, woke);
    return {
      woke,
      stop,
      pass(wallMs: number, steadyMs: number) {
        clock.wall += wallMs;
        clock.steady += steadyMs;
        vi.advanceTimersByTime(5_000);
      },
    };
  }

  it('a machine that slept is noticed at its first look', () => {
    const { woke, pass } = watched();
    pass(5_000, 5_000);
    expect(woke).not.toHaveBeenCalled();
    pass(3_600_000, 5_000);
    expect(woke).toHaveBeenCalledTimes(1);
    pass(5_000, 5_000);
    expect(woke).toHaveBeenCalledTimes(1);
  });

  it('a busy machine and a clock that is set back are no sleep', () => {
    const { woke, pass } = watched();
    pass(60_000, 60_000);
    pass(-3_600_000, 5_000);
    expect(woke).not.toHaveBeenCalled();
  });

  it('nothing is watched after its end', () => {
    const { woke, stop, pass } = watched();
    stop();
    pass(3_600_000, 5_000);
    expect(woke).not.toHaveBeenCalled();
  });
});
