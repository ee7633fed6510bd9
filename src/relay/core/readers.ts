import type { Clock } from './ports.ts';

/** Why a held poll must end. */
export type EndOfSeat = 'taken' | 'left' | 'closing';

/** The place of one held poll. */
export interface Seat {
  /** Ended from outside: by a newer poll, by the client's going, or by the relay's closing. */
  ended(): EndOfSeat | null;
  /** Resolves when something came for the mailbox since the last wait, when the seat ended, or when the time is up. */
  wait(ms: number): Promise<'woken' | 'ended' | 'time_up'>;
  leave(): void;
}

/** The held polls: one for each mailbox, woken only by their own. */
export interface Readers {
  /** Takes the mailbox's only seat; whoever held it is ended with "taken". */
  sit(mailbox: string, signal: AbortSignal): Seat;
  wake(mailbox: string): void;
  count(): number;
  /** Ends all of them, and everyone who sits down later. */
  close(): void;
}

interface Held {
  wake(): void;
  end(why: EndOfSeat): void;
}

export function createReaders(clock: Clock): Readers {
  const held = new Map<string, Held>();
  let closing = false;
  return {
    sit: (mailbox, signal) => {
      let ended: EndOfSeat | null = closing ? 'closing' : signal.aborted ? 'left' : null;
      let woken = false;
      let stir = (): void => {};
      const self: Held = {
        wake: () => {
          woken = true;
          stir();
        },
        end: (why) => {
          ended ??= why;
          stir();
        },
      };
      const left = (): void => self.end('left');
      signal.addEventListener('abort', left, { once: true });
      held.get(mailbox)?.end('taken');
      held.set(mailbox, self);
      return {
        ended: () => ended,
        wait: (ms) =>
          new Promise((resolve) => {
            const settle = (timeUp: boolean): void => {
              if (!timeUp && ended === null && !woken) return;
              cancel();
              stir = () => {};
              const how = ended === null ? (woken ? 'woken' : 'time_up') : 'ended';
              woken = false;
              resolve(how);
            };
            const cancel = clock.after(ms, () => settle(true));
            stir = () => settle(false);
            settle(false);
          }),
        leave: () => {
          signal.removeEventListener('abort', left);
          if (held.get(mailbox) === self) held.delete(mailbox);
        },
      };
    },
    wake: (mailbox) => held.get(mailbox)?.wake(),
    count: () => held.size,
    close: () => {
      closing = true;
      for (const one of held.values()) one.end('closing');
    },
  };
}
