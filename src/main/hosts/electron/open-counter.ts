import { app, dialog, net } from 'electron';
import { defaultStateDir } from '../../base/data-dir.ts';
import { nodeSystem } from '../../base/system/node-system.ts';
import type { Log } from '../../base/system.ts';
import { selfCheck, verdictLines } from '../../diagnostics/index.ts';
import type { DisplayHost } from '../../display/index.ts';
import type { App, AppOptions, Desktop } from '../../runtime/create-app.ts';
import { createApp } from '../../runtime/create-app.ts';
import { managedSettingsPath } from '../../settings/index.ts';
import { ownArguments } from './command-line.ts';
import { hostPorts, hostSecrets } from './host-ports.ts';
import { askAboutLockedSecrets, secretsText } from './key-store-secrets.ts';
import { relaunch } from './machine-events.ts';
import type { QuitFlow } from './quit-flow.ts';
import { checkSelfInstall, DesktopInstaller, feedNameOf } from './updater.ts';

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

/** The counter with all parts of this host. Loaded after the window was opened: it is nine tenths of the program. */
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

/** This host's installer of updates. @param quit is known by the time an update is installed */
export function hostInstaller(quit: () => QuitFlow): Required<Pick<AppOptions, 'installer'>> {
  const why = checkSelfInstall(app.isPackaged, process.platform, process.env);
  if (why !== null) return { installer: why };
  const installer = new DesktopInstaller({
    feedName: feedNameOf(process.platform, process.arch),
    // Chromium's, for the system's proxy. Nothing is sold over it.
    fetch: (url, init) => net.fetch(url, { ...init, credentials: 'omit', cache: 'no-store' }),
    load: async () => (await import('electron-updater')).default.autoUpdater,
    handOver: (last) => quit().handOver(last),
  });
  return { installer };
}

/** `konter --check [--json]`: prints whether this counter could sell, and exits with the code. Opens no window. */
export async function checkAndEnd(): Promise<void> {
  await app.whenReady();
  const { settings, json } = ownArguments(process.argv.slice(1));
  const dataDir = app.getPath('userData');
  const silent = { info() {}, warn() {}, error() {} };
  try {
    const verdict = await selfCheck(nodeSystem, {
      dataDir,
      env: process.env,
      fleet: managedSettingsPath(settings, process.env),
      // Reading re-encrypts when the system has a newer key. The counter that may run on this folder does that itself.
      secrets: hostSecrets(dataDir, silent, () => {}, { write: async () => {} }),
    });
    const text = `${json ? JSON.stringify(verdict) : verdictLines(verdict)}\n`;
    // A pipe of Windows would be cut off by the exit.
    await new Promise<void>((resolve) => process.stdout.write(text, () => resolve()));
    app.exit(verdict.code);
  } catch (error) {
    process.stderr.write(`The check failed (${error instanceof Error ? error.name : typeof error}).\n`);
    app.exit(1);
  }
}
