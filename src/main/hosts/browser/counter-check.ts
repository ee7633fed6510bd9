import { join } from 'node:path';
import { z } from 'zod';
import { parseCommandLine, pathOf } from '../command-line.ts';

const usage = `npm run counter:check -- [--data-dir DIR] [--settings FILE] [--office] [--json]

Checks settings, database, provider, relay and printers without a window; of an office (--office) no provider.
Exit code 0: all is well. 2: the arguments are wrong. Else the sum that docs/administration.md explains.`;

const args = parseCommandLine({
  usage,
  options: {
    'data-dir': { type: 'string' },
    settings: { type: 'string' },
    office: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  schema: z.object({
    'data-dir': z.string().min(1, 'is empty').transform(pathOf).optional(),
    settings: z.string().min(1, 'is empty').transform(pathOf).optional(),
    office: z.boolean().default(false),
    json: z.boolean().default(false),
  }),
});

// The counter's code is loaded once there is something to check.
const [
  { nodeSystem },
  { selfCheck, verdictLines },
  { managedSettingsPath },
  { defaultDataDir, secretsFile },
  { streamLog },
  { roleOf, unknownRole },
] = await Promise.all([
  import('../../base/system/node-system.ts'),
  import('../../diagnostics/index.ts'),
  import('../../settings/index.ts'),
  import('./data-dir.ts'),
  import('../../base/log/file-log.ts'),
  import('../../base/role.ts'),
]);
const role = roleOf(args.office, process.env);
if (role === null) throw new Error(unknownRole);
const dataDir = args['data-dir'] ?? defaultDataDir(role);
const verdict = await selfCheck(nodeSystem, {
  dataDir,
  env: process.env,
  role,
  fleet: managedSettingsPath(args.settings, process.env),
  secrets: secretsFile(join(dataDir, 'secrets.json'), streamLog()),
});
process.stdout.write(`${args.json ? JSON.stringify(verdict) : verdictLines(verdict)}\n`);
process.exitCode = verdict.code;
