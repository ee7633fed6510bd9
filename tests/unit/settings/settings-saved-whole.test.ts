import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SecretChanges } from '../../../src/main/base/secrets.ts';
import type { SecretName } from '../../../src/shared/contract/secret-name.ts';
import { appWorld, memorySecrets } from '../../support/app-world.ts';
import { temporaryFolder } from '../../support/database-files.ts';

const provider = { url: 'https://provider.example/v1' };

it('a save that the disk does not take changes nothing, also not with the next one', async () => {
  const { call, dataDir, secrets } = await appWorld();
  const path = join(dataDir, 'settings.json');
  mkdirSync(path);
  const refused = await call('settings.save', { provider, secrets: { secretKey: 'new-key', relayToken: 'new-token' } });
  expect(refused).toMatchObject({ ok: false, error: { code: 'internal' } });
  rmSync(path, { recursive: true });
  expect([await secrets.read('secretKey'), await secrets.read('relayToken')]).toEqual([null, null]);
  expect(await call('settings.save', { billFee: 3000 })).toMatchObject({
    value: { settings: { billFee: 3000, provider: { url: null } }, secrets: { secretKey: false, relayToken: false } },
  });
});

const change = {
  provider,
  secrets: { secretKey: 'new-key', relayToken: 'new-token', providerHeaders: { 'X-Key': 'obviously-fake' } },
  supervisorPin: { next: '123456' },
};
const names = ['secretKey', 'relayToken', 'providerHeaders', 'supervisorPin'] as const;

it('of several secrets and settings of one save all are kept or, where one is refused, none, and it says what to do', async () => {
  const kept = memorySecrets();
  let full = true;
  const write = async (changes: SecretChanges): Promise<void> => {
    if (full && changes.providerHeaders !== undefined) throw new Error('full');
    await kept.write(changes);
  };
  const first = await appWorld({ secrets: { ...kept, write } });
  expect(await first.call('settings.save', change)).toMatchObject({
    ok: false,
    error: { code: 'internal', reason: 'settings_not_kept' },
  });
  expect(names.filter((name) => kept.kept.has(name))).toEqual([]);
  expect(await first.call('settings.get')).toMatchObject({ value: { settings: { provider: { url: null } } } });
  await first.app.close();
  const second = await appWorld({ dataDir: first.dataDir, secrets: { ...kept, write } });
  expect(second.app.mode()).toBe('training');
  full = false;
  expect(await second.call('settings.save', change)).toMatchObject({ ok: true });
  expect(names.filter((name) => kept.kept.has(name))).toEqual([...names]);
  expect(readdirSync(first.dataDir).filter((name) => name.startsWith('settings.json'))).toEqual(['settings.json']);
});

it.each([
  ['before its secrets are kept finds all as before', false],
  ['after its secrets were kept finds all of it', true],
])('the start after a save that was killed %s', async (_when, isKept) => {
  const kept = memorySecrets();
  const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const write = async (changes: SecretChanges): Promise<void> => {
    if (changes.secretKey === undefined) return kept.write(changes);
    if (isKept) await kept.write(changes);
    reached.resolve();
    await goOn.promise;
  };
  const killed = await appWorld({ secrets: { ...kept, write } });
  const saving = killed.call('settings.save', change);
  await reached.promise;
  // What a killed program leaves is what lies there now.
  const dataDir = temporaryFolder();
  for (const name of readdirSync(killed.dataDir).filter((each) => each.startsWith('settings.json'))) {
    cpSync(join(killed.dataDir, name), join(dataDir, name));
  }
  const next = await appWorld({ dataDir, secrets: memorySecrets(new Map(kept.kept)) });
  expect((await next.call('settings.get')).value).toMatchObject({
    settings: { provider: { url: isKept ? provider.url : null } },
    secrets: { secretKey: isKept, relayToken: isKept, providerHeaders: isKept, supervisorPin: isKept },
  });
  expect(readdirSync(dataDir).filter((name) => name.startsWith('settings.json.'))).toEqual([]);
  goOn.resolve();
  await saving;
});

it('of two saves side by side both are in force', async () => {
  const kept = memorySecrets();
  const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let holding = false;
  const read = async (name: SecretName) => {
    const held = holding && name === 'oldSecretKeys';
    if (held) {
      holding = false;
      reached.resolve();
      await goOn.promise;
    }
    return kept.read(name);
  };
  const { call } = await appWorld({ secrets: { ...kept, read } });
  holding = true;
  const first = call('settings.save', { billFee: 3000 });
  await reached.promise;
  const second = call('settings.save', { inquiryMinutes: 7 });
  const turns = async () => {
    for (let turn = 0; turn < 500; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  // The second is through, or waits for the first.
  await Promise.race([second, turns()]);
  goOn.resolve();
  await Promise.all([first, second]);
  expect(await call('settings.get')).toMatchObject({ value: { settings: { billFee: 3000, inquiryMinutes: 7 } } });
});
