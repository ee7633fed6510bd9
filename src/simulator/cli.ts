import { parseArgs } from 'node:util';
import { z } from 'zod';
import { startSimulatorServer } from './server.ts';

const Settings = z.object({
  port: z.coerce.number().int().min(0).max(65_535),
  seed: z.string().min(1),
  secret: z.string().min(1),
  pace: z.coerce.number().nonnegative(),
  redelivery: z.boolean(),
  extras: z.boolean(),
});

const { values } = parseArgs({
  allowNegative: true,
  options: {
    seed: { type: 'string', default: '1' },
    secret: { type: 'string', default: 'simulator-secret' },
    pace: { type: 'string', default: '1' },
    redelivery: { type: 'boolean', default: true },
    extras: { type: 'boolean', default: true },
  },
});
const settings = Settings.safeParse({ ...values, port: process.env['SIMULATOR_PORT'] ?? '4010' });
if (settings.success) {
  const { port, seed, secret, pace, redelivery, extras } = settings.data;
  const server = await startSimulatorServer({
    port,
    seed,
    secretKey: secret,
    pace,
    sampleExtras: extras,
    ...(redelivery ? {} : { redelivery: [] }),
  });
  process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
  const stop = (): void => void server.close();
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
} else {
  for (const issue of settings.error.issues) process.stderr.write(`${issue.path.join('.')}: ${issue.message}\n`);
  process.exitCode = 2;
}
