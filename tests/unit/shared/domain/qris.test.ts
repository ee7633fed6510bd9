import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc16, QrisPayload, qrisToPay, qrisWithAmount, readQris } from '../../../../src/shared/domain/qris.ts';
import { qrisObjects, qrisPayload, tlv, withChecksum } from '../../../support/qris.ts';

function read(payload: string) {
  const reading = readQris(payload);
  if (!reading.ok) throw new Error(reading.fault);
  return reading.qris;
}
const faultOf = (payload: string) => {
  const reading = readQris(payload);
  return reading.ok ? null : reading.fault;
};
/** The objects of a payload, read by another rule than the one under test. */
function objectsOf(payload: string): [string, string][] {
  const objects: [string, string][] = [];
  let rest = payload;
  while (rest !== '') {
    const length = Number(rest.slice(2, 4));
    objects.push([rest.slice(0, 2), rest.slice(4, 4 + length)]);
    rest = rest.slice(4 + length);
  }
  return objects;
}

it('the checksum is CRC-16/CCITT-FALSE', () => {
  expect(crc16('123456789')).toBe('29B1');
  expect(crc16('')).toBe('FFFF');
});

describe('reading a shop’s static code', () => {
  it('finds whose it is', () => {
    expect(read(qrisPayload())).toEqual({
      payload: qrisPayload(),
      merchant: 'TOKO MAKMUR CONTOH',
      city: 'BANDUNG',
      nmid: 'ID1020000000001',
      extra: null,
    });
    expect(read(qrisPayload({ '51': null })).nmid).toBeNull();
    expect(read(qrisPayload({ '01': null })).merchant).toBe('TOKO MAKMUR CONTOH');
  });

  it('takes a checksum in small letters, which some makers write', () => {
    const payload = qrisPayload({ '59': 'TOKO C' });
    expect(faultOf(payload.slice(0, -4) + payload.slice(-4).toLowerCase())).toBeNull();
  });

  it('says what is wrong', () => {
    expect(faultOf('https://toko.example')).toBe('not_qris');
    expect(faultOf('')).toBe('not_qris');
    expect(faultOf(qrisPayload({ '01': '12' }))).toBe('dynamic');
    expect(faultOf(qrisPayload({ '01': '12', '54': '12000' }))).toBe('dynamic');
    expect(faultOf(qrisPayload({ '54': '12000' }))).toBe('has_amount');
    expect(faultOf(qrisPayload({ '58': 'MY' }))).toBe('foreign');
    expect(faultOf(qrisPayload({ '53': '458' }))).toBe('foreign');
    const payload = qrisPayload();
    expect(faultOf(payload.replace('MAKMUR', 'MAKMUS'))).toBe('checksum');
    expect(faultOf(payload.slice(0, -1))).toBe('damaged');
    expect(faultOf(`${payload}0`)).toBe('damaged');
    expect(faultOf(`${payload}${tlv('64', 'X')}`)).toBe('damaged');
  });

  it.each([
    ['an object twice', withChecksum(`${tlv('00', '01')}${tlv('00', '01')}${tlv('53', '360')}`)],
    ['an empty value', withChecksum(`${tlv('00', '01')}5200`)],
    ['no account', qrisPayload({ '26': null, '51': null })],
    ['no name', qrisPayload({ '59': null })],
    ['no city', qrisPayload({ '60': null })],
    ['no kind of shop', qrisPayload({ '52': null })],
    ['a kind of shop that is none', qrisPayload({ '52': '48' })],
    ['a name too long', qrisPayload({ '59': 'T'.repeat(26) })],
    ['another way of starting', qrisPayload({ '01': '13' })],
    ['an account that is not whole', qrisPayload({ '51': '0014ID.CO.QRIS' })],
    ['an account without a scheme', qrisPayload({ '26': tlv('01', '9360') })],
    ['a template that is not whole', qrisPayload({ '62': '07' })],
    ['letters that it cannot hold', qrisPayload({ '59': 'TOKO É' })],
    ['a tip that is no tip', qrisPayload({ '55': '04' })],
    ['a fee that is not named', qrisPayload({ '55': '02' })],
    ['a fee that nothing asks for', qrisPayload({ '56': '500' })],
    ['both fees', qrisPayload({ '55': '02', '56': '500', '57': '1.5' })],
    ['a percentage of letters', qrisPayload({ '55': '03', '57': 'x' })],
    [
      'too much of it',
      qrisPayload({ '80': 'x'.repeat(99), '81': 'x'.repeat(99), '82': 'x'.repeat(99), '83': 'x'.repeat(99) }),
    ],
  ])('refuses %s', (_what, payload) => {
    expect(faultOf(payload)).toBe('damaged');
    expect(QrisPayload.safeParse(payload).success).toBe(false);
  });

  it('says what the payer’s app adds to the amount', () => {
    expect(read(qrisPayload({ '55': '01' })).extra).toEqual({ kind: 'tip' });
    expect(read(qrisPayload({ '55': '02', '56': '500' })).extra).toEqual({ kind: 'fixed', value: '500' });
    expect(read(qrisPayload({ '55': '03', '57': '0.7' })).extra).toEqual({ kind: 'percentage', value: '0.7' });
  });

  it('takes no code with one character changed', () => {
    const payload = qrisPayload();
    fc.assert(
      fc.property(fc.nat(payload.length - 5), fc.integer({ min: 0x20, max: 0x7e }), (at, code) => {
        const other = String.fromCharCode(code);
        fc.pre(other !== payload[at]);
        expect(readQris(payload.slice(0, at) + other + payload.slice(at + 1)).ok).toBe(false);
      }),
    );
  });

  it('never throws, whatever it is given', () => {
    const near = fc
      .array(fc.tuple(fc.integer({ min: 0, max: 99 }), fc.string({ maxLength: 12 })), { maxLength: 8 })
      .map((objects) =>
        withChecksum(`000201${objects.map(([tag, value]) => tlv(String(tag).padStart(2, '0'), value)).join('')}`),
      );
    fc.assert(
      fc.property(fc.oneof(fc.string(), near), (text) => {
        expect(() => readQris(text)).not.toThrow();
      }),
    );
  });
});

describe('an amount in the code', () => {
  const extras = fc.constantFrom<Record<string, string>>(
    {},
    { '55': '01' },
    { '55': '02', '56': '500' },
    { '55': '03', '57': '0.7' },
  );
  const names = fc.stringMatching(/^[A-Z0-9 .]{1,25}$/);

  it('is its only change beside the way of starting and the checksum, and all else keeps its place', () => {
    fc.assert(
      fc.property(
        extras,
        names,
        fc.boolean(),
        fc.integer({ min: 1, max: 9_999_999_999 }),
        (extra, name, has01, due) => {
          const change = { ...extra, '59': name, ...(has01 ? {} : { '01': null }) };
          const code = qrisWithAmount(read(qrisPayload(change)), due);
          expect(code.slice(-4)).toBe(crc16(code.slice(0, -4)));
          const expected = qrisObjects({ ...change, '01': '12', '54': String(due) });
          expect(objectsOf(code).slice(0, -1)).toEqual(expected);
          expect(readQris(code)).toEqual({ ok: false, fault: 'dynamic' });
        },
      ),
    );
  });

  it('keeps an order that is not that of the tags', () => {
    const [version, ...others] = qrisObjects();
    const turned = [version, ...others.toReversed()].map((each) => tlv(...(each ?? ['', '']))).join('');
    const tags = objectsOf(qrisWithAmount(read(withChecksum(turned)), 12_000)).map(([tag]) => tag);
    expect(tags).toEqual(['00', '62', '61', '60', '59', '58', '53', '54', '52', '51', '26', '01', '63']);
  });

  it('makes the code that was worked out by hand', () => {
    const body =
      '000201010212' +
      '26630016ID.CO.CONTOH.WWW0118936009990000000001021000000000010303UMI' +
      '51440014ID.CO.QRIS.WWW0215ID10200000000010303UMI' +
      '520448145303360540512000' +
      '5802ID5918TOKO MAKMUR CONTOH6007BANDUNG610540111' +
      '62070703A016304';
    expect(qrisWithAmount(read(qrisPayload()), 12_000)).toBe(body + crc16(body));
  });
});

describe('what a customer is shown', () => {
  const code = qrisPayload();

  it('is the code as it is until its trial payment has arrived, and then with the amount', () => {
    expect(qrisToPay({ code: null, triedCode: null }, 12_000, false)).toBeNull();
    const untried = qrisToPay({ code, triedCode: null }, 12_000, false);
    expect(untried).toEqual({
      code,
      merchant: 'TOKO MAKMUR CONTOH',
      nmid: 'ID1020000000001',
      due: 12_000,
      hasAmount: false,
      training: false,
    });
    expect(qrisToPay({ code, triedCode: code }, 12_000, false)).toEqual({
      ...untried,
      code: qrisWithAmount(read(code), 12_000),
      hasAmount: true,
    });
  });

  it('is without an amount again once another code takes its place', () => {
    const other = qrisPayload({ '59': 'TOKO LAIN' });
    expect(qrisToPay({ code: other, triedCode: code }, 12_000, false)).toMatchObject({ code: other, hasAmount: false });
  });

  it('is nothing that can be paid in training', () => {
    const qris = qrisToPay({ code, triedCode: code }, 12_000, true);
    expect(qris).toMatchObject({ training: true, merchant: 'CONTOH LATIHAN', nmid: null });
    expect(faultOf(qris?.code ?? '')).toBe('not_qris');
    expect(qris?.code).not.toContain('ID1020000000001');
  });

  it('is nothing where nothing is due', () => {
    expect(qrisToPay({ code, triedCode: code }, 0, false)).toBeNull();
  });
});
