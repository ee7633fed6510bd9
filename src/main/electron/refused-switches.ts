/**
 * Switches of Chromium by which who starts the program could look into its window or take its walls down. Node's own
 * (--inspect, NODE_OPTIONS) are shut by the fuses of the packed program.
 */
const refused = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'no-sandbox',
  'disable-gpu-sandbox',
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
] as const;

/** The first switch of the command line that the packed program does not start with; null when there is none. */
export function refusedSwitch(hasSwitch: (name: string) => boolean): string | null {
  return refused.find((name) => hasSwitch(name)) ?? null;
}
