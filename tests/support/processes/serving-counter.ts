import { flushCompileCache } from 'node:module';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { streamLog } from '../../../src/main/base/log/file-log.ts';
import { type Running, runInBrowser, startErrorText } from '../../../src/main/hosts/browser/run.ts';
import { createApp } from '../../../src/main/runtime/create-app.ts';
import { managedSettingsPath } from '../../../src/main/settings/managed-settings.ts';
import { keptThreads } from '../kept-threads.ts';

/**
 * The browser host as scripts/start-browser.ts starts it, but bundled, and with a practice provider that need not be as slow as in
 * life. One counter after another in one process, which loads and compiles their code once. Each line of its input is a ServedCounter
 * or null, which stops the one that is open; it answers with the JSON line of its address, or null once it is closed. The end of the
 * input ends the process, and so does SIGTERM.
 */

const ServedCounter = z.object({
  dataDir: z.string(),
  port: z.int(),
  practicePace: z.number(),
  role: z.enum(['counter', 'office']),
  env: z.record(z.string(), z.string()),
  notices: z.string(),
  pages: z.object({ renderer: z.string(), script: z.string(), displayScript: z.string() }),
});
export type ServedCounter = z.infer<typeof ServedCounter>;

const answer = (line: unknown): boolean => process.stdout.write(`${JSON.stringify(line)}\n`);

async function open({ practicePace, env: extraEnv, ...options }: ServedCounter): Promise<Running> {
  const env = { ...process.env, ...extraEnv };
  const running = await runInBrowser({
    ...options,
    createApp: (_system, options) => createApp(keptThreads, { ...options, practicePace }),
    env,
    fleet: managedSettingsPath(undefined, env),
    // The port was free for the counter before; another program may have it by now.
    otherPort: 0,
    log: streamLog(),
    version: '0.0.0-test',
  });
  answer({ url: running.startUrl, mode: running.mode });
  return running;
}

let running: Running | null = null;
process.once('SIGTERM', () => void Promise.resolve(running?.stop()).then(() => process.exit(0)));
try {
  for await (const line of createInterface({ input: process.stdin })) {
    const request = ServedCounter.nullable().parse(JSON.parse(line));
    if (request === null) {
      await running?.stop();
      running = null;
      answer(null);
    } else {
      running = await open(request);
      // Node writes the cache at a good end only.
      flushCompileCache();
    }
  }
  await running?.stop();
  process.exit(0);
} catch (error) {
  process.stderr.write(`${startErrorText(error)}\n`);
  process.exit(1);
}
