import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { projectDir } from '../../../scripts/project.ts';
import { openApi } from '../../../src/relay/http/openapi.ts';
import { Webhook } from '../../../src/shared/wire/provider.ts';
import { poll, secret, startRelay } from '../../support/relay.ts';

const page = readFileSync(join(projectDir, 'docs/send-a-test-webhook.md'), 'utf8');
const blocks = [...page.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language = '', text = '']) => ({
  language,
  text,
}));
const [settings = '', send = '', read = ''] = blocks
  .filter(({ language }) => language === 'sh')
  .map(({ text }) => text);
const example = blocks.find(({ language }) => language === 'json')?.text;

const runs = (program: string, argument: string): boolean => {
  try {
    execFileSync(program, [argument], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const canRun = process.platform !== 'win32' && runs('openssl', 'version') && runs('curl', '--version');

/** Runs blocks of the page with these settings in the place of the page's own. */
async function run(values: Record<string, string>, ...lines: string[]): Promise<string> {
  const set = settings.replaceAll(/^([A-Z]+)=.*$/gm, (_, name: string) => `${name}='${values[name]}'`);
  const { stdout } = await promisify(execFile)('sh', ['-eu', '-c', [set, ...lines].join('\n')]);
  return stdout;
}

describe('docs/send-a-test-webhook.md', () => {
  it('asks for what mailbox create shows, and shows a body that a counter reads', () => {
    expect([...settings.matchAll(/^([A-Z]+)=/gm)].map(([, name]) => name)).toEqual([
      'RELAY',
      'MAILBOX',
      'TOKEN',
      'KEY',
    ]);
    const body: unknown = JSON.parse(/^BODY='(.+)'$/m.exec(send)?.[1] ?? '');
    expect(Webhook.parse(body)).toMatchObject({ status: 'success', sn: '0123456789' });
    const fields = [...page.matchAll(/^\| (`[a-z_`, ]+`) \|/gm)].flatMap(
      ([, names = '']) => names.match(/[a-z_]+/g) ?? [],
    );
    expect(fields.toSorted()).toEqual(Object.keys(openApi.components.schemas['Webhook']?.properties ?? {}).toSorted());
  });

  it('sends a webhook that the relay keeps and hands out, and is refused with another key', async ({ skip }) => {
    skip(!canRun, 'openssl, curl or a shell is missing: the commands of docs/send-a-test-webhook.md are NOT tested');
    const under = await startRelay();
    const values = { RELAY: under.relay.url, MAILBOX: under.mailbox, TOKEN: under.token, KEY: secret };
    expect(await run(values, send)).toBe(example);
    const page = JSON.parse(await run(values, read));
    expect(page.events).toMatchObject([{ ref: 'test-1', event: 'transaction.update' }]);
    expect((await poll(under)).events).toHaveLength(1);
    expect(await run({ ...values, KEY: 'another' }, send)).toMatch(/\n401\n$/);
  });
});
