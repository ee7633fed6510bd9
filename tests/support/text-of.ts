import * as fc from 'fast-check';

/** Random text made of these characters only. */
export function textOf(characters: string, length: { minLength?: number; maxLength?: number } = {}) {
  return fc.string({ unit: fc.constantFrom(...characters.split('')), ...length });
}

export const digits = (minLength: number, maxLength: number) => textOf('0123456789', { minLength, maxLength });
