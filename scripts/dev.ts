import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { electronRuntime } from './electron-runtime.ts';
import { pathOf } from './given-path.ts';
import { projectDir } from './project.ts';
import { say } from './say.ts';
import { hasScreen } from './screen.ts';

const Options = z.object({
  port: z.coerce.number().int().min(0).max(65_535).optional(),
  'data-dir': z.string().min(1).optional(),
  'no-open': z.boolean().default(false),
  browser: z.boolean().default(false),
  help: z.boolean().default(false),
});
type Options = z.infer<typeof Options>;

const usage = `npm run dev -- [--browser] [--port N] [--data-dir DIR] [--no-open]

Starts the counter from its sources. A change of a screen shows at once and keeps the sale being typed; a change of main
restarts main. Opens Electron where its runtime is, else the browser host.

  --browser       the browser host, also where Electron's runtime is
  --port N        of the browser host's page; 0 for any free one
  --data-dir DIR  default: .dev/data for the browser host, .dev/desktop for Electron, so never that of an installed counter
  --no-open       open no browser`;

function readOptions(argv: readonly string[]): Options | null {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        port: { type: 'string' },
        'data-dir': { type: 'string' },
        'no-open': { type: 'boolean' },
        browser: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
    return Options.parse(values);
  } catch {
    return null;
  }
}

/** Returns the exit code of a start that ends at once, or null while the counter runs. */
async function dev(argv: readonly string[]): Promise<number | null> {
  const options = readOptions(argv);
  if (options === null || options.help) {
    say(usage);
    return options === null ? 2 : 0;
  }
  const runtime = options.browser || !hasScreen() ? null : electronRuntime();
  const dir = options['data-dir'];
  const dataDir = dir === undefined ? join(projectDir, '.dev', runtime === null ? 'data' : 'desktop') : pathOf(dir);
  const port = await freePort();
  if (runtime !== null) {
    const { runElectronDev } = await import('./dev/electron.ts');
    await runElectronDev({ runtime, dataDir, pagePort: port });
    return null;
  }
  const { runBrowserDev } = await import('./dev/browser.ts');
  await runBrowserDev({ port: options.port ?? null, hostPort: port, dataDir, open: !options['no-open'] });
  return null;
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

try {
  const code = await dev(process.argv.slice(2));
  if (code !== null) process.exitCode = code;
} catch (error) {
  say(`npm run dev could not start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
