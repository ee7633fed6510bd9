import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { kindColours, operatorColours } from '../../../../src/renderer/ui/brand-mark.ts';
import { shippedNumberPlan } from '../../../../src/shared/domain/number-fit.ts';

const css = readFileSync(new URL('../../../../src/renderer/ui/tokens.css', import.meta.url), 'utf8');

function theme(selector: string): Map<string, string> {
  const block = css.slice(css.indexOf(`${selector} {`)).split('}')[0] ?? '';
  return new Map([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, name = '', value = '']) => [name, value]));
}

/** WCAG's relative luminance. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const states = ['success', 'pending', 'unknown', 'failed', 'disputed', 'quiet'];
const grounds = ['canvas', 'surface', 'sunken'];
const words: ReadonlyArray<[ink: string, ground: string]> = [
  ...states.map((state): [string, string] => [state, `${state}-soft`]),
  ...states.flatMap((state) => ['canvas', 'surface'].map((ground): [string, string] => [state, ground])),
  ...states.map((state): [string, string] => ['ink', `${state}-soft`]),
  ...grounds.flatMap((ground): [string, string][] => [
    ['ink', ground],
    ['ink-soft', ground],
  ]),
  ['ink', 'accent-soft'],
  ['accent-ink', 'accent'],
  ['training-ink', 'training'],
  ['paper-ink', 'paper'],
];

describe.each([':root', ':root[data-theme="dark"]', ':root[data-theme="contrast"]'])(
  'the colours of %s',
  (selector) => {
    const colours = theme(selector);

    it.each(words)('%s on %s is 7:1 or better', (ink, ground) => {
      expect(contrast(colours.get(ink) ?? '', colours.get(ground) ?? '')).toBeGreaterThanOrEqual(7);
    });

    it.each(grounds)('the edge of a field is seen on %s', (ground) => {
      expect(contrast(colours.get('line-strong') ?? '', colours.get(ground) ?? '')).toBeGreaterThanOrEqual(3);
    });
  },
);

describe('the marks of brands without a picture', () => {
  it('have a colour for each operator of the shipped number plan, no two the same', () => {
    const names = shippedNumberPlan.operators.map(({ name }) => name);
    expect(Object.keys(operatorColours).toSorted()).toEqual(names.toSorted());
    const grounds = Object.values(operatorColours).map(({ background }) => background);
    expect(new Set(grounds).size).toBe(names.length);
  });

  it.each(Object.entries({ ...operatorColours, ...kindColours }))('of %s can be read', (_, { background, color }) => {
    expect(contrast(background, color)).toBeGreaterThanOrEqual(7);
  });
});
