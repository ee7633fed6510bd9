import { app } from 'electron';
import { nodeSystem } from '../../base/system/node-system.ts';
import { selfCheck, verdictLines } from '../../diagnostics/index.ts';
import { managedSettingsPath } from '../../settings/index.ts';
import { ownArguments } from './command-line.ts';
import { hostSecrets } from './host-ports.ts';

/** `konter --check [--json]`: says on stdout whether this counter could sell, and ends with the code. Opens no window. */
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
      // Reading encrypts anew where the system has a newer key. The counter that may run on this folder does that itself.
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
