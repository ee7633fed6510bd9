import type { FocusKind } from './match.ts';

interface Press {
  key: string;
  modified: boolean;
  focus: FocusKind;
  /** when the key went down, milliseconds on the page's clock */
  at: number;
}

/** A scanner's characters are a few milliseconds apart, over the air some tens; no hand follows a letter with Enter so fast. */
const scanPauseMs = 200;

/** Tells a scan into the screen from a person's Enter. */
export interface ScanEar {
  /** a character that no field and no key of the screen took */
  stray(press: Press): void;
  /** whether this Enter only ends a scan that no field took: nobody pressed it */
  ends(press: Press): boolean;
}

/**
 * A scanner types what it reads, and Enter. Where no field takes the characters the Enter would still count, and send what stands
 * there to be read back, though the cashier only meant to scan.
 */
export function createScanEar(): ScanEar {
  let strayAt = Number.NEGATIVE_INFINITY;
  return {
    stray({ key, modified, focus, at }) {
      if (key.length === 1 && !modified && (focus === 'none' || focus === 'control')) strayAt = at;
    },
    ends({ key, focus, at }) {
      return key === 'Enter' && (focus === 'none' || focus === 'control') && at - strayAt < scanPauseMs;
    },
  };
}
