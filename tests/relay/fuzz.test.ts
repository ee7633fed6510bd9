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
import { statuses } from '../../src/relay/http/responses.ts';
import { answersIn, raw } from '../support/raw-line.ts';
import { body, type EventAnswer, faultOf, hook, poll, sendRequest, sign, startRelay } from '../support/relay.ts';
import { soakSize } from '../support/soak.ts';

const named = new Set<number>(statuses);
const bytesOf = (event: EventAnswer): Buffer =>
  Buffer.from(event.body, event.bodyEncoding === 'utf8' ? 'utf8' : 'base64');

test('any signed bytes are stored exactly or answered 400', async () => {
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
      const key = `${ref} ${Buffer.from(bytes).toString('hex')}`;
      posted.add(key);
      if (status === 200) taken.add(key);
    }),
    { numRuns: soakSize({ usual: 45, soak: 90 }) },
  );
  const { events } = await poll(under, { limit: 100 });
  expect(new Set(events.map((event) => `${event.ref} ${bytesOf(event).toString('hex')}`))).toEqual(taken);
  expect(taken.size).toBeGreaterThan(10);
  expect(posted.size).toBeGreaterThan(taken.size);
});

test('any path, method, query or header gets a documented answer', async () => {
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
        const { status } = await sendRequest(under.relay.url, `/${parts.join('/')}?${query}`, {
          method,
          headers: { 'x-service-signature': header, authorization: `Bearer ${header}`, 'content-type': header },
          body: method === 'POST' ? sign('x') : '',
        });
        expect(named).toContain(status);
        expect(status).not.toBe(500);
      },
    ),
    { numRuns: soakSize({ usual: 150, soak: 300 }) },
  );
});

test('only a cursor of this mailbox is answered with a page', async () => {
  const under = await startRelay();
  await hook(under, '{}');
  const cursor = (await poll(under)).events[0]?.cursor ?? '';
  const cursors = oneof(
    string({ minLength: 1 }),
    nat({ max: cursor.length - 1 }).map((length) => cursor.slice(0, length)),
  );
  await assert(
    asyncProperty(cursors, async (after) => {
      // Without its check it is of the form before, which is a gap.
      expect((await poll(under, { after })).status).toBe(after === cursor.slice(0, -9) ? 410 : 400);
    }),
    { numRuns: soakSize({ usual: 50, soak: 100 }) },
  );
  expect((await poll(under, { after: cursor })).status).toBe(200);
});

test('any bytes on a connection get documented answers, and the next webhook is accepted', async () => {
  const under = await startRelay();
  const text = '{}';
  const good = `POST /hooks/${under.mailbox}/r HTTP/1.1\r\nHost: relay\r\nX-Service-Signature: ${sign(text)}\r\nContent-Length: 2\r\n\r\n${text}`;
  const piece = oneof(
    constantFrom('\r\n', '\n', '\r', ' ', ':', '\0', '0\r\n\r\n', '5\r\n', 'Content-Length: 5\r\n', 'Host: a\r\n'),
    constantFrom(
      'Transfer-Encoding: chunked\r\n',
      'Connection: close\r\n',
      'Expect: 100-continue\r\n',
      'Upgrade: x\r\n',
    ),
    constantFrom(
      'GET /healthz HTTP/1.1\r\n',
      'POST /hooks/m/r HTTP/1.1\r\n',
      'PUT / HTTP/1.0\r\n',
      'X-Service-Signature: 0\r\n',
    ),
    constantFrom(good, good.slice(0, -3), good.slice(9)),
    string({ maxLength: 20 }),
    uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  );
  await assert(
    asyncProperty(array(piece, { minLength: 1, maxLength: 12 }), async (pieces) => {
      // Ends with what no parser takes for the beginning of more, so that the line is always cut.
      const bytes = Buffer.from(`${pieces.join('')}\r\n\r\n\0\0\r\n\r\n`, 'latin1');
      const answers = answersIn(await raw(under.relay.url, bytes, 300));
      const final = answers.filter(({ status }) => status !== 100);
      for (const { status } of final) expect([200, 400, 401, 404, 405]).toContain(status);
      // Which request an answer is to is not known here: as an answer to none of the described ones it must do.
      const refused = final.filter(({ status }) => [400, 404, 405].includes(status));
      expect(refused.map((answer) => faultOf({ ...answer, method: 'POST', path: '/' }))).toEqual(
        refused.map(() => null),
      );
    }),
    { numRuns: soakSize({ usual: 75, soak: 150 }) },
  );
  expect((await hook(under, body('after'))).status).toBe(200);
}, 60_000);

test('whatever stands in a poll’s query and headers, the answer is as described, and only the token opens it', async () => {
  const under = await startRelay();
  await hook(under, '{}');
  const value = oneof(
    string({ maxLength: 30 }),
    nat().map(String),
    constantFrom('-1', '1e9', 'NaN', '', ' 5', '0x10', '1.5'),
  );
  const token = oneof(
    constantFrom(under.token, `${under.token} `, under.token.slice(1)),
    stringMatching(/^[!-~]{0,60}$/),
  );
  await assert(
    asyncProperty(
      value,
      value,
      value,
      token,
      constantFrom('Bearer', 'bearer', 'Basic', ''),
      async (after, limit, wait, key, scheme) => {
        const query = new URLSearchParams({ after, limit, wait: Number(wait) > 0.05 ? '0' : wait });
        const { status } = await sendRequest(under.relay.url, `/v1/mailboxes/${under.mailbox}/events?${query}`, {
          headers: { authorization: `${scheme} ${key}` },
        });
        const opened = key.trim() === under.token && /^bearer$/i.test(scheme);
        expect(opened ? [200, 400] : [400, 401, 429]).toContain(status);
      },
    ),
    { numRuns: soakSize({ usual: 100, soak: 200 }) },
  );
});

test('any acknowledgement gets a documented answer', async () => {
  const under = await startRelay();
  await hook(under, '{}');
  const cursor = (await poll(under)).events[0]?.cursor ?? '';
  const type = constantFrom(
    'application/json',
    'application/json; charset=utf-8',
    'text/plain',
    'application/xml',
    '',
    ';',
  );
  const sent = oneof(
    json(),
    constantFrom(JSON.stringify({ cursor }), '{"cursor":1}', '{"__proto__":{"cursor":"x"}}', ''),
  );
  await assert(
    asyncProperty(sent, type, async (text, contentType) => {
      const { status } = await sendRequest(under.relay.url, `/v1/mailboxes/${under.mailbox}/ack`, {
        method: 'POST',
        body: text,
        headers: { authorization: `Bearer ${under.token}`, 'content-type': contentType },
      });
      const isJson = contentType.startsWith('application/json');
      const right = isJson && text === JSON.stringify({ cursor });
      expect(right ? [200] : [400, 415]).toContain(status);
    }),
    { numRuns: soakSize({ usual: 60, soak: 120 }) },
  );
});
