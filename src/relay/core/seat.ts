import type { Deadlines } from './deadlines.ts';

/** Why a held poll must end. */
export type EndOfSeat = 'taken' | 'left' | 'closing';

/** The line to a client, and when it ends: an AbortSignal, or what does no more than is needed of one. */
export interface Line {
  readonly aborted: boolean;
  /** told once the client has shown a right token */
  admitted?(): void;
  addEventListener(type: 'abort', listener: { handleEvent(): void }): void;
  removeEventListener(type: 'abort', listener: { handleEvent(): void }): void;
}

/** The place of one held poll. Plain and small, since ten thousand of them are held at once. */
export class Seat {
  private readonly deadlines: Deadlines;
  private readonly line: Line;
  private end: EndOfSeat | null = null;
  private woken = false;
  /** while it waits: how to go on, and until when */
  private goOn: ((how: 'woken' | 'ended' | 'time_up') => void) | null = null;
  private until = 0;
  /** since when it reads among several processes; null: not known yet, or there is but one */
  private turn: number | null = null;
  /** the highest turn that another process is known to have */
  private othersTurn = 0;
  private whenServed: Array<() => void> | null = null;

  constructor(deadlines: Deadlines, line: Line) {
    this.deadlines = deadlines;
    this.line = line;
    if (line.aborted) this.end = 'left';
    line.addEventListener('abort', this);
  }

  /** The client went away. */
  handleEvent(): void {
    this.endWith('left');
  }

  /** Ended from outside: by a newer poll, by the client's going, or by the relay's closing. */
  ended(): EndOfSeat | null {
    return this.end;
  }

  endWith(why: EndOfSeat): void {
    this.end ??= why;
    this.settle('ended');
  }

  /** The mailbox was taken for this seat; another process may have taken it since, and told so before. */
  tookAt(turn: number): void {
    this.turn = turn;
    this.yieldToLater();
  }

  /** Another process took the mailbox. */
  takenAt(turn: number): void {
    this.othersTurn = Math.max(this.othersTurn, turn);
    this.yieldToLater();
  }

  /** Something came. Resolves when whoever sits here has left, or waits again. */
  wake(): Promise<void> {
    this.woken = true;
    const served = new Promise<void>((resolve) => {
      this.whenServed ??= [];
      this.whenServed.push(resolve);
    });
    this.settle('woken');
    return served;
  }

  /** Resolves when something came for the mailbox since the last wait, when the seat ended, or when the time is up. */
  wait(ms: number): Promise<'woken' | 'ended' | 'time_up'> {
    this.served();
    return new Promise((resolve) => {
      this.goOn = resolve;
      if (this.end !== null) this.settle('ended');
      else if (this.woken) this.settle('woken');
      else this.until = this.deadlines.add(this, ms);
    });
  }

  timeUp(): void {
    this.settle('time_up');
  }

  leave(): void {
    this.line.removeEventListener('abort', this);
    this.served();
  }

  private yieldToLater(): void {
    if (this.turn !== null && this.turn < this.othersTurn) this.endWith('taken');
  }

  private settle(how: 'woken' | 'ended' | 'time_up'): void {
    const { goOn } = this;
    if (goOn === null) return;
    this.goOn = null;
    this.woken = false;
    this.deadlines.drop(this, this.until);
    goOn(how);
  }

  private served(): void {
    const told = this.whenServed;
    this.whenServed = null;
    for (const tell of told ?? []) tell();
  }
}
