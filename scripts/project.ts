import { join } from 'node:path';

/** The folder that package.json lies in. */
export const projectDir = join(import.meta.dirname, '..');

/** Folders with the sources of the counter's bundles, beside src/shared: training brings the relay and the simulator. */
export const counterSources = ['src/main', 'src/relay', 'src/server', 'src/simulator'] as const;

/** What the build makes, and where. */
export const built = {
  electronMain: join(projectDir, 'out/main/index.js'),
  preload: join(projectDir, 'out/preload/index.cjs'),
  /** the browser host with the counter in it, and its threads */
  counter: join(projectDir, 'out/counter/counter.js'),
  renderer: join(projectDir, 'out/renderer'),
  relay: join(projectDir, 'out/relay/relay.js'),
  bridge: join(projectDir, 'out/bridge/bridge.js'),
  verifier: join(projectDir, 'out/verifier/index.html'),
  notices: join(projectDir, 'out/legal/notices.txt'),
  sbom: join(projectDir, 'out/legal/sbom.cdx.json'),
  konterScript: join(projectDir, 'out/browser/konter.js'),
  /** the same for the customer's display */
  displayScript: join(projectDir, 'out/browser/konter-display.js'),
  displayPreload: join(projectDir, 'out/preload/display.cjs'),
} as const;

/** To the person at the terminal; stdout is for the lines that programs read. */
export function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
