/**
 * Switches of Chromium by which who starts the program could look into its window, take its walls down, or have its secrets and
 * its traffic kept less well. Node's own (--inspect, NODE_OPTIONS) are shut by the fuses of the packed program.
 */
const refused = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'disable-gpu-sandbox',
  'in-process-gpu',
  'single-process',
  'disable-web-security',
  'disable-site-isolation-trials',
  'allow-file-access-from-files',
  'allow-running-insecure-content',
  'load-extension',
  'js-flags',
  'renderer-cmd-prefix',
  'gpu-launcher',
  'utility-cmd-prefix',
  'zygote-cmd-prefix',
  'browser-subprocess-path',
  'no-zygote',
  'no-zygote-sandbox',
  'no-sandbox-and-elevated',
  'disable-setuid-sandbox',
  'disable-namespace-sandbox',
  'disable-seccomp-filter-sandbox',
  'allow-sandbox-debugging',
  'wait-for-debugger',
  'wait-for-debugger-children',
  'use-mock-keychain',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'host-resolver-rules',
  'host-rules',
  // Last: the program waits for its message (start.ts) only where nothing else is refused.
  'no-sandbox',
] as const;

/** Each asks a keyring for its key (Electron, "safeStorage"); "basic" and what is not known fall back to a fixed one. */
const keyrings: ReadonlySet<string> = new Set(['gnome-libsecret', 'kwallet', 'kwallet5', 'kwallet6']);

/** The part of `app.commandLine` that is needed. */
export interface CommandLine {
  hasSwitch(name: string): boolean;
  getSwitchValue(name: string): string;
}

/** The first switch of the command line that the packed program does not start with; null when there is none. */
export function refusedSwitch(commandLine: CommandLine): string | null {
  const found = refused.find((name) => commandLine.hasSwitch(name));
  if (found !== undefined) return found;
  const store = 'password-store';
  return commandLine.hasSwitch(store) && !keyrings.has(commandLine.getSwitchValue(store)) ? store : null;
}
