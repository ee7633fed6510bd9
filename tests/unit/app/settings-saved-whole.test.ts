import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SecretName } from '../../../src/shared/contract/secret-name.ts';
import { appWorld, memorySecrets } from '../../support/app-world.ts';

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

it('settings whose secrets are not kept are not saved either', async () => {
  const kept = memorySecrets();
  const write = (name: SecretName, value: string | null) =>
    name === 'providerHeaders' ? Promise.reject(new Error('full')) : kept.write(name, value);
  const first = await appWorld({ secrets: { ...kept, write } });
  const change = { provider, secrets: { providerHeaders: { 'X-Key': 'obviously-fake' } } };
  expect(await first.call('settings.save', change)).toMatchObject({ ok: false, error: { code: 'internal' } });
  expect(await first.call('settings.get')).toMatchObject({ value: { settings: { provider: { url: null } } } });
  await first.app.close();
  const second = await appWorld({ dataDir: first.dataDir, secrets: kept });
  expect(second.app.mode()).toBe('training');
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
