import { describe, expect, test } from 'vitest';
import type { TransportOutcome, TransportRequest } from '../../../src/main/base/system.ts';
import { createOfficeClient } from '../../../src/main/relay-client/shipped-log-client.ts';

const answered = (status: number, json: unknown): TransportOutcome => ({
  kind: 'answered',
  status,
  headers: {},
  body: new TextEncoder().encode(typeof json === 'string' ? json : JSON.stringify(json)),
});

function officeAt(outcome: TransportOutcome) {
  const requests: TransportRequest[] = [];
  const transport = {
    exchange: async (request: TransportRequest) => {
      requests.push(request);
      return outcome;
    },
  };
  return {
    requests,
    office: createOfficeClient({ transport, url: 'https://relay.test/', mailbox: 'm o', token: 't' }),
  };
}

const { signal } = new AbortController();
const counters = {
  version: 'v2',
  shop: { id: 's1', name: 'Toko Contoh', keyId: null, role: 'office' },
  counters: [
    {
      mailbox: 'm1',
      name: 'Front',
      isRevoked: false,
      log: { through: 0, head: null, tag: null, bytes: 0, snapshot: null },
    },
  ],
};
const base = 'https://relay.test/v1/mailboxes/m%20o/shop';

describe('an office at the relay', () => {
  test('asks for the counters at once, or for what differs from the version that it has', async () => {
    const { requests, office } = officeAt(answered(200, counters));
    expect(await office.counters(null, signal)).toEqual({ kind: 'answered', value: counters });
    await office.counters('v2', signal);
    expect(requests.map(({ url }) => url)).toEqual([`${base}/counters?`, `${base}/counters?known=v2`]);
    expect(requests[1]).toMatchObject({ method: 'GET', headers: { authorization: 'Bearer t' }, signal });
    // The relay holds it for 25 s.
    expect(requests[1]?.answerTimeoutMs).toBeGreaterThan(30_000);
  });

  test('reads the batches and the parts of one counter', async () => {
    const page = { batches: [{ first: 1, last: 2, head: 'ab'.repeat(32), sealed: 'AAAA' }], more: false };
    const batches = officeAt(answered(200, page));
    const log = batches.office.logOf('m1', signal);
    expect(log.mailbox).toBe('m1');
    expect(await log.batchesAfter(0)).toEqual({ kind: 'answered', value: page });
    expect(batches.requests[0]?.url).toBe(`${base}/log/batches?counter=m1&after=0`);
    const id = '0195f0aa-0000-7000-8000-000000000001';
    const parts = officeAt(answered(200, { sealed: 'AAEC' }));
    const piece = await parts.office.logOf('m1', signal).readPart(id, 3);
    expect(piece).toEqual({ kind: 'answered', value: Buffer.from([0, 1, 2]) });
    expect(parts.requests[0]?.url).toBe(`${base}/snapshot/part?counter=m1&snapshot=${id}&part=3&raw=1`);
  });

  test('takes a part as bytes from a relay that sends it so', async () => {
    const body = new Uint8Array([0, 123, 255]);
    const headers = { 'content-type': 'application/octet-stream' };
    const { office } = officeAt({ kind: 'answered', status: 200, headers, body });
    expect(await office.logOf('m1', signal).readPart('s', 0)).toEqual({ kind: 'answered', value: body });
  });

  test.each<[string, TransportOutcome, object]>([
    ['no connection', { kind: 'never_sent', reason: 'ECONNREFUSED' }, { kind: 'silent' }],
    ['a relay whose database fails', answered(500, { message: 'no' }), { kind: 'silent' }],
    ['somebody else’s page', answered(200, '<html></html>'), { kind: 'silent' }],
    ['a mailbox that is no office', answered(409, { reason: 'no_office' }), { kind: 'refused', reason: null }],
    ['a wrong token', answered(401, { message: 'no' }), { kind: 'refused', reason: null }],
    ['an older relay', answered(404, { message: 'no' }), { kind: 'refused', reason: null }],
  ])('of %s nothing is read', async (_what, outcome, expected) => {
    const { office } = officeAt(outcome);
    expect(await office.counters(null, signal)).toEqual(expected);
    expect(await office.logOf('m1', signal).batchesAfter(0)).toEqual(expected);
    expect(await office.logOf('m1', signal).readPart('s', 0)).toEqual(expected);
  });
});
