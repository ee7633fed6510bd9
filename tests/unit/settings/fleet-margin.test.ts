import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { appWorld } from '../../support/app-world.ts';
import { temporaryFolder } from '../../support/database-files.ts';

const rupiah = { margin: { kind: 'rupiah', amount: 1500 }, rounding: 500 } as const;
const percent = { margin: { kind: 'percent', hundredths: 750 }, rounding: 100 } as const;

const opened = (content: object, dataDir = temporaryFolder()) => {
  const path = join(temporaryFolder(), 'fleet.json');
  writeFileSync(path, JSON.stringify(content), { mode: 0o600 });
  return appWorld({ fleet: { path, named: true }, dataDir });
};

it('a margin that the fleet fixes takes the place of one of another kind, and no half of it can be changed', async () => {
  const { call } = await opened({ fixed: { pricing: percent } });
  const view = (await call('settings.get')).value;
  expect(view.settings.pricing).toEqual(percent);
  expect(view.locked).toEqual(['pricing.margin', 'pricing.rounding']);
  expect(await call('settings.save', { pricing: { ...percent, margin: rupiah.margin } })).toMatchObject({
    error: { reason: 'managed_setting', fields: ['pricing.margin'] },
  });
});

it('a margin that the shop set is kept whole beside a default of another kind', async () => {
  const first = await opened({ defaults: { pricing: rupiah } });
  await first.call('settings.save', { pricing: percent, billFee: 750 });
  await first.app.close();
  const second = await opened({ defaults: { pricing: { ...rupiah, rounding: 100 } } }, first.dataDir);
  expect((await second.call('settings.get')).value.settings).toMatchObject({ pricing: percent, billFee: 750 });
  expect(readdirSync(first.dataDir)).not.toContain('settings.json.unreadable');
});
