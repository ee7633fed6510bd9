import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { projectDir } from './project.ts';

/** Widths of the pictures in a .ico; Windows asks for no larger one. */
const icoSizes = [16, 24, 32, 48, 64, 128, 256];
/** Names of the pictures in a .icns, and their widths. */
const icnsTypes: ReadonlyArray<[string, number]> = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
];
/** What Linux's desktops look for. */
const linuxSizes = [16, 32, 48, 64, 128, 256, 512];

let ready: Promise<void> | null = null;

/** Every icon, made from resources/icon.svg: paths from the project's folder, and bytes. The same picture gives the same bytes. */
export async function makeIcons(svg: string): Promise<Map<string, Buffer>> {
  ready ??= readFile(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')).then((wasm) =>
    initWasm(wasm),
  );
  await ready;
  const picture = (width: number): Buffer =>
    Buffer.from(new Resvg(svg, { fitTo: { mode: 'width', value: width }, font: {} }).render().asPng());
  return new Map([
    ['resources/icon.png', picture(512)],
    ['resources/icon.ico', ico(icoSizes.map((width) => [width, picture(width)]))],
    ['resources/icon.icns', icns(icnsTypes.map(([type, width]) => [type, picture(width)]))],
    ...linuxSizes.map((width): [string, Buffer] => [`resources/icons/${width}x${width}.png`, picture(width)]),
  ]);
}

/** A directory of 16 bytes for each picture, then the pictures as PNG. A width of 256 is written as 0. */
function ico(pictures: ReadonlyArray<[number, Buffer]>): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let at = head.length;
  for (const [index, [width, png]] of pictures.entries()) {
    const entry = 6 + 16 * index;
    head.writeUInt8(width % 256, entry);
    head.writeUInt8(width % 256, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(at, entry + 12);
    at += png.length;
  }
  return Buffer.concat([head, ...pictures.map(([, png]) => png)]);
}

/** "icns" and the length of it all, then each picture with its name and length. */
function icns(pictures: ReadonlyArray<[string, Buffer]>): Buffer {
  const block = (name: string, bytes: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.write(name, 'ascii');
    head.writeUInt32BE(8 + bytes.length, 4);
    return Buffer.concat([head, bytes]);
  };
  return block('icns', Buffer.concat(pictures.map(([name, png]) => block(name, png))));
}

if (import.meta.main) {
  const icons = await makeIcons(await readFile(join(projectDir, 'resources/icon.svg'), 'utf8'));
  for (const [path, bytes] of icons) {
    await mkdir(dirname(join(projectDir, path)), { recursive: true });
    await writeFile(join(projectDir, path), bytes);
  }
  console.log(`made ${icons.size} icons`);
}
