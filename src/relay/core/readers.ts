import { createDeadlines } from './deadlines.ts';
import type { Clock } from './ports.ts';
import { type Line, Seat } from './seat.ts';

/** The held polls of this process: one for each mailbox, woken only by their own. */
export interface Readers {
  /** Takes the mailbox's only seat; whoever held it is ended with "taken". */
  sit(mailbox: string, line: Line): Seat;
  leave(mailbox: string, seat: Seat): void;
  /** Another process took the mailbox at that turn; see Store.take. */
  taken(mailbox: string, turn: number): void;
  /** Answers when whoever was woken has left, or waits again; null when nobody sits there. */
  wake(mailbox: string): Promise<void> | null;
  count(): number;
  /** Ends all of them, and everyone who sits down later. */
  close(): void;
}

export function createReaders(clock: Clock): Readers {
  const held = new Map<string, Seat>();
  const deadlines = createDeadlines(clock);
  let closing = false;
  return {
    sit: (mailbox, line) => {
      const seat = new Seat(deadlines, line);
      if (closing) seat.endWith('closing');
      held.get(mailbox)?.endWith('taken');
      held.set(mailbox, seat);
      return seat;
    },
    leave: (mailbox, seat) => {
      if (held.get(mailbox) === seat) held.delete(mailbox);
      seat.leave();
    },
    taken: (mailbox, turn) => held.get(mailbox)?.takenAt(turn),
    wake: (mailbox) => held.get(mailbox)?.wake() ?? null,
    count: () => held.size,
    close: () => {
      closing = true;
      for (const seat of held.values()) seat.endWith('closing');
    },
  };
}
