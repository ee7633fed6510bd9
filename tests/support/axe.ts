import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/**
 * Runs axe on the page as it stands. Its source is evaluated once in a document, and only what is wrong is described in full.
 * @returns each violated rule with its elements, and the number of rules that found something to pass
 */
export async function runAxe(
  page: Page,
  options: Pick<RunOptions, 'runOnly'> = {},
): Promise<{ violations: string[]; passes: number }> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe.source);
  return page.evaluate(
    async (options) => {
      const results = await window.axe?.run(document, options);
      if (results === undefined) throw new Error('axe is not in the page');
      return {
        violations: results.violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
        ),
        passes: results.passes.length,
      };
    },
    { ...options, iframes: false, resultTypes: ['violations' as const] },
  );
}
