import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { electricityToken, readToken } from '../../../../src/shared/domain/electricity-token.ts';
import { digits } from '../../../support/fake-system.ts';

const token = digits(20, 20);
const grouped = (text: string, between: string): string => (text.match(/.{4}/g) ?? []).join(between);

describe('an electricity token', () => {
  it('is its 20 digits in five groups, however they are written and whatever follows', () => {
    fc.assert(
      fc.property(
        token,
        fc.constantFrom('', ' ', '-'),
        fc.constantFrom('', '/NAMA/R1M/900VA/33.7'),
        (text, between, rest) => {
          expect(electricityToken(grouped(text, between) + rest)?.join('')).toBe(text);
          expect(electricityToken(grouped(text, between) + rest)).toHaveLength(5);
        },
      ),
    );
  });

  it('is not made of more or fewer digits', () => {
    fc.assert(
      fc.property(digits(0, 40), (text) => {
        fc.pre(text.length !== 20);
        expect(electricityToken(text)).toBeNull();
      }),
    );
  });

  const written = '1234-5678-9012-3456-7890';
  it.each([
    `SN:${written}/NAMA/R1M/900VA/33,7`,
    `SN ${written}`,
    `Token: ${written} a/n NAMA`,
    `Stroom/Token: ${written}`,
    `NAMA/12345678901234567890`,
    `NAMA CONTOH/${written}/R1M/900VA/33.7`,
    `081200000001;${written};NAMA`,
    `${written};NAMA;R1M;900VA;33,7`,
    `${written}.NAMA.R1M`,
    `KWH:27.6/TOKEN:${written}`,
    '1234.5678.9012.3456.7890/NAMA',
    '1234;5678;9012;3456;7890',
    '12345-67890-12345-67890',
    `${written}/NAMA/${written}`,
  ])('is found in %j', (sn) => {
    expect(electricityToken(sn)?.join('')).toBe('12345678901234567890');
  });

  it.each([
    null,
    '',
    '1234567890123456789O',
    '0'.repeat(20),
    `REF: ${written}`,
    `Meter ${written}`,
    `IDPEL=12345678901234567890`,
    `${written}/1111-2222-3333-4444-5555`,
    `${written}-1234`,
    `1234.${written.replaceAll('-', '.')}`,
    `12345678901 123456789`,
  ])('is not found in %j', (sn) => {
    expect(electricityToken(sn)).toBeNull();
  });
});

describe('the layouts that providers document', () => {
  it.each([
    ['12345678901234567890/NAMA/R1M/900VA/33.7', { name: 'NAMA', tariff: 'R1M/900VA', energy: '33.7' }],
    ['1234-5678-9012-3456-7890/NAMA/R1/900VA/71,3', { name: 'NAMA', tariff: 'R1/900VA', energy: '71,3' }],
  ])('is a token with what stands beside it: %s', (sn, details) => {
    expect(readToken(sn)).toMatchObject({ groups: ['1234', '5678', '9012', '3456', '7890'], details });
  });

  it.each([
    'KANTOR/RP75000/R1M/900/1BLN/202110/MET0001-0002/ADM3000/0ABC12345678901234567890123456789',
    'REF:0ABC1234567890ABCDEF1234567890AB/530000000001/NAMA/R1/1300/201608/0001-0002/RP75000',
    'SEPTIAPAR/2019081209001234',
  ])('is no token, of a bill or a wallet: %s', (sn) => {
    expect(readToken(sn)).toBeNull();
  });
});

describe('what stands behind a token', () => {
  const details = (rest: string) => readToken(`12345678901234567890/${rest}`)?.details;

  it.each([
    ['NAMA CONTOH/R1/1300VA/32.1', { name: 'NAMA CONTOH', tariff: 'R1/1300VA', energy: '32.1' }],
    ['Nama/R1M/900VA/33,7', { name: 'Nama', tariff: 'R1M/900VA', energy: '33,7' }],
    ['NAMA/B2/000005500/0000120,45 kWh', { name: 'NAMA', tariff: 'B2/000005500', energy: '0000120,45 kWh' }],
  ])('is read from its parts: %s', (rest, read) => {
    expect(details(rest)).toEqual(read);
  });

  it.each([
    'NAMA/12345678901234567890/R1M/900VA/27.6',
    'SN:12345678901234567890;NAMA;R1M/900VA;27.6',
    'TOKEN:12345678901234567890/NAMA:NAMA/TARIF:R1M/DAYA:900VA/KWH:27.6',
    'NAMA;R1M;900VA;KWH:27.6;12345678901234567890',
    '12345678901234567890|KWH=27.6|TARIF/DAYA: R1M/900VA|NAMA=NAMA',
  ])('is read from labelled parts and in other orders: %s', (sn) => {
    expect(readToken(sn)?.details).toEqual({ name: 'NAMA', tariff: 'R1M/900VA', energy: '27.6' });
  });

  it.each([
    ['SN:12345678901234567890/NAMA/R1M', 'NAMA/R1M'],
    ['NAMA/12345678901234567890/Rp50.000', 'NAMA/Rp50.000'],
    ['Token 12345678901234567890 a/n NAMA', 'a/n NAMA'],
    ['12345678901234567890;NAMA;PPN:0;KWH:27.6', 'NAMA;PPN:0;KWH:27.6'],
  ])('is kept as it came in any other shape: %s', (sn, rest) => {
    expect(readToken(sn)).toMatchObject({ details: null, rest });
  });

  it.each([
    '',
    'NAMA',
    'NAMA/R1M/900VA',
    'R1M/900VA/NAMA/33,7',
    'NAMA/900VA/R1M/33,7',
    'NAMA/R1M/900VA/33,7/50000',
    '081234567890/R1M/900VA/33,7',
    'NAMA/R1M/900VA/Rp50.000',
  ])('is not guessed: %j', (rest) => {
    expect(details(rest)).toBeNull();
  });

  it('is nothing without a token', () => {
    expect(readToken('1234/NAMA/R1M/900VA/33,7')).toBeNull();
    expect(readToken(null)).toBeNull();
  });
});
