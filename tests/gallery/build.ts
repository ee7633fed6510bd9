import { join } from 'node:path';
import { BuildStamp } from '../../scripts/build-stamp.ts';
import { projectDir } from '../../scripts/project.ts';

export const galleryFolder = join(projectDir, 'out/gallery');

const stamp = new BuildStamp(join(projectDir, 'out/.gallery.json'), {
  root: projectDir,
  inputs: ['src/renderer', 'src/shared', 'tests/gallery', 'tests/support', 'package-lock.json'],
  outputs: ['out/gallery'],
});

/** Builds the gallery when its sources have changed. */
export async function buildGallery(): Promise<void> {
  if (await stamp.isCurrent()) return;
  const [{ build }, { default: config }] = await Promise.all([import('vite'), import('./vite.config.ts')]);
  const complete = await stamp.begin();
  await build({ ...config, configFile: false });
  await complete();
}
