import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { openAddress } from '../src/main/hosts/browser/open-address.ts';
import type { Running } from '../src/main/hosts/browser/run.ts';
import { parseCommandLine, pathOf } from '../src/main/hosts/command-line.ts';
import { buildIfNeeded } from './build.ts';
import { built, projectDir } from './project.ts';
import { say } from './say.ts';

/** The port of a start without --port; another free one is taken when it is not free. */
const usualPort = 4810;

export const StartArguments = z.object({
  port: z
    .string()
    .regex(/^\d{1,5}$/, 'is not a port')
    .transform(Number)
    .pipe(z.int().max(65_535, 'is not a port'))
    .optional(),
  'data-dir': z.string().min(1, 'is empty').optional(),
  'no-open': z.boolean().default(false),
  office: z.boolean().default(false),
  settings: z.string().min(1, 'is empty').optional(),
});
type StartArguments = z.infer<typeof StartArguments>;

export const startOptions = {
  port: { type: 'string' },
  'data-dir': { type: 'string' },
  settings: { type: 'string' },
  'no-open': { type: 'boolean' },
  office: { type: 'boolean' },
} as const;

const usage = `npm run start:browser -- [--port N] [--data-dir DIR] [--settings FILE] [--office] [--no-open]

Serves the counter to a browser on this machine, and opens one. Stops on SIGTERM.
  --port N         of 127.0.0.1; 0 is any free one
  --data-dir DIR   where the counter keeps its data
  --settings FILE  settings for many counters
  --office         as the office of a shop, which follows its counters and sells nothing
  --no-open        opens no browser`;

/**
 * A core dump would hold secrets and customers' data. The limit holds for programs started from here too. Where there is no
 * `prlimit` the system's own limit stays.
 */
export const forbidCoreDumps = (): Promise<void> =>
  new Promise((resolve) => {
    if (process.platform !== 'linux') return resolve();
    execFile('prlimit', ['--pid', String(process.pid), '--core=0:0'], () => resolve());
  });

/** Serves the counter to a browser on this machine until it is told to stop. Sets the exit code. */
export async function startBrowser(args: StartArguments): Promise<void> {
  try {
    await forbidCoreDumps();
    if (await buildIfNeeded('pages')) say('Built the pages.');
    const running = await run(args);
    stopOnSignals(running);
    say(`Konter is open (${running.mode}). Its address works once; Ctrl+C stops it.`);
    const show = (): void => publishSale(running);
    if (args['no-open']) show();
    else await openAddress({ url: running.startUrl, signedIn: running.signedIn, show });
  } catch (error) {
    await sayWhyNot(error);
    process.exitCode = 1;
  }
}

async function run(args: StartArguments): Promise<Running> {
  // The counter's code is loaded once it starts, so that --help is quick.
  const [
    { createApp },
    { defaultStateDir },
    { roleOf, unknownRole },
    { managedSettingsPath },
    { defaultDataDir },
    { streamLog },
    { runInBrowser },
  ] = await Promise.all([
    import('../src/main/runtime/create-app.ts'),
    import('../src/main/base/data-dir.ts'),
    import('../src/main/base/role.ts'),
    import('../src/main/settings/managed-settings.ts'),
    import('../src/main/hosts/browser/data-dir.ts'),
    import('../src/main/base/log/file-log.ts'),
    import('../src/main/hosts/browser/run.ts'),
  ]);
  const dataDir = args['data-dir'];
  const role = roleOf(args.office, process.env);
  if (role === null) throw new Error(unknownRole);
  return runInBrowser({
    createApp,
    stateDir: defaultStateDir(),
    role,
    dataDir: dataDir === undefined ? defaultDataDir(role) : pathOf(dataDir),
    env: process.env,
    fleet: managedSettingsPath(args.settings === undefined ? undefined : pathOf(args.settings), process.env),
    port: args.port ?? usualPort,
    otherPort: args.port === undefined ? 0 : null,
    notices: built.notices,
    pages: { renderer: built.renderer, script: built.konterScript, displayScript: built.displayScript },
    log: streamLog(),
    version: await ownVersion(),
  });
}

async function sayWhyNot(error: unknown): Promise<void> {
  // It knows the faults of all that the counter loads.
  const { startErrorText } = await import('../src/main/hosts/browser/run.ts');
  say(startErrorText(error));
}

/** The one line on stdout: the address with its token, for a person or for the program that started this one. */
function publishSale(running: Running): void {
  process.stdout.write(`${JSON.stringify({ url: running.startUrl, mode: running.mode })}\n`);
}

/** A signal comes twice when it is sent to the group and npm hands it on, so only the first one counts. */
function stopOnSignals(running: Running): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    say('Stopping ...');
    try {
      await running.stop();
      process.exit(0);
    } catch (error) {
      await sayWhyNot(error);
      process.exit(1);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop());
}

async function ownVersion(): Promise<string> {
  const text = await readFile(join(projectDir, 'package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

if (import.meta.main) {
  await startBrowser(parseCommandLine({ usage, options: startOptions, schema: StartArguments }));
}
