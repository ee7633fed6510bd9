import { describe, expect, it, vi } from 'vitest';
import {
  askAboutQuitting,
  mayLoseInput,
  type QuitChoice,
  QuitFlow,
} from '../../../../src/main/hosts/electron/quit-flow.ts';
import { recordingLog } from '../../../support/fake-system.ts';

describe('the quit flow', () => {
  function flow(close: () => Promise<void>, deadline: () => Promise<void> = never, sending = 0, choice?: QuitChoice) {
    const exit = vi.fn<(code: number) => void>();
    const log = recordingLog();
    const answers = Promise.withResolvers<void>();
    const confirm = vi.fn<(count: number) => Promise<QuitChoice>>(() => (choice ? Promise.resolve(choice) : never()));
    const quit = new QuitFlow({
      close,
      exit,
      deadline,
      log,
      confirmQuit: confirm,
      sending: () => sending,
      answered: () => answers.promise,
    });
    const preventDefault = vi.fn<() => void>();
    return {
      quit,
      exit,
      log,
      confirm,
      answer: answers.resolve,
      press: () => quit.onBeforeQuit({ preventDefault }),
      preventDefault,
    };
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
    expect(log.lines).toMatchObject([{ level: 'warn', message: 'the counter did not close in time' }]);
  });

  it('ends with a fault, and says its kind alone, when closing fails', async () => {
    const { press, exit, log } = flow(() => Promise.reject(new RangeError('081234567890')));
    press();
    await vi.waitFor(() => expect(exit.mock.calls).toEqual([[1]]));
    expect(log.lines).toMatchObject([{ level: 'error', facts: { error: 'RangeError' } }]);
  });

  it('asks, once, while requests are with the provider, and does nothing before there is an answer', async () => {
    const close = vi.fn<() => Promise<void>>(async () => {});
    const { press, confirm, quit, exit } = flow(close, never, 2);
    press();
    press();
    await Promise.resolve();
    expect(confirm.mock.calls).toEqual([[2]]);
    expect([quit.begun, close.mock.calls, exit.mock.calls]).toEqual([false, [], []]);
  });

  it('stays open when the person wants that, and asks again the next time', async () => {
    const close = vi.fn<() => Promise<void>>(async () => {});
    const { press, confirm, quit } = flow(close, never, 1, 'stay');
    press();
    await vi.waitFor(() => {
      press();
      expect(confirm).toHaveBeenCalledTimes(2);
    });
    expect([quit.begun, close.mock.calls]).toEqual([false, []]);
  });

  it('waits for the answers when the person wants that, and then closes', async () => {
    const close = vi.fn<() => Promise<void>>(async () => {});
    const { press, answer, exit } = flow(close, never, 1, 'wait');
    press();
    await new Promise(setImmediate);
    expect(close).not.toHaveBeenCalled();
    answer();
    await vi.waitFor(() => expect(exit.mock.calls).toEqual([[0]]));
  });

  it.each(['now', 'signal'])('closes at once when the person, or the system, wants that: %s', async (who) => {
    const { press, quit, exit, confirm } = flow(async () => {}, never, 1, 'now');
    if (who === 'now') press();
    else quit.atOnce();
    await vi.waitFor(() => expect(exit.mock.calls).toEqual([[0]]));
    expect(confirm).toHaveBeenCalledTimes(who === 'now' ? 1 : 0);
  });

  it('closes first, hands over to what then ends the program, and lets that end it', async () => {
    const order: string[] = [];
    const { quit, exit } = flow(async () => void order.push('closed'), never);
    quit.handOver(() => order.push('handed over'));
    await vi.waitFor(() => expect(order).toEqual(['closed', 'handed over']));
    const preventDefault = vi.fn<() => void>();
    quit.onBeforeQuit({ preventDefault });
    expect([preventDefault.mock.calls, exit.mock.calls]).toEqual([[], []]);
    expect(() => quit.handOver(() => {})).toThrow('ending already');
  });

  it('hands over to nothing where the counter did not close well', async () => {
    const last = vi.fn<() => void>();
    const { quit, exit } = flow(() => Promise.reject(new Error('the disk is gone')), never);
    quit.handOver(last);
    await vi.waitFor(() => expect(exit.mock.calls).toEqual([[1]]));
    expect(last).not.toHaveBeenCalled();
  });

  it('hands over to nothing while a request is with the provider, and goes on', async () => {
    const close = vi.fn<() => Promise<void>>(async () => {});
    const { quit } = flow(close, never, 1);
    expect(() => quit.handOver(() => {})).toThrow('an answer is waited for');
    expect([quit.begun, close.mock.calls]).toEqual([false, []]);
  });
});

describe('the question before quitting', () => {
  it('the question about the end offers to wait first, and takes a closed box for staying', async () => {
    const answer = (response: number) =>
      askAboutQuitting(
        {
          async showMessageBox(options) {
            expect([options.defaultId, options.cancelId, options.buttons.length]).toEqual([0, 1, 3]);
            expect(options.message).toContain('2 permintaan');
            return { response };
          },
        },
        2,
      );
    expect(await Promise.all([0, 1, 2, 7].map(answer))).toEqual(['wait', 'stay', 'now', 'stay']);
  });
});

describe('the question about unsaved input', () => {
  it('keeps the window open unless a person says that the input may be lost', () => {
    const answered = [0, 1, 7].map((response) =>
      mayLoseInput({
        showMessageBoxSync(options) {
          expect([options.defaultId, options.cancelId, options.buttons.length]).toEqual([0, 0, 2]);
          return response;
        },
      }),
    );
    expect(answered).toEqual([false, true, false]);
  });
});
