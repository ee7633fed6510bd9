import { join } from 'node:path';
import { z } from 'zod';
import { parseCommandLine } from './command-line.ts';
import { pathOf } from './given-path.ts';

const usage = `npm run counter:check -- [--data-dir DIR] [--settings FILE] [--json]

Checks settings, database, provider, relay and printers without a window.
Exit code 0: all is well. 2: the arguments are wrong. Else the sum that docs/administration.md explains.`;

const args = parseCommandLine({
  usage,
  options: { 'data-dir': { type: 'string' }, settings: { type: 'string' }, json: { type: 'boolean' } },
  schema: z.object({
    'data-dir': z.string().min(1, 'is empty').transform(pathOf).optional(),
    settings: z.string().min(1, 'is empty').transform(pathOf).optional(),
    json: z.boolean().default(false),
  }),
});

// The counter's code is loaded once there is something to check.
const [
  { nodeSystem },
  { selfCheck, verdictLines },
  { managedSettingsPath },
  { defaultDataDir },
  { streamLog },
  { secretsFile },
] = await Promise.all([
  import('../src/main/base/system/node-system.ts'),
  import('../src/main/diagnostics/self-check.ts'),
  import('../src/main/settings/managed-settings.ts'),
  import('../src/main/hosts/browser/data-dir.ts'),
  import('../src/main/base/log/file-log.ts'),
  import('../src/main/hosts/browser/data-dir.ts'),
]);
const dataDir = args['data-dir'] ?? defaultDataDir('counter');
const verdict = await selfCheck(nodeSystem, {
  dataDir,
  env: process.env,
  fleet: managedSettingsPath(args.settings, process.env),
  secrets: secretsFile(join(dataDir, 'secrets.json'), streamLog()),
});
process.stdout.write(`${args.json ? JSON.stringify(verdict) : verdictLines(verdict)}\n`);
process.exitCode = verdict.code;
