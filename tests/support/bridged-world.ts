import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { z } from 'zod';
import { buildIfNeeded } from '../../scripts/build.ts';
import { compiledTests } from '../../scripts/compiled-tests.ts';
import { built, projectDir } from '../../scripts/project.ts';
import { digiflazzAccount } from './digiflazz-server.ts';
import { endProcess } from './live-world.ts';
import type { DigiflazzCommand } from './processes/digiflazz.ts';

const bridgeProgram = join(projectDir, 'src/bridge/cli/main.ts');
const digiflazzProgram = join(projectDir, 'tests/support/processes/digiflazz.ts');

const Mailbox = z.object({ mailbox: z.string(), token: z.string() });

/**
 * What a counter behind a bridge has around it, each a process of its own on a free port: a relay, a bridge and a stand-in for Digiflazz, set
 * up by the operators' commands.
 * @param folder for their files
 * @param provider what the stand-in does from before the bridge starts on, which fetches its list at once and then no more for five minutes
 */
export async function openBridgedWorld(folder: string, provider: DigiflazzCommand) {
  await buildIfNeeded('relay');
  const children: ChildProcess[] = [];
  const shared = { PATH: process.env['PATH'], ...compiledTests };
  const start = (program: string, env: object) => {
    const child = spawn(process.execPath, [program], {
      env: { ...shared, ...env },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    children.push(child);
    return child;
  };
  const command = async (program: string, env: object, ...args: string[]): Promise<string> =>
    (await promisify(execFile)(process.execPath, [program, ...args], { env: { ...shared, ...env } })).stdout;

  const digiflazz = start(digiflazzProgram, {});
  const answers = createInterface({ input: digiflazz.stdout })[Symbol.asyncIterator]();
  const nextAnswer = async (): Promise<string> => String((await answers.next()).value);
  const digiflazzUrl = await nextAnswer();
  const controlDigiflazz = async (request: DigiflazzCommand): Promise<unknown> => {
    digiflazz.stdin.write(`${JSON.stringify(request)}\n`);
    return JSON.parse(await nextAnswer());
  };
  await controlDigiflazz(provider);

  const relayEnv = {
    RELAY_PORT: '0',
    RELAY_DATABASE_URL: `sqlite:${join(folder, 'relay.db')}`,
    RELAY_SPOOL: 'none',
    RELAY_MASTER_KEY: '00'.repeat(32),
  };
  const relay = start(built.relay, relayEnv);
  const relayUrl = await addressIn(relay.stdout);

  const bridgeEnv = {
    BRIDGE_DATABASE_URL: `sqlite:${join(folder, 'bridge.db')}`,
    BRIDGE_RELAY_URL: relayUrl,
    BRIDGE_PROVIDER_URL: digiflazzUrl,
    BRIDGE_MASTER_KEY: '11'.repeat(32),
  };
  const [keyFile, secretFile, files] = ['api-key', 'webhook-secret', 'kasir-1'].map((name) => join(folder, name));
  if (!keyFile || !secretFile || !files) throw new Error('no paths');
  await Promise.all([
    writeFile(keyFile, digiflazzAccount.apiKey),
    writeFile(secretFile, digiflazzAccount.webhookSecret),
    mkdir(files),
  ]);
  const account = ['--username', digiflazzAccount.username, '--key-file', keyFile, '--webhook-secret-file', secretFile];
  await command(bridgeProgram, bridgeEnv, 'provider', 'set', ...account);
  await command(bridgeProgram, bridgeEnv, 'counter', 'create', 'Kasir 1', '--limit', '5000000', '--files', files);
  const [key, headers] = await Promise.all(['key', 'headers.json'].map((name) => readFile(join(files, name), 'utf8')));
  const mailbox = ['mailbox', 'create', 'Kasir 1', '--secret-file', join(files, 'key'), '--json'];
  const created = Mailbox.parse(JSON.parse(await command(built.relay, relayEnv, ...mailbox)));

  /** @param port 0: any free one */
  const startBridge = async (port: string): Promise<{ child: ChildProcess; url: string }> => {
    const child = start(bridgeProgram, { ...bridgeEnv, BRIDGE_PORT: port });
    return { child, url: await addressIn(child.stdout) };
  };
  let bridge = await startBridge('0');

  return {
    /** the counter's settings */
    env: {
      KONTER_PROVIDER_URL: `${bridge.url}/v1`,
      KONTER_PROVIDER_HEADERS: headers?.trim() ?? '',
      KONTER_SECRET_KEY: key?.trim() ?? '',
      KONTER_RELAY_URL: relayUrl,
      KONTER_RELAY_MAILBOX: created.mailbox,
      KONTER_RELAY_TOKEN: created.token,
    },
    /** Has the stand-in do something, and answers what it says. */
    digiflazz: controlDigiflazz,
    /** Where the stand-in posts its webhooks to. */
    hooks: (): string => `${bridge.url}/hooks/digiflazz`,
    /** kill -9 of the bridge, and a start at the same address. */
    async restartBridge(): Promise<void> {
      await endProcess(bridge.child);
      bridge = await startBridge(new URL(bridge.url).port);
    },
    close: async (): Promise<void> => void (await Promise.all(children.map(endProcess))),
  };
}

export type BridgedWorld = Awaited<ReturnType<typeof openBridgedWorld>>;

/** The first address that a program names as its own. */
async function addressIn(output: Readable): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [url] = /http:\/\/[\w.[\]:]+:\d+/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('a program ended before it listened');
}
