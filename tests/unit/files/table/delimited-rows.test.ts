import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DelimitedRows } from '../../../../src/main/files/table/delimited-rows.ts';

/** As a file is read whose parts are `size` letters long. */
function read(text: string, size: number, separator = ';') {
  const reader = new DelimitedRows(separator);
  const rows: string[][] = [];
  for (let at = 0; at < text.length; at += size) rows.push(...reader.push(text.slice(at, at + size)));
  rows.push(...reader.end());
  return { rows, hasStrayQuote: reader.hasStrayQuote };
}

describe('DelimitedRows', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '1', ' ', '"', ';', '\n', '\r'), maxLength: 6 });
  const written = (value: string): string => `"${value.replaceAll('"', '""')}"`;

  it('reads each row as it was written, whatever ends it and wherever the text is cut', () => {
    const row = fc.tuple(fc.tuple(cell, cell, fc.constant('end')), fc.constantFrom('\r\n', '\n', '\r'));
    fc.assert(
      fc.property(fc.array(row, { maxLength: 6 }), fc.integer({ min: 1, max: 9 }), (rows, size) => {
        const text = rows.map(([cells, end]) => cells.map(written).join(';') + end).join('');
        expect(read(text, size).rows).toEqual(rows.map(([cells]) => cells));
      }),
    );
  });

  it.each([
    [
      'a;"Hot Rod" 1GB\nb;"XL"',
      [
        ['a', '"Hot Rod" 1GB'],
        ['b', 'XL'],
      ],
    ],
    [
      'a;5" layar\nb;"x" ',
      [
        ['a', '5" layar'],
        ['b', 'x'],
      ],
    ],
    [
      'a;"Jl. A\nNo. 3"\nb;',
      [
        ['a', 'Jl. A\nNo. 3'],
        ['b', ''],
      ],
    ],
    ['a;b\r\r\n;\n\nc', [['a', 'b'], ['c']]],
  ])('reads %j', (text, rows) => {
    for (const size of [1, 2, 100]) expect(read(text, size)).toEqual({ rows, hasStrayQuote: false });
  });

  it.each(['a;"b\nc;d', 'a;"b\nc;d"\ne;f', 'a;"b; "c" d";e', `a;"${'\n'.repeat(40)}"`])(
    'says that it is unclear where a value of %j ends',
    (text) => {
      for (const size of [1, 2, 100]) expect(read(text, size).hasStrayQuote).toBe(true);
    },
  );
});
