import { app, dialog } from 'electron';
import { defaultStateDir } from '../../base/data-dir.ts';
import { nodeSystem } from '../../base/system/node-system.ts';
import type { Log } from '../../base/system.ts';
import type { DisplayHost } from '../../display/index.ts';
import type { App, Desktop } from '../../runtime/app.ts';
import { createApp } from '../../runtime/create-app.ts';
import { managedSettingsPath } from '../../settings/index.ts';
import { hostInstaller } from './host-installer.ts';
import { hostPorts, hostSecrets } from './host-ports.ts';
import { askAboutLockedSecrets, secretsText } from './locked-secrets.ts';
import type { QuitFlow } from './quit-flow.ts';
import { relaunch } from './relaunch.ts';

export interface CounterParts {
  dataDir: string;
  /** --settings */
  settings: string | undefined;
  desktop: Desktop;
  displayHost: DisplayHost;
  notices: string;
  quit: () => QuitFlow;
  log: Log;
  version: string;
}

/** The counter with everything of this host. Loaded after the window is asked for: it is nine tenths of the program. */
export async function openCounter({ dataDir, settings, quit, log, ...rest }: CounterParts): Promise<App> {
  const secrets = hostSecrets(dataDir, log, (reason) => dialog.showErrorBox('Konter', secretsText(reason)));
  const locked = await secrets.checkNotManaged();
  if (locked !== null && (await askAboutLockedSecrets(dialog, locked)) === 'again') {
    // Chromium asks the key store once in the life of a process.
    relaunch();
    app.exit(0);
    return await new Promise<never>(() => {});
  }
  return await createApp(nodeSystem, {
    ...rest,
    dataDir,
    stateDir: defaultStateDir(),
    env: process.env,
    fleet: managedSettingsPath(settings, process.env),
    secrets,
    ...hostPorts(),
    ...hostInstaller(quit),
    log,
  });
}
