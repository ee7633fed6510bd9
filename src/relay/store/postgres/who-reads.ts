import type { Complaints } from '../../core/ports.ts';
import type { Ears } from '../../core/store.ts';
import type { Taken } from './notices.ts';

/** Asks what other copies read where notices of it may have been missed: once a line stands, and now and then while none does. */
export interface WhoReads {
  lineStands(): void;
  lineBroke(): void;
  nowAndThen(): void;
}

export function askWhoReads(parts: {
  readElsewhere: () => Promise<Taken[]>;
  ears: Ears;
  complaints: Complaints;
}): WhoReads {
  const { readElsewhere, ears, complaints } = parts;
  let stands = false;
  let missed = true;
  const look = async (): Promise<void> => {
    // What is taken from now on a line that stands will tell.
    missed = !stands;
    try {
      ears.taken(await readElsewhere());
    } catch (error) {
      missed = true;
      complaints.failed('the database could not be asked who reads', error);
    }
  };
  return {
    lineStands: () => {
      stands = true;
      void look();
    },
    lineBroke: () => {
      stands = false;
      missed = true;
    },
    nowAndThen: () => {
      if (missed) void look();
    },
  };
}
