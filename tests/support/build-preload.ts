import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveConfig } from 'electron-vite';
import { build, mergeConfig } from 'vite';

/** Bundles the preload as the product's build does, into a folder of its own, and answers the bundle's text. */
export async function buildPreload(): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'konter-preload-'));
  try {
    const root = join(import.meta.dirname, '../..');
    const { config } = await resolveConfig(
      { root, configFile: join(root, 'electron.vite.config.ts'), logLevel: 'silent' },
      'build',
      'production',
    );
    if (config?.preload === undefined) throw new Error('electron.vite.config.ts has no preload');
    await build(mergeConfig({ ...config.preload, configFile: false }, { build: { outDir, emptyOutDir: false } }));
    return await readFile(join(outDir, 'index.cjs'), 'utf8');
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}
