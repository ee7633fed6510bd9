import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakNumber, evenLines, wrap } from '../../../../../src/shared/domain/receipt/layout.ts';
import { anyText } from '../../../../support/fake-system.ts';

describe('breakNumber', () => {
  it.each([
    ['R220914.1536.2100AB', 32, ['R220914.1536.2100AB']],
    ['1234-5678/NAMA PANJANG SEKALI/R1M/900VA', 24, ['1234-5678/NAMA PANJANG ', 'SEKALI/R1M/900VA']],
    ['A'.repeat(60), 32, ['A'.repeat(32), 'A'.repeat(28)]],
    ['B'.repeat(65), 32, ['B'.repeat(24), 'B'.repeat(24), 'B'.repeat(17)]],
    ['TRX/123456789012345678901234567890123456', 32, ['TRX/12345678901234567890', '1234567890123456']],
  ])('breaks %s at %i columns between its parts, or in groups of four', (number, columns, lines) => {
    expect(breakNumber(number, columns)).toEqual(lines);
  });

  it('adds nothing and loses nothing, and no line is too long', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 200 }), fc.integer({ min: 1, max: 48 }), (number, columns) => {
        const lines = breakNumber(number, columns);
        expect(lines.join('')).toBe(number);
        expect(Math.max(...lines.map((line) => Array.from(line).length))).toBeLessThanOrEqual(columns);
      }),
    );
  });
});

describe('wrap', () => {
  it('keeps every word, in order, within the columns', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, maxLength: 60 })),
        fc.integer({ min: 4, max: 48 }),
        (words, columns) => {
          const lines = wrap(words.join(' '), columns);
          expect(lines.join('').replace(/\s/gu, '')).toBe(words.join('').replace(/\s/gu, ''));
          expect(Math.max(0, ...lines.map((line) => Array.from(line).length))).toBeLessThanOrEqual(columns);
        },
      ),
    );
  });
});

describe('evenLines', () => {
  const token = ['1234', '5678', '9012', '3456', '7890'];

  it.each([
    [16, ['1234 5678 9012', '3456 7890']],
    [21, ['1234 5678 9012', '3456 7890']],
    [24, ['1234 5678 9012 3456 7890']],
    [9, ['1234 5678', '9012 3456', '7890']],
  ])('puts a token into as few lines of %i columns as it can, and the groups evenly', (columns, lines) => {
    expect(evenLines(token, columns)).toEqual(lines);
  });
});
