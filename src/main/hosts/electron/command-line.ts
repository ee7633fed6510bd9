import { parseArgs } from 'node:util';

/** Konter's own arguments; Chromium's switches stand between them. */
interface OwnArguments {
  /** --settings FILE */
  settings: string | undefined;
  /** --check: look whether all is well, without a window, and end with a code */
  check: boolean;
  /** --json: the check's answer for programs */
  json: boolean;
  /** --office: follows the counters of a shop, and sells nothing */
  office: boolean;
}

/** @param argv without the program, and without the folder it is run from while it is not packed */
export function ownArguments(argv: readonly string[]): OwnArguments {
  const { values } = parseArgs({
    args: [...argv],
    strict: false,
    allowPositionals: true,
    options: {
      settings: { type: 'string' },
      check: { type: 'boolean' },
      json: { type: 'boolean' },
      office: { type: 'boolean' },
    },
  });
  return {
    settings: typeof values.settings === 'string' ? values.settings : undefined,
    check: values.check === true,
    json: values.json === true,
    office: values.office === true,
  };
}

/**
 * Switches of Chromium by which who starts the program could look into its window, take its walls down, or have its secrets and
 * its traffic kept less well. Node's own (--inspect, NODE_OPTIONS) are shut by the fuses of the packed program.
 */
const blocked = [
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

/** Each of these asks a keyring for its key (Electron, "safeStorage"); "basic" and unknown ones use a fixed key. */
const keyrings: ReadonlySet<string> = new Set(['gnome-libsecret', 'kwallet', 'kwallet5', 'kwallet6']);

/** The part of `app.commandLine` that is needed. */
interface CommandLine {
  hasSwitch(name: string): boolean;
  getSwitchValue(name: string): string;
}

/** The first switch of the command line that the packed program does not start with; null when there is none. */
export function blockedSwitch(commandLine: CommandLine): string | null {
  const match = blocked.find((name) => commandLine.hasSwitch(name));
  if (match !== undefined) return match;
  const store = 'password-store';
  return commandLine.hasSwitch(store) && !keyrings.has(commandLine.getSwitchValue(store)) ? store : null;
}
