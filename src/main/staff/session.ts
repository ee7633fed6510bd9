import type { By } from '../../shared/domain/staff.ts';
import type { Clock } from '../base/system.ts';

/** Who is at this counter. In memory only: a counter that was started anew asks again, a page that was loaded anew does not. */
export interface Session {
  present(): By | null;
  /** who was here last */
  last(): string | null;
  why(): 'start' | 'locked' | 'idle' | null;
  signIn(person: By): void;
  /** the same person by another name or role */
  rename(person: By): void;
  lock(why: 'locked' | 'idle'): void;
  /** somebody did something just now */
  touch(): void;
  /** locks when nobody has for as long as the shop says; to be called now and then */
  look(): void;
}

export function createSession(parts: {
  clock: Pick<Clock, 'now' | 'monotonic'>;
  /** null: never by itself */
  idleMinutes(): number | null;
  changed(): void;
}): Session {
  const { clock } = parts;
  let present: By | null = null;
  let last: string | null = null;
  let why: 'start' | 'locked' | 'idle' | null = 'start';
  let touched = { now: clock.now(), monotonic: clock.monotonic() };
  const touch = (): void => {
    touched = { now: clock.now(), monotonic: clock.monotonic() };
  };
  const lock = (because: 'locked' | 'idle'): void => {
    if (!present) return;
    present = null;
    why = because;
    parts.changed();
  };
  return {
    present: () => present,
    last: () => last,
    why: () => why,
    signIn(person) {
      present = person;
      last = person.id;
      why = null;
      touch();
      parts.changed();
    },
    rename(person) {
      if (present?.id !== person.id) return;
      present = person;
      parts.changed();
    },
    lock,
    touch,
    look() {
      const minutes = parts.idleMinutes();
      if (minutes === null || !present) return;
      // Both clocks: the one that never jumps stands still while the machine sleeps, the other one can be set back.
      const idle = Math.max(clock.monotonic() - touched.monotonic, clock.now() - touched.now);
      if (idle >= minutes * 60_000) lock('idle');
    },
  };
}
