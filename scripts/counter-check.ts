import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { selfCheck } from '../src/main/app/self-check/self-check.ts';
import { verdictLines } from '../src/main/app/self-check/verdict.ts';
import { fleetPlace } from '../src/main/app/settings/fleet-file.ts';
import { defaultDataDir } from '../src/main/browser/data-dir.ts';
import { pinoLog } from '../src/main/browser/pino-log.ts';
import { secretsFile } from '../src/main/browser/secrets-file.ts';
import { pathOf } from './given-path.ts';
import { say } from './say.ts';

const usage = 'npm run counter:check -- [--data-dir DIR] [--settings FILE] [--json]';

const Arguments = z.object({
  'data-dir': z.string().min(1).transform(pathOf).optional(),
  settings: z.string().min(1).transform(pathOf).optional(),
  json: z.boolean().default(false),
});

/** Whether the browser host's counter could sell: the same check as the desktop's `--check`. Answers the exit code. */
async function check(argv: readonly string[]): Promise<number> {
  const asked = readArguments(argv);
  if (asked === null) {
    say(usage);
    return 1;
  }
  const dataDir = asked['data-dir'] ?? defaultDataDir();
  const verdict = await selfCheck({
    dataDir,
    env: process.env,
    fleet: fleetPlace(asked.settings, process.env),
    secrets: secretsFile(join(dataDir, 'secrets.json'), pinoLog()),
  });
  process.stdout.write(`${asked.json ? JSON.stringify(verdict) : verdictLines(verdict)}\n`);
  return verdict.code;
}

function readArguments(argv: readonly string[]): z.infer<typeof Arguments> | null {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: { 'data-dir': { type: 'string' }, settings: { type: 'string' }, json: { type: 'boolean' } },
    });
    return Arguments.parse(values);
  } catch {
    return null;
  }
}

process.exitCode = await check(process.argv.slice(2));
