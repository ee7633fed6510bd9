import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SecretChanges } from '../../../../src/main/base/secrets.ts';
import { systemRandom } from '../../../../src/main/base/system/node-system.ts';
import { createPersonPins } from '../../../../src/main/staff/pins.ts';
import { appWorld, memorySecrets } from '../../../support/app-world.ts';
import { temporaryFolder } from '../../../support/journal-folder.ts';
import { pinOf, staffed } from '../../../support/staff.ts';

it('a name has nothing in it that cannot be seen, and two that look alike are one', async () => {
  const { call } = await appWorld();
  const { ids } = await staffed({ call });
  const hostile = await call('people.add', { name: '\u202e Bu\u0000 \n\u200bdi\ufeff ', role: 'cashier', pin: '8462' });
  expect(hostile.value.people.at(-1)?.name).toBe('Bu di');
  for (const name of ['Sa\u200bri', 'SARI', 'Sari\u202c']) {
    expect(await call('people.add', { name, role: 'cashier', pin: '9351' })).toMatchObject({
      error: { reason: 'name_taken' },
    });
  }
  for (const name of ['\u200b\u200b', 'x'.repeat(5000), 'x'.repeat(41)]) {
    expect(await call('people.change', { id: ids.other, name })).toMatchObject({ error: { code: 'invalid_input' } });
  }
});

it('who leaves has no PIN any more: not for an older copy of the receipts that is put back either', async () => {
  const { call, secrets } = await appWorld();
  const { ids } = await staffed({ call });
  const pins = createPersonPins(secrets, systemRandom);
  expect(await pins.has(ids.cashier)).toBe(true);
  await call('people.change', { id: ids.owner, active: false });
  await call('people.change', { id: ids.cashier, active: false });
  expect([await pins.has(ids.cashier), await pins.has(ids.owner), await pins.has(ids.other)]).toEqual([
    false,
    true,
    true,
  ]);
  expect(await call('people.change', { id: ids.cashier, active: true, pin: pinOf.cashier })).toMatchObject({
    ok: true,
  });
  expect(await call('people.signIn', { id: ids.cashier, pin: pinOf.cashier })).toMatchObject({ ok: true });
});

it('a counter opens also where a forgotten PIN cannot be set anew', async () => {
  const dataDir = temporaryFolder();
  const secrets = memorySecrets();
  const before = await appWorld({ dataDir, secrets });
  const { ids } = await staffed(before);
  await before.app.close();
  writeFileSync(join(dataDir, 'forgotten-owner-pin.txt'), '');
  const full = {
    ...secrets,
    write: (changes: SecretChanges) =>
      changes.peoplePins === undefined ? secrets.write(changes) : Promise.reject(new Error('full')),
  };
  const { call } = await appWorld({ dataDir, secrets: full });
  expect(await call('people.signIn', { id: ids.owner, pin: pinOf.owner })).toMatchObject({ ok: true });
  expect((await call('people.log')).value.events.map(({ type }) => type)).toContain('people.reset');
});
