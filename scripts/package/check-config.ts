import { join } from 'node:path';
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js';
import { DebugLogger } from 'builder-util';
import { projectDir } from '../project.ts';

/** electron-builder.yml as electron-builder reads it. Rejects, as electron-builder would, over what it does not know. */
export async function readPackageConfig(): Promise<Awaited<ReturnType<typeof getConfig>>> {
  const config = await getConfig(projectDir, join(projectDir, 'electron-builder.yml'), null);
  await validateConfiguration(config, new DebugLogger(false));
  return config;
}

if (import.meta.main) await readPackageConfig();
