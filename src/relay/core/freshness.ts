import type { Clock } from './ports.ts';

/** How old what is known of the mailboxes may be, in milliseconds. */
const mostAgeMs = 1_000;

/** Whether what is known of the mailboxes is what the database says. */
export interface Freshness {
  /** Null while the last look is less than a second old: there is nothing to wait for. Else a look that all who wait share. */
  recent(): Promise<void> | null;
  /** Resolves after a look that began after the call: one look serves all who wait for it. */
  now(): Promise<void>;
  /** What was heard from elsewhere makes the last look old. */
  spoilt(): void;
}

/**
 * Looks at the version of the directory, and says so when it is another one.
 * @param changed called before anybody who waits goes on
 */
export function createFreshness(parts: {
  clock: Clock;
  version: () => Promise<number>;
  changed: () => void;
}): Freshness {
  const { clock, version, changed } = parts;
  let seen: number | null = null;
  let lookedAt: number | null = null;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  const look = async (): Promise<void> => {
    next = null;
    const at = clock.now();
    const found = await version();
    if (found !== seen) changed();
    seen = found;
    lookedAt = at;
  };
  /** The look after the one that runs, and not before everything that has arrived was read. */
  const lookNext = async (): Promise<void> => {
    await running?.catch(() => undefined);
    await new Promise<void>((resolve) => clock.soon(resolve));
    running = look();
    await running;
  };
  const now = (): Promise<void> => {
    next ??= lookNext();
    return next;
  };
  return {
    now,
    recent: () => {
      const age = lookedAt === null ? null : clock.now() - lookedAt;
      // A clock set back makes every look an old one.
      return age === null || age < 0 || age >= mostAgeMs ? now() : null;
    },
    spoilt: () => {
      lookedAt = null;
    },
  };
}
