import { flushCompileCache } from 'node:module';
import { z } from 'zod';
import { streamLog } from '../../../src/main/base/log/file-log.ts';
import { runInBrowser, startErrorText } from '../../../src/main/hosts/browser/run.ts';
import { createApp } from '../../../src/main/runtime/create-app.ts';
import { managedSettingsPath } from '../../../src/main/settings/managed-settings.ts';

/**
 * The browser host in a process of its own: as scripts/start-browser.ts starts it, but bundled, and with a practice provider
 * that need not be as slow as in life. Takes a ServedCounter as JSON and settings in the environment; prints the JSON line
 * with its address; SIGTERM stops it.
 */

const ServedCounter = z.object({
  dataDir: z.string(),
  port: z.int(),
  practicePace: z.number(),
  role: z.enum(['counter', 'office']),
  notices: z.string(),
  pages: z.object({ renderer: z.string(), script: z.string(), displayScript: z.string() }),
});
export type ServedCounter = z.infer<typeof ServedCounter>;

const { practicePace, ...options } = ServedCounter.parse(JSON.parse(process.argv[2] ?? ''));
try {
  const running = await runInBrowser({
    ...options,
    createApp: (system, given) => createApp(system, { ...given, practicePace }),
    env: process.env,
    fleet: managedSettingsPath(undefined, process.env),
    // The port was free for the counter before; another program may have it by now.
    otherPort: 0,
    log: streamLog(),
    version: '0.0.0-test',
  });
  process.stdout.write(`${JSON.stringify({ url: running.startUrl, mode: running.mode })}\n`);
  process.once('SIGTERM', () => void running.stop().then(() => process.exit(0)));
  // Node writes the cache at a good end only.
  flushCompileCache();
} catch (error) {
  process.stderr.write(`${startErrorText(error)}\n`);
  process.exitCode = 1;
}
