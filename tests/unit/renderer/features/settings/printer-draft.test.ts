import { describe, expect, it } from 'vitest';
import {
  draftOf,
  freshId,
  logoOf,
  logoPicture,
  logoSize,
  newDraft,
  readDraft,
  withFreshTest,
  withoutPrinter,
  withPrinter,
} from '../../../../../src/renderer/features/settings/printer-draft.ts';
import { SettingsChange } from '../../../../../src/shared/contract/settings.ts';
import { PrinterSetting } from '../../../../../src/shared/domain/printer.ts';

const printer = (id: string): PrinterSetting =>
  PrinterSetting.parse({ id, name: id, transport: { kind: 'tcp', host: '192.168.1.50' }, columns: 32 });

describe('a printer that is typed', () => {
  it.each([
    { kind: 'tcp', host: '192.168.1.50', port: 9100 },
    { kind: 'device', path: '/dev/usb/lp0' },
    { kind: 'system', name: 'Struk' },
    { kind: 'system-graphic', name: 'Kantor', paper: 'a4' },
  ] as const)('comes back as it was set, reached by $kind', (transport) => {
    const set = PrinterSetting.parse({ id: 'printer-1', name: 'Kasir', transport, columns: 42 });
    expect(readDraft(draftOf(set), 'printer-1')).toEqual({ printer: set });
  });

  it('names the fields that are not right, and only those of its kind of connection', () => {
    expect(readDraft(newDraft, 'printer-1')).toEqual({ faults: new Set(['name', 'host']) });
    expect(readDraft({ ...newDraft, name: 'a', host: 'http://x', port: '0', feed: '99' }, 'p')).toEqual({
      faults: new Set(['host', 'port', 'feed']),
    });
    expect(readDraft({ ...newDraft, name: 'a', kind: 'device', path: '/etc/passwd' }, 'p')).toEqual({
      faults: new Set(['path']),
    });
    expect(readDraft({ ...newDraft, name: 'a', kind: 'system', system: '-o evil' }, 'p')).toEqual({
      faults: new Set(['system']),
    });
  });
});

it('a printer that is reached in another way has not been tested yet', () => {
  const tested = { ...printer('a'), tested: true };
  expect(withFreshTest({ ...tested, columns: 48 }, tested).tested).toBe(true);
  expect(withFreshTest({ ...tested, language: 'starprnt' }, tested).tested).toBe(false);
  expect(withFreshTest({ ...tested, transport: { kind: 'system', name: 'till' } }, tested).tested).toBe(false);
});

describe('the list of printers', () => {
  it('makes the first printer the usual one, and no later one', () => {
    const first = withPrinter({ printers: [], defaultPrinter: null }, printer('printer-1'));
    expect(first.defaultPrinter).toBe('printer-1');
    const second = withPrinter({ printers: [printer('printer-1')], defaultPrinter: 'printer-1' }, printer('printer-2'));
    expect(second).toEqual({ printers: [printer('printer-1'), printer('printer-2')] });
    expect(SettingsChange.safeParse(second).success).toBe(true);
  });

  it('puts a changed printer where it was', () => {
    const printers = [printer('a'), printer('b')];
    const change = withPrinter({ printers, defaultPrinter: 'a' }, { ...printer('a'), columns: 48 });
    expect(change.printers?.map(({ id, columns }) => [id, columns])).toEqual([
      ['a', 48],
      ['b', 32],
    ]);
  });

  it('makes another the usual one when that is removed, and none when it was the last', () => {
    const printers = [printer('a'), printer('b')];
    expect(withoutPrinter({ printers, defaultPrinter: 'a' }, 'a').defaultPrinter).toBe('b');
    expect(withoutPrinter({ printers, defaultPrinter: 'a' }, 'b')).toEqual({ printers: [printer('a')] });
    expect(withoutPrinter({ printers: [printer('a')], defaultPrinter: 'a' }, 'a').defaultPrinter).toBeNull();
  });

  it('gives an id that no printer has', () => {
    expect(freshId([])).toBe('printer-1');
    expect(freshId([printer('printer-2')])).toBe('printer-3');
    expect(freshId([printer('printer-3'), printer('x')])).toBe('printer-4');
  });
});

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
    const pixels = [...logoPicture(logo)].filter((_, at) => at % 4 === 0).map((red) => red === 0);
    expect(pixels).toEqual([true, false, false, true, false, false, true, false, true]);
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
