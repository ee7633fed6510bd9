import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  json,
  nat,
  oneof,
  string,
  stringMatching,
  uint8Array,
  webQueryParameters,
  webSegment,
} from 'fast-check';
import { expect, test } from 'vitest';
import { statuses } from '../../src/relay/answers.ts';
import { ask, type EventAnswer, hook, poll, sign, startRelay } from '../support/relay.ts';

const named = new Set<number>(statuses);
const bytesOf = (event: EventAnswer): Buffer =>
  Buffer.from(event.body, event.bodyEncoding === 'utf8' ? 'utf8' : 'base64');

test('whatever bytes are signed and posted, they are kept exactly or answered 400', async () => {
  const under = await startRelay();
  const posted = new Set<string>();
  const taken = new Set<string>();
  const bodies = oneof(
    uint8Array({ maxLength: 200 }),
    json().map((text) => Buffer.from(text)),
  );
  await assert(
    asyncProperty(bodies, stringMatching(/^[A-Za-z0-9_-]{1,64}$/), async (bytes, ref) => {
      const { status } = await hook(under, bytes, { ref });
      expect([200, 400]).toContain(status);
      const what = `${ref} ${Buffer.from(bytes).toString('hex')}`;
      posted.add(what);
      if (status === 200) taken.add(what);
    }),
    { numRuns: 90 },
  );
  const { events } = await poll(under, { limit: 100 });
  expect(new Set(events.map((event) => `${event.ref} ${bytesOf(event).toString('hex')}`))).toEqual(taken);
  expect(taken.size).toBeGreaterThan(10);
  expect(posted.size).toBeGreaterThan(taken.size);
});

test('whatever path, method, query or header comes, the answer is a named one', async () => {
  const under = await startRelay();
  const segment = oneof(
    constantFrom('hooks', 'v1', 'mailboxes', 'events', 'ack', under.mailbox, '..', '.', '', '%2e%2e', '%00', '%zz'),
    webSegment(),
  );
  const anyHeader = stringMatching(/^[ -~]{0,80}$/);
  const methods = constantFrom('GET', 'POST', 'PUT', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND');
  await assert(
    asyncProperty(
      array(segment, { maxLength: 5 }),
      webQueryParameters(),
      methods,
      anyHeader,
      async (parts, query, method, header) => {
        const { status } = await ask(under.relay.url, `/${parts.join('/')}?${query}`, {
          method,
          headers: { 'x-service-signature': header, authorization: `Bearer ${header}`, 'content-type': header },
          body: method === 'POST' ? sign('x') : '',
        });
        expect(named).toContain(status);
        expect(status).not.toBe(500);
      },
    ),
    { numRuns: 300 },
  );
});

test('whatever cursor is asked from, the answer is a page only to ours', async () => {
  const under = await startRelay();
  await hook(under, '{}');
  const cursor = (await poll(under)).events[0]?.cursor ?? '';
  const cursors = oneof(
    string({ minLength: 1 }),
    nat({ max: cursor.length - 1 }).map((length) => cursor.slice(0, length)),
  );
  await assert(
    asyncProperty(cursors, async (after) => {
      expect((await poll(under, { after })).status).toBe(400);
    }),
    { numRuns: 100 },
  );
  expect((await poll(under, { after: cursor })).status).toBe(200);
});
