import { describe, expect, it } from 'vitest';
import {
  firstOpen,
  isConnectionSaved,
  isDone,
  nextOf,
  type SetupProgress,
  type Step,
  steps,
} from '../../../../src/renderer/state/setup-steps.ts';
import { Settings } from '../../../../src/shared/contract/settings.ts';

const noSecrets = {
  providerHeaders: false,
  secretKey: false,
  relayToken: false,
  backupPassphrase: false,
  supervisorPin: false,
  secondPin: false,
};
const tested = { relay: true, provider: true, product: false };

function progressOf(
  fields: Partial<SetupProgress> & {
    settings?: unknown;
    secrets?: object;
    mode?: 'training' | 'live';
    tested?: Partial<typeof tested>;
  } = {},
): SetupProgress {
  const { settings = {}, secrets = {}, mode = 'training', tested: passed = {}, ...rest } = fields;
  const view = {
    settings: Settings.parse(settings),
    secrets: { ...noSecrets, ...secrets },
    tested: { relay: false, provider: false, product: false, ...passed },
    mode,
  };
  return { view, products: 0, unpriced: 0, people: false, ...rest };
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
    expect(firstOpen(progressOf())).toBe('shop');
  });

  it('tick the connection once both of its tests passed, and not for being saved', () => {
    expect(isConnectionSaved(progressOf(connected).view)).toBe(true);
    expect(firstOpen(progressOf(connected))).toBe('connection');
    expect(firstOpen(progressOf({ ...connected, tested: { relay: true } }))).toBe('connection');
    expect(firstOpen(progressOf({ ...connected, tested: { provider: true } }))).toBe('connection');
    expect(isDone('connection', progressOf({ ...connected, mode: 'live' }))).toBe(false);
  });

  it('do not ask again for what passed, in training as in live mode', () => {
    expect(firstOpen(progressOf({ ...connected, tested }))).toBe('live');
    expect(firstOpen(progressOf({ ...connected, tested, mode: 'live' }))).toBe('products');
  });

  it('count neither products nor people of practice', () => {
    const practice = progressOf({ ...connected, tested, products: 12, people: true });
    expect([isDone('products', practice), isDone('people', practice)]).toEqual([false, false]);
    const live = progressOf({ ...connected, mode: 'live', products: 12, people: true });
    expect([isDone('products', live), isDone('people', live)]).toEqual([true, true]);
  });

  it('leave the products open while there are fewer than ten, or one of them lacks a price', () => {
    const live = progressOf({ ...connected, mode: 'live', products: 10 });
    const open = [{ ...live, products: 9 }, { ...live, unpriced: 1 }, live].map((each) => isDone('products', each));
    expect(open).toEqual([false, false, true]);
  });

  it('leave only the first sale where everything else is done', () => {
    const settings = { ...connected.settings, printer: 'Thermal' };
    expect(firstOpen(progressOf({ ...connected, settings, tested, mode: 'live', products: 12, people: true }))).toBe(
      'sell',
    );
  });

  it('follow each other to the end', () => {
    const walked: Step[] = [steps[0]];
    for (let step = nextOf(steps[0]); step !== null; step = nextOf(step)) walked.push(step);
    expect(walked).toEqual(steps);
  });
});
