import { describe, expect, test } from 'vitest';
import type { TransportOutcome, TransportRequest } from '../../../src/main/base/system.ts';
import { createRelayMailbox } from '../../../src/main/relay-client/mailbox-client.ts';

const answered = (status: number, text: string): TransportOutcome => ({
  kind: 'answered',
  status,
  headers: {},
  body: new TextEncoder().encode(text),
});

/** A mailbox at a relay that gives these outcomes in turn, and the requests that it got. */
function mailboxAt(...outcomes: [TransportOutcome, ...TransportOutcome[]]) {
  const requests: TransportRequest[] = [];
  const transport = {
    exchange: async (request: TransportRequest) => {
      requests.push(request);
      return outcomes[requests.length - 1] ?? outcomes[0];
    },
  };
  return {
    requests,
    mailbox: createRelayMailbox({ transport, url: 'https://relay.test/', mailbox: 'm', token: 't' }),
  };
}
const { signal } = new AbortController();

test('a poll names the newest notice of the last page, also where a relay was put back to an older one', async () => {
  const page = (notices: number | undefined) =>
    answered(
      200,
      JSON.stringify({ events: [], next: null, more: false, shop: { id: 's', name: 'Toko', keyId: null, notices } }),
    );
  const { requests, mailbox } = mailboxAt(page(7), answered(500, ''), page(3), page(undefined), page(1));
  for (let polls = 0; polls < 5; polls += 1) await mailbox.poll({ after: null, limit: 50, waitSeconds: 25, signal });
  const positions = requests.map(({ url }) => new URL(url).searchParams.get('notices'));
  expect(positions).toEqual(['0', '7', '7', '3', '0']);
});

describe('asking the relay to erase', () => {
  const names = { refs: ['order-1'], signatures: [] };

  test('names the webhooks in the body, and answers how many were kept', async () => {
    const { requests, mailbox } = mailboxAt(answered(200, '{"status":"success","message":"OK","erased":2,"kept":1}'));
    expect(await mailbox.erase(names, signal)).toMatchObject({ kept: 1 });
    const [request] = requests;
    expect(request).toMatchObject({
      method: 'POST',
      url: 'https://relay.test/v1/mailboxes/m/erase',
      headers: { authorization: 'Bearer t' },
      signal,
    });
    expect(JSON.parse(new TextDecoder().decode(request?.body))).toEqual(names);
  });

  test.each<[string, TransportOutcome]>([
    ['an older relay', answered(404, '{"status":"error","message":"There is nothing here"}')],
    ['a wrong token', answered(401, '{"status":"error","message":"no"}')],
    ['a relay whose database fails', answered(500, '{"status":"error","message":"The relay failed"}')],
    ['somebody else’s page', answered(200, '<html></html>')],
    ['an answer without the counts', answered(200, '{"status":"success","message":"OK"}')],
    ['no connection', { kind: 'never_sent', reason: 'ECONNREFUSED' }],
    ['a lost answer', { kind: 'lost', reason: 'reset' }],
  ])('%s erases nothing that counts', async (_what, outcome) => {
    expect(await mailboxAt(outcome).mailbox.erase(names, signal)).toBeNull();
  });
});
