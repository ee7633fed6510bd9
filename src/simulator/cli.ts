/**
 * A stand-in for the payment service, for training, development and tests. core answers by rules and a seed; server.ts listens.
 * May use shared alone. Tests: tests/unit/simulator.
 */

import { parseArgs } from 'node:util';
import { z } from 'zod';

const usage = `npm run simulator -- [--seed TEXT] [--secret KEY] [--pace FACTOR] [--no-redelivery] [--no-extras] [--no-capabilities]

Serves a stand-in for the payment service on 127.0.0.1, port SIMULATOR_PORT (4010), and prints its address.
  --seed TEXT      the same seed gives the same serial numbers and bills (1)
  --secret KEY     signs the webhooks (simulator-secret)
  --pace FACTOR    every delay times this (1)
  --no-redelivery  sends a webhook once
  --no-extras      leaves out of webhooks what only the sample has
  --no-capabilities  has the spec's four endpoints only
`;

const Settings = z.object({
  SIMULATOR_PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'is not a port')
    .transform(Number)
    .pipe(z.int().max(65_535, 'is not a port'))
    .default(4010),
  seed: z.string().min(1, 'is empty'),
  secret: z.string().min(1, 'is empty'),
  pace: z.coerce.number('is not a number').nonnegative('is negative'),
  redelivery: z.boolean(),
  extras: z.boolean(),
  capabilities: z.boolean(),
});
type Settings = z.infer<typeof Settings>;

/** The settings, or why there are none. */
function readSettings(args: readonly string[]): Settings | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      allowNegative: true,
      options: {
        seed: { type: 'string', default: '1' },
        secret: { type: 'string', default: 'simulator-secret' },
        pace: { type: 'string', default: '1' },
        redelivery: { type: 'boolean', default: true },
        extras: { type: 'boolean', default: true },
        capabilities: { type: 'boolean', default: true },
      },
    });
    const settings = Settings.safeParse({ ...values, SIMULATOR_PORT: process.env['SIMULATOR_PORT'] });
    if (settings.success) return settings.data;
    const [issue] = settings.error.issues;
    const name = String(issue?.path[0]);
    return `${name === 'SIMULATOR_PORT' ? name : `--${name}`}: ${issue?.message ?? ''}`;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Node adds advice about arguments that begin with a minus.
    return error.message.split(/\.\s/)[0] ?? '';
  }
}

async function serve({ SIMULATOR_PORT: port, seed, secret, pace, ...settings }: Settings): Promise<void> {
  const { startSimulatorServer } = await import('./server.ts');
  const server = await startSimulatorServer({
    port,
    seed,
    secretKey: secret,
    pace,
    sampleExtras: settings.extras,
    hasCapabilities: settings.capabilities,
    ...(settings.redelivery ? {} : { redelivery: [] }),
  });
  process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
  const stop = (): void => void server.close();
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

const args = process.argv.slice(2);
if (args.includes('--help') || args.includes('-h')) process.stdout.write(usage);
else {
  const settings = readSettings(args);
  if (typeof settings === 'string') {
    process.stderr.write(`${settings}\n\n${usage}`);
    process.exitCode = 2;
  } else await serve(settings);
}
