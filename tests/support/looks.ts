import type { Page } from '@playwright/test';
import { faultsOf } from './faults-of.ts';

type Theme = Parameters<typeof faultsOf>[1];

/** Looks at a page wherever a spec comes by; `faults` has what was wrong, by the name of the look and its theme. */
export function looksAt(page: Page): {
  faults: Record<string, string[]>;
  look(name: string, themes?: readonly Theme[]): Promise<void>;
} {
  const faults: Record<string, string[]> = {};
  return {
    faults,
    async look(name, themes = ['light', 'dark']) {
      for (const theme of themes) {
        const found = await faultsOf(page, theme);
        if (found.length > 0) faults[`${name}, ${theme}`] = found;
      }
    },
  };
}
