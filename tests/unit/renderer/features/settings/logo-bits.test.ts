import { describe, expect, it } from 'vitest';
import { logoOf, logoPicture, logoSize } from '../../../../../src/renderer/features/settings/logo-bits.ts';
import { PrinterSetting } from '../../../../../src/shared/domain/printer.ts';

const printer = (id: string): PrinterSetting =>
  PrinterSetting.parse({ id, name: id, transport: { kind: 'tcp', host: '192.168.1.50' }, columns: 32 });

describe('a logo', () => {
  it('is black where the picture is dark, and paper where it is light or shows through', () => {
    const dots = [
      [0, 0, 0, 255],
      [255, 255, 255, 255],
      [0, 0, 0, 0],
      [90, 90, 90, 255],
      [200, 200, 200, 255],
      [0, 0, 0, 20],
      [255, 0, 0, 255],
      [255, 255, 0, 255],
      [0, 0, 0, 255],
    ];
    const logo = logoOf(Uint8ClampedArray.from(dots.flat()), 9, 1);
    expect([...Buffer.from(logo.rows, 'base64')]).toEqual([0b1001_0010, 0b1000_0000]);
    const shown = [...logoPicture(logo)].filter((_, at) => at % 4 === 0).map((red) => red === 0);
    expect(shown).toEqual([true, false, false, true, false, false, true, false, true]);
  });

  it('keeps its shape, fits the paper, and what the settings take', () => {
    expect(logoSize(200, 100, 32)).toEqual({ width: 200, height: 100 });
    expect(logoSize(4000, 1000, 32)).toEqual({ width: 384, height: 96 });
    const { width, height } = logoSize(3000, 3000, 48);
    expect(height).toBe(400);
    const black = new Uint8ClampedArray(576 * 400 * 4).map((_, at) => (at % 4 === 3 ? 255 : 0));
    const largest = { ...printer('a'), logo: logoOf(black, 576, 400) };
    expect(PrinterSetting.safeParse(largest).success).toBe(true);
    expect(width).toBe(400);
  });
});
