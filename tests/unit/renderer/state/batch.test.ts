import { beforeEach, describe, expect, it } from 'vitest';
import { receiveBatch, receiveBatchAnswer, useBatch } from '../../../../src/renderer/state/batch.ts';
import type { Batch } from '../../../../src/shared/contract/batches.ts';

const batch = (state: Batch['state'], id = '3f0c2b1e-8f6a-4a57-9a3b-000000000001'): Batch => ({
  id,
  state,
  pause: null,
  createdAt: '2026-03-02T03:04:05.000Z',
  total: 24_000,
  payments: [{ method: 'cash', amount: 24_000 }],
  tendered: 24_000,
  change: 0,
  lines: [],
  toReturn: [],
});

beforeEach(() => useBatch.setState({ isOpen: false, text: '', bills: [], batch: null }));

describe('the batch that is shown', () => {
  const stateNow = () => useBatch.getState().batch?.state;

  it('is the one of the event, where the answer that began it comes later', () => {
    receiveBatch(batch('running'));
    receiveBatch(batch('finished'));
    receiveBatchAnswer(batch('running'), null);
    expect(stateNow()).toBe('finished');
  });

  it('is the one of the answer, where nothing came meanwhile', () => {
    receiveBatch(batch('paused'));
    receiveBatchAnswer(batch('stopped'), useBatch.getState().batch);
    expect(stateNow()).toBe('stopped');
  });

  it('waits for a person, where the answer of going on comes after the next pause', () => {
    receiveBatch(batch('paused'));
    const before = useBatch.getState().batch;
    receiveBatch(batch('running'));
    receiveBatch(batch('paused'));
    receiveBatchAnswer(batch('running'), before);
    expect(stateNow()).toBe('paused');
  });
});
