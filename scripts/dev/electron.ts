import { join } from 'node:path';
import { createServer } from 'electron-vite';
import { projectDir, say } from '../project.ts';

export interface ElectronDevOptions {
  /** path of Electron's program */
  runtime: string;
  dataDir: string;
  /** a free port for the dev server of the pages */
  pagePort: number;
}

/**
 * Starts the desktop counter with electron-vite's dev server: it builds main and preload into .dev/out and watches them, restarts
 * Electron after a change of main, and serves the pages with hot reload. Ends with Electron.
 */
export async function runElectronDev({ runtime, dataDir, pagePort }: ElectronDevOptions): Promise<void> {
  process.env['ELECTRON_EXEC_PATH'] = runtime;
  process.env['ELECTRON_ENTRY'] = join(projectDir, '.dev/out/main/index.js');
  process.env['ELECTRON_CLI_ARGS'] = JSON.stringify([`--user-data-dir=${dataDir}`]);
  say(`Data folder: ${dataDir}`);
  await createServer(
    {
      root: projectDir,
      configFile: join(projectDir, 'electron.vite.config.ts'),
      logLevel: 'warn',
      build: { watch: { buildDelay: 50 } },
      server: {
        port: pagePort,
        strictPort: true,
        // The page's own address, app://konter, has no port to take these from.
        ws: { protocol: 'ws', host: '127.0.0.1', clientPort: pagePort },
      },
    },
    {},
  );
}
