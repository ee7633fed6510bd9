import { array, assert, constantFrom, integer, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centred, longest, type Place, showing, visibleRange } from '../../../../src/renderer/ui/virtual-range.ts';

describe('the rows in sight', () => {
  const measures = { count: 1_000_000, height: 68, view: 600 };
  const mostPixels = 33_000_000;

  it('a row that is gone to is in sight, whatever was in sight before, and stays there when the stretch moves', () => {
    const row = integer({ min: 0, max: measures.count - 1 });
    assert(
      property(array(tuple(row, constantFrom('near' as const, 'top' as const)), { minLength: 1 }), (ways) => {
        let place: Place = { base: 0, top: 0 };
        for (const [goal, align] of ways) {
          place = centred(showing(place, goal, align, measures), measures);
          const { first, last } = visibleRange(place, measures);
          expect(goal).toBeGreaterThanOrEqual(first);
          expect(goal).toBeLessThanOrEqual(last);
          expect(place.top).toBeLessThan(mostPixels);
          expect(place.base).toBeLessThanOrEqual(measures.count - longest);
        }
      }),
    );
  });

  it('scrolling by any step reaches both ends, and no step moves the rows by more than itself', () => {
    const ends: number[] = [];
    for (const step of [40, 6000, -40 * 68, -600_000]) {
      let place: Place = step > 0 ? { base: 0, top: 0 } : showing({ base: 0, top: 0 }, 999_999, 'near', measures);
      for (let n = 0; n < 400; n += 1) {
        const length = Math.min(longest, measures.count - place.base) * measures.height - measures.view;
        const scrolled = { ...place, top: Math.min(length, Math.max(0, place.top + step)) };
        const after = centred(scrolled, measures);
        expect(visibleRange(after, measures)).toEqual(visibleRange(scrolled, measures));
        place = after;
      }
      ends.push(visibleRange(place, measures).first);
    }
    expect(ends.at(-1)).toBe(0);
  });

  it('of a short list there is one stretch', () => {
    const short = { ...measures, count: 300 };
    expect(centred({ base: 0, top: 5000 }, short)).toEqual({ base: 0, top: 5000 });
    expect(showing({ base: 0, top: 0 }, 299, 'near', short)).toEqual({ base: 0, top: 300 * 68 - 600 });
  });
});
