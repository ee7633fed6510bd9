import { describe, expect, it } from 'vitest';
import { checkPicture, qrisOf } from '../../../../../src/renderer/features/settings/read-qr-picture.ts';
import { qrisPayload } from '../../../../support/qris.ts';

/** The head of a PNG that says this size. */
function pngHead(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(33);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
}

describe('a picture that is picked', () => {
  it('is looked at only where its head says a PNG or JPEG that fits into memory', () => {
    expect(checkPicture(pngHead(800, 800))).toBeNull();
    expect(checkPicture(pngHead(60_000, 60_000))).toBe('size');
    expect(checkPicture(pngHead(0, 10))).toBe('unreadable');
    expect(checkPicture(new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe('type');
    expect(checkPicture(new Uint8Array(0))).toBe('type');
    expect(checkPicture(new Uint8Array([0xff, 0xd8, 0xff]))).toBe('unreadable');
  });

  it('brings the shop’s code, also where another code is beside it', () => {
    const payload = qrisPayload();
    expect(qrisOf(['https://toko.example', payload])).toMatchObject({ ok: true, qris: { payload } });
  });

  it('else says why the nearest one is none', () => {
    expect(qrisOf([])).toEqual({ ok: false, fault: 'no_code' });
    expect(qrisOf(['https://toko.example'])).toEqual({ ok: false, fault: 'not_qris' });
    expect(qrisOf(['https://toko.example', qrisPayload({ '01': '12' })])).toEqual({ ok: false, fault: 'dynamic' });
  });
});
