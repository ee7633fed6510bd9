import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import { projectDir } from '../../scripts/project.ts';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** Less than half of what the package's own `axe.source` is, which each page reads again. */
const axeSource = readFileSync(join(projectDir, 'node_modules/axe-core/axe.min.js'), 'utf8');

/**
 * Runs axe on the page as it stands. Its source is evaluated once in a document, and only what is wrong is described in full.
 * @returns each violated rule with its elements, and the number of rules that found something to pass
 */
export async function runAxe(
  page: Page,
  options: Pick<RunOptions, 'runOnly'> = {},
): Promise<{ violations: string[]; passes: number }> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axeSource);
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
    {
      ...options,
      iframes: false,
      resultTypes: ['violations' as const],
      // Only an experimental rule, which is not run, reads the style sheets: else all of them are parsed again for each run.
      preload: { assets: ['media'] },
    },
  );
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe finds wrong on the page as it stands, and whether anything hangs out of the screen. */
export async function faultsOf(page: Page, theme: 'light' | 'dark' | 'contrast'): Promise<string[]> {
  await page.evaluate((theme) => (document.documentElement.dataset['theme'] = theme), theme);
  // Only colours differ between themes.
  const { violations, passes } = await runAxe(page, { runOnly: theme !== 'light' ? ['color-contrast'] : rules });
  const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return [
    ...violations,
    ...(passes === 0 ? ['axe looked at nothing'] : []),
    ...(overhang > 0 ? [`${overhang} px too wide`] : []),
  ];
}

type Theme = Parameters<typeof faultsOf>[1];

/** Looks at a page wherever a spec comes by; `faults` has what was wrong, by the name of the look and its theme. */
export function looksAt(page: Page): {
  faults: Record<string, string[]>;
  look(name: string, themes?: readonly Theme[]): Promise<void>;
} {
  const faults: Record<string, string[]> = {};
  return {
    faults,
    async look(name, themes = ['light']) {
      for (const theme of themes) {
        const violations = await faultsOf(page, theme);
        if (violations.length > 0) faults[`${name}, ${theme}`] = violations;
      }
    },
  };
}

/** What can be pressed and is less than 44 px high or wide for a finger; words within a sentence may be small. */
export async function tooSmall(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const pressed = 'button, a[href], [role="tab"], [role="option"], input:not([type="radio"]):not([type="checkbox"])';
    const edge = 43.5;
    return [...document.querySelectorAll(pressed)].flatMap((element) => {
      const { width, height } = element.getBoundingClientRect();
      const hidden = width === 0 || height === 0 || getComputedStyle(element).visibility === 'hidden';
      if (hidden || element.closest('p') || element.closest('.sr-only')) return [];
      if (height >= edge && width >= edge) return [];
      const name = element.getAttribute('aria-label') ?? element.textContent;
      return [`${name.trim().slice(0, 30)}: ${Math.round(width)} x ${Math.round(height)} px`];
    });
  });
}

/**
 * Edges of what can be pressed or typed into that are seen worse than 3:1 (WCAG 1.4.11) against what is around them. A control
 * without an edge, or filled with a colour of its own, is known by something else.
 */
export async function weakEdges(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    type Rgb = [number, number, number, number];
    const read = (colour: string): Rgb => {
      const [r = 0, g = 0, b = 0, a = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
      return [r, g, b, a];
    };
    const luminance = ([r, g, b]: Rgb): number => {
      const [red = 0, green = 0, blue = 0] = [r, g, b].map((channel) => {
        const x = channel / 255;
        return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const ratio = (one: Rgb, other: Rgb): number => {
      const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
      return (light + 0.05) / (dark + 0.05);
    };
    const around = (element: Element): Rgb => {
      for (let at = element.parentElement; at; at = at.parentElement) {
        const ground = read(getComputedStyle(at).backgroundColor);
        if (ground[3] === 1) return ground;
      }
      return [255, 255, 255, 1];
    };
    return [...document.querySelectorAll('button, input, select, textarea')].flatMap((element) => {
      const { width, height } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      const isPlain = element instanceof HTMLInputElement && /^(radio|checkbox)$/.test(element.type);
      if (isPlain || width === 0 || height === 0 || element.closest('.sr-only') || element.matches(':disabled'))
        return [];
      const edge = read(style.borderTopColor);
      if (style.borderTopStyle === 'none' || style.borderTopWidth === '0px' || edge[3] === 0) return [];
      const outside = around(element);
      const own = read(style.backgroundColor);
      if (ratio(edge, outside) >= 3 || (own[3] === 1 && ratio(own, outside) >= 3)) return [];
      const name = element.getAttribute('aria-label') ?? element.textContent;
      return [`${name.trim().slice(0, 30)}: ${ratio(edge, outside).toFixed(1)} : 1`];
    });
  });
}

/** What has to be scrolled sideways to be read. */
export async function sidewaysScroll(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main, main *')].flatMap((element) => {
      const { overflowX } = getComputedStyle(element);
      const scrolls = element === document.documentElement || overflowX === 'auto' || overflowX === 'scroll';
      // A line of text in a field scrolls by itself, and rows and columns of figures stay a table (WCAG 1.4.10).
      if (
        !scrolls ||
        element.matches('input, textarea, :has(> table)') ||
        element.scrollWidth <= element.clientWidth + 1
      )
        return [];
      return [`${element.tagName} ${element.className}: ${element.scrollWidth - element.clientWidth} px`];
    }),
  );
}

/** What stays under a bar, or out of sight, though it was scrolled into view. */
export async function underBars(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(button, input, select, textarea, a[href])')].flatMap(
      (element) => {
        // The input of a choice is drawn by its label.
        const seen = element.matches('[type="radio"], [type="checkbox"]')
          ? (element.closest('label') ?? element)
          : element;
        if (!seen.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || seen.clientWidth < 2)
          return [];
        seen.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        const { left, top, width, height } = seen.getBoundingClientRect();
        const above = document.elementFromPoint(left + width / 2, top + height / 2);
        if (above && (seen.contains(above) || above.contains(seen))) return [];
        return [
          `${(seen.ariaLabel ?? seen.textContent).trim().slice(0, 30) || seen.outerHTML.slice(0, 60)}: under ${above?.tagName ?? 'the edge'}`,
        ];
      },
    ),
  );
}

/** What would have opened as a window, and what is on the clipboard. */
export const caughtChat = (page: Page): Promise<{ url?: string; text?: string }> =>
  page.evaluate(() => Reflect.get(window, 'given'));

export async function catchChat(page: Page): Promise<void> {
  await page.evaluate(() => {
    const chat: { url?: string; text?: string } = {};
    Reflect.set(window, 'given', chat);
    window.open = (url) => {
      chat.url = String(url);
      return window;
    };
    navigator.clipboard.writeText = (text) => {
      chat.text = text;
      return Promise.resolve();
    };
  });
}

/** The screens of a counter, from the smallest on. */
export const screenSizes = [
  { width: 1024, height: 768 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
] as const;
