import { describe, expect, it } from 'vitest';
import { maxBatchLines } from '../../../../src/shared/domain/batch.ts';
import { readBatchText, withoutEmptyAndDoubled } from '../../../../src/shared/domain/batch-text.ts';

const linesOf = (text: string) =>
  readBatchText(text).map(({ line, product, customerNo, fault }) =>
    fault ? `${line} ${fault}` : `${line} ${product ?? '-'} ${customerNo}`,
  );

describe('a list of numbers', () => {
  it('has one on each line, as typed or as a chat has it, or several with commas', () => {
    expect(linesOf('081234567890\n+62 812-3456-7891\ntsel10.081234567892\n10*0812 3456 7893#\n')).toEqual([
      '1 - 081234567890',
      '2 - 081234567891',
      '3 tsel10 081234567892',
      '4 10 081234567893',
    ]);
    expect(linesOf('081234567890, 081234567891;081234567892')).toEqual([
      '1 - 081234567890',
      '1 - 081234567891',
      '1 - 081234567892',
    ]);
  });

  it('says of each line why it cannot be sold', () => {
    const text = [
      '\n081234567890',
      '',
      '081234567890',
      'budi',
      'tsel10 0812',
      '12',
      '081234567890081234567891',
      'S10.081234567895.1234',
      '081234567891',
    ].join('\n');
    expect(linesOf(text)).toEqual([
      '2 - 081234567890',
      '3 empty',
      '4 twice',
      '5 letters',
      '6 letters',
      '7 short',
      '8 long',
      '9 unclear',
      '10 - 081234567891',
    ]);
    expect(readBatchText(text)[2]?.sameAs).toBe(2);
  });

  it('reads a number and its nominal as chats have them, and joins neither to the other', () => {
    expect(
      linesOf('081200000001 5\n081200000002.5\n10 081200000003\n081200000004 10rb\n62812.3456.7803\n0812 0000 0005 5'),
    ).toEqual([
      '1 5 081200000001',
      '2 5 081200000002',
      '3 10 081200000003',
      '4 10rb 081200000004',
      '5 - 6281234567803',
      '6 unclear',
    ]);
  });

  it.each([
    ['Bu Sri 0812-3456-7805 25k', '25k 081234567805', 'Bu Sri'],
    ['Bu Sri: 0812 3456 7805, 10rb', '10rb 081234567805', 'Bu Sri'],
    ['081234567805 Bu Sri 25k', '25k 081234567805', 'Bu Sri'],
    ['Rp10.000 ke 0812 3456 7805 a.n. Budi', '10.000 081234567805', 'ke a n Budi'],
    ['tsel20 081234567805 (Bu Sri)', 'tsel20 081234567805', 'Bu Sri'],
    ['kak isi pulsa 081234567805 10 ribu ya', 'pulsa 10ribu 081234567805', 'kak isi ya'],
    ['Pak Dana 081234567805 10rb', '10rb 081234567805', 'Pak Dana'],
    ['dana 081234567805 50rb', 'dana 50rb 081234567805', ''],
    ['Sri 081234567805', '- 081234567805', 'Sri'],
    ['081234567805, 10rb', '10rb 081234567805', ''],
  ])('has names beside numbers, which are dropped and said: %j', (text, order, dropped) => {
    expect(linesOf(text)).toEqual([`1 ${order}`]);
    expect(readBatchText(text)[0]?.dropped).toBe(dropped);
  });

  it.each([
    'batal 081234567805 10rb',
    'jgn 081234567805 10rb',
    // A complaint about what was paid already, and two of one.
    '081234567805 10rb blm masuk',
    '081234567805 10rb dua kali',
    'stop 081234567805 10rb',
    // Two of 10.000, and none of 210.000.
    '081234567805 beli 2 10k',
    '081234567805 bukan 10rb',
    'Bu Sri 0812 3456 7805 5',
    '0812 Sri 3456 7805',
    'Sri 081234567805 Budi 081234567806',
    'Sri 10rb 081234567805 atau Budi 25rb',
  ])('asks where a chat can be read in two ways: %j', (text) => {
    expect(linesOf(text)).toEqual(['1 unclear']);
  });

  it.each([
    ['081234567890, 100.000', ['1 - 081234567890', '1 short']],
    ['081234567890;100.000', ['1 - 081234567890', '1 short']],
    ['081234567890\t100000', ['1 - 081234567890', '1 unclear']],
    ['100.000, 081234567890', ['1 short', '1 - 081234567890']],
    ['081234567890\n100.000', ['1 - 081234567890', '2 short']],
    ['081234567890\n100000', ['1 - 081234567890', '2 unclear']],
    ['1000000\n081234567890', ['1 unclear', '2 - 081234567890']],
    ['081234567890\n10000000', ['1 - 081234567890', '2 unclear']],
    ['081234567890, 1234567', ['1 - 081234567890', '1 unclear']],
    ['812,3456,7890 100', ['1 short', '1 short', '1 unclear']],
    ['32012345678\n081234567890', ['1 - 32012345678', '2 - 081234567890']],
    ['1234567, 2345678', ['1 - 1234567', '1 - 2345678']],
    ['081234567890\nPDAM.12345678', ['1 - 081234567890', '2 PDAM 12345678']],
  ])('takes no amount beside a number for a customer: %j', (text, lines) => {
    expect(linesOf(text)).toEqual(lines);
  });

  it('takes one number for two products, and no more lines than a batch', () => {
    expect(linesOf('tsel10.081234567890\ntsel5.081234567890\nTSEL10.+6281234567890').at(-1)).toBe('3 twice');
    const many = Array.from({ length: maxBatchLines + 1 }, (_, at) => `0812345${String(at).padStart(5, '0')}`);
    expect(linesOf(many.join('\n')).at(-1)).toBe(`${maxBatchLines + 1} many`);
  });

  it('loses its empty and doubled lines, and nothing else', () => {
    expect(withoutEmptyAndDoubled('081234567890\n\nbudi\n081234567890\n081234567891')).toBe(
      '081234567890\nbudi\n081234567891',
    );
  });
});
