import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod';
import { streamLog } from '../../src/main/base/log/file-log.ts';
import { runInBrowser, startErrorText } from '../../src/main/hosts/browser/run.ts';
import { createApp } from '../../src/main/runtime/create-app.ts';
import { managedSettingsPath } from '../../src/main/settings/managed-settings.ts';
import { built, say } from '../project.ts';

/** The parent's message that starts the host, once the previous process has ended. */
export const StartHost = z.object({
  dataDir: z.string(),
  port: z.number(),
  front: z.object({ port: z.number(), token: z.string(), sessionId: z.string(), pageSecret: z.string() }),
});
export type StartHost = z.infer<typeof StartHost>;

/** The host's messages to the parent: its modules are loaded; it listens; a page has traded the token. */
export const HostMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('loaded') }),
  z.object({ kind: z.literal('open'), url: z.string(), mode: z.enum(['training', 'live']) }),
  z.object({ kind: z.literal('signed_in') }),
]);
export type HostMessage = z.infer<typeof HostMessage>;

const send = (message: HostMessage): void => void process.send?.(message);

/** The browser host as a child process of `npm run dev`. The session comes by message: arguments are visible to other users. */
async function run({ dataDir, port, front }: StartHost): Promise<void> {
  try {
    const running = await runInBrowser({
      createApp,
      dataDir,
      env: process.env,
      fleet: managedSettingsPath(undefined, process.env),
      port,
      otherPort: null,
      notices: built.notices,
      // The parent serves the pages.
      pages: { renderer: join(dataDir, 'no-pages'), script: '', displayScript: '' },
      log: streamLog(),
      version: '0.0.0-dev',
      front,
    });
    let stopping: Promise<void> | undefined;
    const stop = (): void => {
      stopping ??= running.stop().finally(() => process.exit());
    };
    process.on('SIGTERM', stop);
    process.on('disconnect', stop);
    send({ kind: 'open', url: running.startUrl, mode: running.mode });
    void running.signedIn.then(() => send({ kind: 'signed_in' }));
    // Node writes the cache at exit, which is too late for the first restart.
    flushCompileCache();
  } catch (error) {
    say(startErrorText(error));
    process.exit(1);
  }
}

if (import.meta.main) {
  process.once('message', (message) => void run(StartHost.parse(message)));
  process.once('disconnect', () => process.exit());
  // Ctrl+C reaches the whole group; the parent decides when this process stops.
  process.on('SIGINT', () => {});
  send({ kind: 'loaded' });
}
