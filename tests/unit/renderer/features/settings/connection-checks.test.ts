import { expect, it } from 'vitest';
import { checkStates, noResults } from '../../../../../src/renderer/features/settings/connection-checks.ts';

const nothing = { relay: false, provider: false, product: false };
const passed = { relay: true, provider: true, product: true };
const trial = (outcome: 'ok' | 'unreachable' | 'wrong_secret' | 'refused' | 'not_heard') => ({ outcome, tookMs: null });

it('nothing is passed before it was tested, and what passed earlier still is', () => {
  expect(checkStates(noResults, nothing)).toEqual({ relay: 'open', signature: 'open', provider: 'open' });
  expect(checkStates(noResults, passed)).toEqual({ relay: 'ok', signature: 'ok', provider: 'ok' });
});

it('a relay that is not reached says nothing of the signature', () => {
  const states = checkStates({ ...noResults, relay: trial('unreachable') }, passed);
  expect(states).toMatchObject({ relay: 'failed', signature: 'open' });
});

it.each(['wrong_secret', 'refused', 'not_heard'] as const)('a relay that answers %s was reached', (outcome) => {
  const states = checkStates({ ...noResults, relay: trial(outcome) }, nothing);
  expect(states).toMatchObject({ relay: 'ok', signature: 'failed' });
});

it('a product that the provider does not know is a failure, whatever it answered before', () => {
  const provider = { provider: 'no_product', relay: 'ok' } as const;
  expect(checkStates({ ...noResults, provider }, passed).provider).toBe('failed');
  expect(checkStates({ ...noResults, provider, running: 'provider' }, passed).provider).toBe('running');
});
