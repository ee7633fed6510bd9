import { spawnSync } from 'node:child_process';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buildIfNeeded } from '../../scripts/build.ts';
import { pack } from '../../tests/support/packed.ts';
import { benchFolder } from '../bench-folder.ts';
import { type Figure, figure, median, p99 } from '../figures.ts';
import { loadMain, plainFakeElectron } from '../load-main.ts';

const rounds = 40;
const about = { bench: 'package', against: 'node -e 0' };

/** What is packed apart from the runtime, and how soon the built program asks for its window, in turns with an empty Node. */
export async function benchPackage(): Promise<Figure[]> {
  await buildIfNeeded('legal');
  await using folder = await benchFolder();
  const { asar } = await pack(folder.path, 'linux');
  const bytes = (await stat(asar)).size + (await sizeOf(`${asar}.unpacked`));
  const megabytes = (of: number): number => of / 1024 / 1024;
  const userData = join(folder.path, 'user-data');
  await mkdir(userData);
  const register = await plainFakeElectron(folder.path);
  const ours: number[] = [];
  const empty: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const nothing = emptyNode();
    const loaded = await loadMain(register, userData);
    // The first makes the databases and warms the files.
    if (round === 0) continue;
    empty.push(nothing);
    ours.push(loaded);
  }
  return [
    figure(
      {
        bench: 'package',
        metric: 'packed, apart from the runtime',
        unit: 'MB',
        ours: megabytes(bytes),
        baseline: megabytes((await stat(process.execPath)).size),
        against: 'Node itself',
      },
      { maxRatio: 0.1 },
    ),
    figure(
      { ...about, metric: 'start to window request', unit: 'ms', ours: median(ours), baseline: median(empty) },
      { maxRatio: 4 },
    ),
    figure(
      { ...about, metric: 'start to window request, p99', unit: 'ms', ours: p99(ours), baseline: p99(empty) },
      { maxRatio: 4 },
    ),
  ];
}

function emptyNode(): number {
  const begun = performance.now();
  spawnSync(process.execPath, ['-e', '0']);
  return performance.now() - begun;
}

async function sizeOf(path: string): Promise<number> {
  const files = await readdir(path, { recursive: true, withFileTypes: true });
  const sizes = files.filter((file) => file.isFile()).map((file) => stat(join(file.parentPath, file.name)));
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
}
