import { join } from 'node:path';
import { makeIfChanged } from '../../scripts/build.ts';
import { projectDir } from '../../scripts/project.ts';

export const galleryFolder = join(projectDir, 'out/gallery');

/** Builds the gallery when its sources have changed. */
export async function buildGallery(): Promise<void> {
  await makeIfChanged({
    name: 'gallery',
    inputs: ['src/renderer', 'src/shared', 'tests/gallery', 'tests/support', 'package-lock.json'],
    outputs: [galleryFolder],
    make: async () => {
      const [{ build }, { default: config }] = await Promise.all([import('vite'), import('./vite.config.ts')]);
      await build({ ...config, configFile: false });
    },
  });
}
