import { describe, expect, it } from 'vitest';
import { isNewName, markedAtFirst } from '../../../../../src/renderer/features/payment/tab-names.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));

describe('a new name for a tab', () => {
  it('is offered below those that match, not where somebody is called so', () => {
    expect(isNewName('Sri', named())).toBe(true);
    expect(isNewName('Sri', named('Sri Aminah'))).toBe(true);
    expect(isNewName(' sri ', named('Sri Aminah', 'SRI'))).toBe(false);
  });

  it('has a letter: a number is searched only', () => {
    for (const text of ['', '  ', '0812 3456', '+62']) expect(isNewName(text, named())).toBe(false);
  });
});

describe('what Enter takes', () => {
  it('is the first that matches, or the new name where nobody does', () => {
    expect(markedAtFirst(named('Sri Aminah', 'Sri Dewi'))).toBe(0);
    expect(markedAtFirst(named())).toBe(0);
  });

  it('is nobody where two people have the first name', () => {
    expect(markedAtFirst(named('Sri', 'sri', 'Sri Dewi'))).toBe(-1);
    expect(markedAtFirst(named('Budi', 'Sri', 'Sri'))).toBe(0);
  });
});
