import { describe, expect, it } from 'vitest';
import {
  keptOnScreen,
  openingBounds,
  ReloadPolicy,
  readWindowState,
  type WindowState,
} from '../../../../src/main/hosts/electron/window-rules.ts';

describe('the place of a window', () => {
  const screen = { x: 0, y: 0, width: 1920, height: 1040 };
  const at = (x: number, y: number, width = 1000, height = 700): WindowState => ({
    bounds: { x, y, width, height },
    maximized: false,
  });
  const first = { width: 1200, height: 800 };

  describe('openingBounds', () => {
    it('opens where the window was left, also on a second screen', () => {
      expect(openingBounds(at(50, 60), [screen])).toEqual({ x: 50, y: 60, width: 1000, height: 700 });
      expect(openingBounds(at(2000, 0), [screen, { ...screen, x: 1920 }])).toMatchObject({ x: 2000 });
    });

    it('opens in the middle the first time, and when the screen that it was on is gone', () => {
      expect(openingBounds(null, [screen])).toEqual(first);
      expect(openingBounds(at(2000, 0), [screen])).toEqual(first);
      expect(openingBounds(at(1900, 0), [screen])).toEqual(first);
      expect(openingBounds(at(0, 0), [])).toEqual(first);
    });

    it('never opens smaller than a sale needs', () => {
      expect(openingBounds(at(0, 0, 200, 150), [screen])).toEqual({ x: 0, y: 0, width: 960, height: 640 });
    });
  });

  describe('a screen that is unplugged, or becomes smaller', () => {
    const second = { ...screen, x: 1920 };

    it('brings the window back to the middle of the screen that is left', () => {
      expect(keptOnScreen(at(2500, 100).bounds, [screen])).toEqual({ x: 460, y: 170, width: 1000, height: 700 });
    });

    it('leaves a window where it is while it lies on a screen', () => {
      expect(keptOnScreen(at(50, 60).bounds, [screen])).toEqual(at(50, 60).bounds);
      expect(keptOnScreen(at(2500, 100).bounds, [screen, second])).toEqual(at(2500, 100).bounds);
    });

    it('makes a window fit, its upper left corner on the screen', () => {
      const small = { x: 0, y: 0, width: 1024, height: 728 };
      expect(keptOnScreen(at(0, 0, 1920, 1040).bounds, [small])).toEqual(small);
      expect(openingBounds(at(300, -50, 1800, 1000), [small])).toEqual(small);
      expect(keptOnScreen(at(0, 0).bounds, [{ ...small, width: 800, height: 600 }])).toMatchObject({ x: 0, y: 0 });
    });

    it('changes nothing while there is no screen', () => {
      expect(keptOnScreen(at(0, 0).bounds, [])).toBeNull();
    });
  });

  describe('readWindowState', () => {
    it('reads back what was kept', () => {
      expect(readWindowState(JSON.stringify(at(1, 2)))).toEqual(at(1, 2));
    });

    it.each([
      '',
      '{',
      'null',
      '{"bounds":{"x":1},"maximized":true}',
      '{"bounds":{"x":1e999,"y":0,"width":1,"height":1}}',
    ])('takes %j for nothing', (text) => {
      expect(readWindowState(text)).toBeNull();
    });
  });
});

describe('the reload policy', () => {
  const minute = 60_000;

  it('loads a dead page again three times within five minutes, then leaves it to a person', () => {
    const policy = new ReloadPolicy();
    expect([0, 1, 2, 3].map((at) => policy.afterCrash(at * minute))).toEqual(['reload', 'reload', 'reload', 'stop']);
  });

  it('forgets crashes that are five minutes old', () => {
    const policy = new ReloadPolicy();
    for (const at of [0, 1, 2]) policy.afterCrash(at * minute);
    expect(policy.afterCrash(5 * minute - 1)).toBe('stop');
    expect(policy.afterCrash(5 * minute)).toBe('reload');
    expect(policy.afterCrash(5 * minute + 1)).toBe('stop');
  });
});
