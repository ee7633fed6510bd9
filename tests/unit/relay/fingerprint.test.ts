import { describe, expect, it } from 'vitest';
import { fingerprintOf } from '../../../src/relay/core/relay.ts';

const webhook = {
  mailbox: 'box',
  ref: '0192f0c1-2b3c-7000-8000-000000000001',
  event: 'transaction.update',
  signature: 'ef',
  body: Buffer.from('{"status":"success"}'),
};

describe('the fingerprint of a webhook', () => {
  it('is another one when mailbox, ref, event, body or signature is another', () => {
    const others = [
      { ...webhook, mailbox: 'box2' },
      { ...webhook, ref: '0192f0c1-2b3c-7000-8000-000000000002' },
      { ...webhook, ref: null },
      { ...webhook, event: null },
      { ...webhook, body: Buffer.from('{"status":"failed"}') },
      { ...webhook, signature: 'ab' },
      { ...webhook, signature: 'cd' },
    ];
    expect(fingerprintOf({ ...webhook })).toBe(fingerprintOf(webhook));
    expect(fingerprintOf({ ...webhook, signature: 'EF' })).toBe(fingerprintOf(webhook));
    expect(new Set([webhook, ...others].map(fingerprintOf)).size).toBe(others.length + 1);
  });

  it('stands where its order was sent: those of orders sent one after the other are in that order', () => {
    const sent = ['0192f0c1-2b3c', '0192f0c1-2b3d', '0192f0c2-0000', '0192f100-0000'];
    const fingerprints = sent.map((time, index) =>
      fingerprintOf({ ...webhook, ref: `${time}-7000-8000-00000000000${9 - index}`, body: Buffer.from(`[${index}]`) }),
    );
    expect(fingerprints.toSorted()).toEqual(fingerprints);
  });
});
