import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { makeIcons } from '../../scripts/icons.ts';

const root = join(import.meta.dirname, '../..');
let icons: Map<string, Buffer>;
beforeAll(async () => {
  icons = await makeIcons(await readFile(join(root, 'resources/icon.svg'), 'utf8'));
});

/** Width of a PNG that begins at this byte; null where none does. */
function pngWidth(bytes: Buffer, at = 0): number | null {
  return bytes.toString('latin1', at + 1, at + 4) === 'PNG' ? bytes.readUInt32BE(at + 16) : null;
}

it('has made every icon from resources/icon.svg as it is now (node scripts/icons.ts)', async () => {
  for (const [path, bytes] of icons) expect((await readFile(join(root, path))).equals(bytes), path).toBe(true);
  const files = (await readdir(join(root, 'resources/icons'))).map((name) => `resources/icons/${name}`);
  expect(files.every((path) => icons.has(path))).toBe(true);
});

it('shows another picture when the drawing changes', async () => {
  const svg = await readFile(join(root, 'resources/icon.svg'), 'utf8');
  const other = await makeIcons(svg.replace('#0f766e', '#7f1d1d'));
  expect(other.get('resources/icon.png')?.equals(icons.get('resources/icon.png')!)).toBe(false);
});

it('names each picture of the Windows icon by its own size', () => {
  const ico = icons.get('resources/icon.ico')!;
  const sizes = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
    const entry = 6 + 16 * index;
    const width = ico.readUInt8(entry) || 256;
    expect(pngWidth(ico, ico.readUInt32LE(entry + 12))).toBe(width);
    return width;
  });
  expect(sizes).toEqual([16, 24, 32, 48, 64, 128, 256]);
});

it('fills the macOS icon with pictures to its end', () => {
  const icns = icons.get('resources/icon.icns')!;
  expect(icns.toString('latin1', 0, 4)).toBe('icns');
  expect(icns.readUInt32BE(4)).toBe(icns.length);
  const widths: Array<number | null> = [];
  let at = 8;
  while (at < icns.length) {
    widths.push(pngWidth(icns, at + 8));
    at += icns.readUInt32BE(at + 4);
  }
  expect(at).toBe(icns.length);
  expect(widths).toEqual([16, 32, 128, 256, 512, 1024]);
});
