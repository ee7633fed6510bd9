import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { hasScreen } from '../src/main/hosts/browser/open-address.ts';
import { StartArguments } from '../src/main/hosts/browser/start-arguments.ts';
import { parseCommandLine, pathOf } from '../src/main/hosts/command-line.ts';
import { electronRuntime } from './electron-runtime.ts';
import { projectDir, say } from './project.ts';

const Options = StartArguments.omit({ settings: true }).extend({
  browser: z.boolean().default(false),
});
type Options = z.infer<typeof Options>;

const usage = `npm run dev -- [--browser] [--port N] [--data-dir DIR] [--no-open]

Starts the counter from its sources. A change of a screen shows at once and keeps the sale being typed; a change of main
restarts main. Opens Electron where its runtime is, else the browser host.

  --browser       the browser host, also where Electron's runtime is
  --port N        of the browser host's page; 0 for any free one
  --data-dir DIR  default: .dev/data for the browser host, .dev/desktop for Electron, so never that of an installed counter
  --no-open       open no browser`;

async function dev(options: Options): Promise<void> {
  const runtime = options.browser || !hasScreen() ? null : electronRuntime();
  const dir = options['data-dir'];
  const dataDir = dir === undefined ? join(projectDir, '.dev', runtime === null ? 'data' : 'desktop') : pathOf(dir);
  const port = await freePort();
  if (runtime !== null) {
    const { runElectronDev } = await import('./dev/electron.ts');
    await runElectronDev({ runtime, dataDir, pagePort: port });
    return;
  }
  const { runBrowserDev } = await import('./dev/browser.ts');
  await runBrowserDev({ port: options.port ?? null, hostPort: port, dataDir, open: !options['no-open'] });
}

/** A free port of 127.0.0.1. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('the system gave no port');
  return address.port;
}

const options = parseCommandLine({
  usage,
  options: {
    port: { type: 'string' },
    'data-dir': { type: 'string' },
    'no-open': { type: 'boolean' },
    browser: { type: 'boolean' },
  },
  schema: Options,
});
try {
  await dev(options);
} catch (error) {
  say(`npm run dev could not start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
