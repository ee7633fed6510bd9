import { describe, expect, it } from 'vitest';
import {
  firstOpen,
  isDone,
  type Known,
  nextOf,
  type Step,
  steps,
} from '../../../../../src/renderer/features/setup/steps.ts';
import { Settings } from '../../../../../src/shared/contract/settings.ts';

const noSecrets = {
  providerHeaders: false,
  secretKey: false,
  relayToken: false,
  backupPassphrase: false,
  supervisorPin: false,
  secondPin: false,
};

function known(
  given: Partial<Known> & { settings?: unknown; secrets?: object; mode?: 'training' | 'live' } = {},
): Known {
  const { settings = {}, secrets = {}, mode = 'training', ...rest } = given;
  const view = { settings: Settings.parse(settings), secrets: { ...noSecrets, ...secrets }, mode };
  return { view, products: 0, people: false, relayTested: false, ...rest };
}

const connected = {
  settings: {
    shop: { name: 'Toko Contoh' },
    provider: { url: 'https://provider.invalid/v1' },
    relay: { url: 'https://relay.invalid', mailbox: 'shop' },
  },
  secrets: { secretKey: true, relayToken: true },
};

describe('the steps of setting a shop up', () => {
  it('begin with the shop where nothing is set', () => {
    expect(firstOpen(known())).toBe('shop');
  });

  it('go on with trying the relay once everything of the connection is saved', () => {
    expect(firstOpen(known(connected))).toBe('relay');
  });

  it('want the relay heard before practice is left, and do not ask for it again afterwards', () => {
    expect(firstOpen(known({ ...connected, relayTested: true }))).toBe('live');
    expect(isDone('relay', known({ ...connected, mode: 'live' }))).toBe(true);
  });

  it('count neither products nor people of practice', () => {
    const practice = known({ ...connected, relayTested: true, products: 12, people: true });
    expect([isDone('products', practice), isDone('people', practice)]).toEqual([false, false]);
    const live = known({ ...connected, mode: 'live', products: 12, people: true });
    expect([isDone('products', live), isDone('people', live)]).toEqual([true, true]);
  });

  it('leave only the first sale where everything else is done', () => {
    const settings = { ...connected.settings, printer: 'Thermal' };
    expect(firstOpen(known({ ...connected, settings, mode: 'live', products: 1, people: true }))).toBe('sell');
  });

  it('follow each other to the end', () => {
    const walked: Step[] = [steps[0]];
    for (let step = nextOf(steps[0]); step !== null; step = nextOf(step)) walked.push(step);
    expect(walked).toEqual(steps);
  });
});
