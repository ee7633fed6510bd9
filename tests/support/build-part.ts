import { join } from 'node:path';
import { resolveConfig } from 'electron-vite';
import { build, mergeConfig } from 'vite';

/**
 * Bundles one part as the product's build does, into the folder given (absolute).
 * @param besides more files to start from, by the names that their bundles get
 */
export async function buildPart(
  part: 'main' | 'preload',
  outDir: string,
  besides: Record<string, string> = {},
): Promise<void> {
  const root = join(import.meta.dirname, '../..');
  const { config } = await resolveConfig(
    { root, configFile: join(root, 'electron.vite.config.ts'), logLevel: 'silent' },
    'build',
    'production',
  );
  const options = config?.[part];
  if (options === undefined) throw new Error(`electron.vite.config.ts has no ${part}`);
  await build(
    mergeConfig(
      { ...options, configFile: false },
      { build: { outDir, emptyOutDir: false, rolldownOptions: { input: besides } } },
    ),
  );
}
