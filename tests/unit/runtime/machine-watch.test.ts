import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../src/main/base/system/clock-and-random.ts';
import { outsideAddresses } from '../../../src/main/base/system/node-system.ts';
import { watchNetwork, watchOnline, watchSleep } from '../../../src/main/runtime/machine-watch.ts';

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

it('another network wakes the poller, losing the last one does not', () => {
  vi.useFakeTimers();
  try {
    const seen = ['eth0 192.168.1.5', 'eth0 192.168.1.5', '', 'wlan0 10.0.0.7', 'wlan0 10.0.0.7'];
    const changed = vi.fn<() => void>();
    const stop = watchNetwork(systemClock, changed, () => seen.shift() ?? 'wlan0 10.0.0.7');
    vi.advanceTimersByTime(6_001);
    expect(changed).not.toHaveBeenCalled();
    vi.advanceTimersByTime(9_000);
    expect(changed).toHaveBeenCalledTimes(1);
    stop();
  } finally {
    vi.useRealTimers();
  }
});

it('of the machine’s addresses those to the outside count, in whatever order they come', () => {
  const at = (address: string, internal = false) => ({ address, internal }) as never;
  const one = outsideAddresses({ lo: [at('127.0.0.1', true)], b: [at('10.0.0.7')], a: [at('10.0.0.8')] });
  expect(one).toBe('a 10.0.0.8\nb 10.0.0.7');
});

describe('the watch for the way online', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('notifies once each time that the machine comes back on line, until the watch ends', () => {
    let online = true;
    const cameBack = vi.fn<() => void>();
    const end = watchOnline(systemClock, () => online, cameBack);
    const after = (now: boolean): number => {
      online = now;
      vi.advanceTimersByTime(6_000);
      return cameBack.mock.calls.length;
    };
    expect([after(true), after(false), after(true), after(false), after(true)]).toEqual([0, 0, 1, 1, 2]);
    after(false);
    end();
    expect(after(true)).toBe(2);
  });
});
