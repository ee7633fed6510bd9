import { describe, expect, it } from 'vitest';
import { EarlyKeys, maxAgeMs } from '../../../../src/renderer/state/early-keys.ts';

const press = (key: string, more = {}) => ({ key, repeat: false, modified: false, at: 0, ...more });

/** Every key that is replayed at `now`. */
function replayed(keys: EarlyKeys, now = 0): string[] {
  const press = keys.next(now);
  return press === null ? [] : [press.key, ...replayed(keys, now)];
}

function recorded(...names: string[]): EarlyKeys {
  const keys = new EarlyKeys();
  for (const name of names) keys.record(press(name));
  return keys;
}

describe('keys that are pressed before the first screen is mounted', () => {
  it('replays screens, characters and corrections in order', () => {
    const pressed = ['F3', '0', '8', 'x', 'Backspace', '1', 'Escape', '9', 'F11', '0', 'F12', '5'];
    expect(replayed(recorded(...pressed))).toEqual(pressed);
  });

  it('never records Enter, nor what follows an Enter', () => {
    expect(replayed(recorded('0', '8', 'Enter', 'T', 'F2', 'Enter'))).toEqual(['0', '8']);
  });

  it('records the keys after an Enter that confirms nothing', () => {
    expect(replayed(recorded('Enter', '0', '8'))).toEqual(['0', '8']);
  });

  it('leaves keys that print, reload or move the focus to the browser', () => {
    const keys = new EarlyKeys();
    for (const key of ['F5', 'F8', 'Tab', 'ArrowDown', 'Shift', 'Dead']) {
      expect(keys.record(press(key)), key).toBe(false);
    }
    expect(replayed(keys)).toEqual([]);
  });

  it('leaves modified keys to the browser', () => {
    const keys = new EarlyKeys();
    expect(keys.record(press('r', { modified: true }))).toBe(false);
    expect(keys.record(press('Enter', { modified: true }))).toBe(false);
    expect(keys.record(press('0'))).toBe(true);
    expect(replayed(keys)).toEqual(['0']);
  });

  it('keeps each repeat of a held key', () => {
    const keys = recorded('0');
    keys.record(press('0', { repeat: true }));
    expect(keys.next(0)).toMatchObject({ repeat: false });
    expect(keys.next(0)).toMatchObject({ repeat: true });
  });

  it('drops all keys together once the last is too old, then starts over', () => {
    const keys = recorded('0', '8');
    keys.record(press('1', { at: maxAgeMs }));
    expect(keys.next(2 * maxAgeMs)?.key).toBe('0');
    expect(replayed(keys, 2 * maxAgeMs + 1)).toEqual([]);
    const entered = recorded('0', 'Enter');
    entered.record(press('8', { at: maxAgeMs + 1 }));
    expect(replayed(entered, maxAgeMs + 1)).toEqual(['8']);
  });

  it('keeps recording while keys are replayed', () => {
    const keys = recorded('F3', '0');
    expect(keys.next(0)?.key).toBe('F3');
    keys.record(press('8'));
    expect(replayed(keys)).toEqual(['0', '8']);
  });
});
