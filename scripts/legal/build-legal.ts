import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { built, projectDir } from '../project.ts';
import { noticesText } from './notices.ts';
import { isPermitted } from './permitted.ts';
import { sbomText } from './sbom.ts';
import { usedPackages } from './used-packages.ts';

const PackageJson = z.object({
  version: z.string(),
  license: z.string(),
  devDependencies: z.object({ electron: z.string() }),
});

/** Licences and bill of materials of what the bundles hold, which must be built. Rejects over a licence that is not permitted. */
export async function buildLegal(): Promise<void> {
  const packages = await usedPackages();
  const refused = packages.filter(({ license }) => !isPermitted(license));
  if (refused.length > 0) {
    throw new Error(`not permitted: ${refused.map(({ name, license }) => `${name} (${license})`).join(', ')}`);
  }
  const { version, license, devDependencies } = PackageJson.parse(
    JSON.parse(await readFile(join(projectDir, 'package.json'), 'utf8')),
  );
  await mkdir(dirname(built.notices), { recursive: true });
  await writeFile(built.notices, noticesText(packages));
  await writeFile(built.sbom, sbomText(packages, { version, license, electron: devDependencies.electron }));
}
