import { describe, expect, it } from 'vitest';
import {
  type ConnectionCode,
  readConnectionCode,
  writeConnectionCode,
} from '../../../../src/shared/wire/connection-code.ts';

const sample: ConnectionCode = {
  relayUrl: 'https://relay.example.com',
  mailbox: 'mAbC_d-9',
  token: 'tXyZ',
  secretKey: 'Kunci “é” 🔑',
  provider: { url: 'https://api.example.com/v1', headers: { Authorization: 'Bearer abc' } },
  shopKey: null,
};

const written = (of: Partial<ConnectionCode> = {}): string => {
  const code = writeConnectionCode({ ...sample, ...of });
  if (code === null) throw new Error('cannot be written');
  return code;
};

describe('a connection code', () => {
  it('says again what it was made of', () => {
    expect(readConnectionCode(written())).toEqual({ ok: true, code: sample });
    const bare = { secretKey: null, provider: null };
    expect(readConnectionCode(written(bare))).toEqual({ ok: true, code: { ...sample, ...bare } });
  });

  it('is capitals, digits and dots, and shows none of its secrets', () => {
    expect(written()).toMatch(/^KTC1\.[0-9A-Z]+\.[0-9A-Z]{7}$/);
  });

  it('with the key of a shop is of another kind, which an older counter takes for newer', () => {
    const shopKey = 'A'.repeat(43);
    expect(written({ shopKey })).toMatch(/^KTC2\./);
    expect(readConnectionCode(written({ shopKey }))).toEqual({ ok: true, code: { ...sample, shopKey } });
    expect(writeConnectionCode({ ...sample, shopKey: 'short' })).toBeNull();
  });

  it('is read with the line breaks and small letters of a chat', () => {
    const text = written()
      .toLowerCase()
      .replace(/(.{30})/g, '$1\r\n  ');
    expect(readConnectionCode(` ${text} `)).toMatchObject({ ok: true });
  });

  it.each([1, 5, 9, 40, 200])('is incomplete with its last %i characters missing', (missing) => {
    expect(readConnectionCode(written().slice(0, -missing))).toEqual({ ok: false, fault: 'code_incomplete' });
  });

  it('is altered by any other character, and by one that is left out', () => {
    const code = written();
    for (let at = 5; at < code.length - 8; at += 7) {
      const other = code[at] === '0' ? '1' : '0';
      for (const text of [code.slice(0, at) + other + code.slice(at + 1), code.slice(0, at) + code.slice(at + 1)]) {
        expect(readConnectionCode(text), `at ${at}`).toEqual({ ok: false, fault: 'code_altered' });
      }
    }
  });

  it('of a newer kind is named as such, and anything else is foreign', () => {
    expect(readConnectionCode(written().replace('KTC1', 'KTC3'))).toEqual({ ok: false, fault: 'code_newer' });
    for (const text of ['', 'KTR1.ABCD', 'https://relay.example.com', 'tXyZ', 'WIFI:S:Toko;;']) {
      expect(readConnectionCode(text), text).toEqual({ ok: false, fault: 'code_foreign' });
    }
  });

  it('is not written for what no counter takes', () => {
    expect(writeConnectionCode({ ...sample, relayUrl: 'http://relay.example.com' })).toBeNull();
    expect(writeConnectionCode({ ...sample, token: 'x'.repeat(501) })).toBeNull();
    expect(writeConnectionCode({ ...sample, relayUrl: 'http://127.0.0.1:8787' })).not.toBeNull();
  });
});
