import { describe, expect, it } from 'vitest';
import { composeSteps } from '../../../src/main/schema/index.ts';

describe('the steps of all features', () => {
  it('are one list, each version with what every feature has for it, in the order of the features', () => {
    expect(
      composeSteps([
        { 1: 'a1;', 3: 'a3;' },
        { 1: 'b1;', 2: 'b2;' },
      ]),
    ).toEqual(['a1;b1;', 'b2;', 'a3;']);
  });

  it('are refused with a version that no feature has a step to', () => {
    expect(() => composeSteps([{ 1: 'a1;' }, { 3: 'b3;' }])).toThrow('no feature has a step to version 2');
  });
});
