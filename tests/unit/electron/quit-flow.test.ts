import { expect, it, vi } from 'vitest';
import { QuitFlow } from '../../../src/main/electron/quit-flow.ts';
import { heardLog } from '../../support/heard-log.ts';

function flow(close: () => Promise<void>, deadline: () => Promise<void> = never) {
  const exit = vi.fn<(code: number) => void>();
  const log = heardLog();
  const quit = new QuitFlow({ close, exit, deadline, log });
  const preventDefault = vi.fn<() => void>();
  return { quit, exit, log, press: () => quit.onBeforeQuit({ preventDefault }), preventDefault };
}

const never = (): Promise<never> => new Promise(() => {});

it('holds up the end until the counter is closed', async () => {
  const closing = Promise.withResolvers<void>();
  const { press, exit, preventDefault, quit } = flow(() => closing.promise);
  expect(quit.begun).toBe(false);
  press();
  expect(preventDefault).toHaveBeenCalledTimes(1);
  expect(quit.begun).toBe(true);
  await Promise.resolve();
  expect(exit).not.toHaveBeenCalled();
  closing.resolve();
  await vi.waitFor(() => expect(exit.mock.calls).toEqual([[0]]));
});

it('closes once, however often it is asked', async () => {
  const close = vi.fn<() => Promise<void>>(async () => {});
  const { press, exit, preventDefault } = flow(close);
  press();
  press();
  await vi.waitFor(() => expect(exit).toHaveBeenCalled());
  press();
  expect(close).toHaveBeenCalledTimes(1);
  expect(exit).toHaveBeenCalledTimes(1);
  expect(preventDefault).toHaveBeenCalledTimes(3);
});

it('ends with a fault when closing takes longer than the deadline', async () => {
  const { press, exit, log } = flow(never, async () => {});
  press();
  await vi.waitFor(() => expect(exit.mock.calls).toEqual([[1]]));
  expect(log.lines).toMatchObject([{ level: 'warn', what: 'the counter did not close in time' }]);
});

it('ends with a fault, and says its kind alone, when closing fails', async () => {
  const { press, exit, log } = flow(() => Promise.reject(new RangeError('081234567890')));
  press();
  await vi.waitFor(() => expect(exit.mock.calls).toEqual([[1]]));
  expect(log.lines).toMatchObject([{ level: 'error', facts: { error: 'RangeError' } }]);
});
