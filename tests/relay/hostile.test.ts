import { expect, test, vi } from 'vitest';
import { answersIn, raw, rawLine } from '../support/raw-line.ts';
import {
  body,
  faultOf,
  hook,
  metric,
  poll,
  type RelayUnderTest,
  sendRequest,
  sign,
  startRelay,
} from '../support/relay.ts';

const text = body('T1');
const statusesIn = (received: string): number[] => answersIn(received).map(({ status }) => status);

/** A signed webhook as bytes, with whatever else stands in its head. */
const webhook = (mailbox: string, more = '', version = '1.1', sent = text): string =>
  `POST /hooks/${mailbox}/order-1 HTTP/${version}\r\nHost: relay\r\nX-Service-Signature: ${sign(sent)}\r\n${more}` +
  `Content-Length: ${sent.length}\r\n\r\n${sent}`;

const storedCount = async (under: RelayUnderTest): Promise<number> => (await poll(under, { limit: 100 })).events.length;

test.each([
  ['none at all', ''],
  ['an empty one', 'Content-Type: \r\n'],
  ['one without a subtype', 'Content-Type: json\r\n'],
  ['nonsense', 'Content-Type: ;;;=/\r\n'],
  ['letters that are not ASCII', 'Content-Type: application/jsön\r\n'],
  ['two of them', 'Content-Type: text/plain\r\nContent-Type: application/json\r\n'],
  ['an encoding that changes nothing', 'Content-Encoding: identity\r\n'],
  ['two of them that change nothing', 'Content-Encoding: Identity\r\nContent-Encoding: identity ,\tidentity\r\n'],
  ['an empty encoding', 'Content-Encoding: \r\n'],
])('takes a signed webhook with %s as its content type', async (_what, header) => {
  const under = await startRelay();
  const received = await raw(under.relay.url, webhook(under.mailbox, `${header}Connection: close\r\n`));
  expect(statusesIn(received)).toEqual([200]);
  expect(await storedCount(under)).toBe(1);
});

test('takes a signed webhook over HTTP/1.0, and in chunks, and one that asks before it sends', async () => {
  const under = await startRelay();
  expect(statusesIn(await raw(under.relay.url, webhook(under.mailbox, '', '1.0')))).toEqual([200]);
  const chunked = body('T2');
  const head = `POST /hooks/${under.mailbox} HTTP/1.1\r\nHost: relay\r\nConnection: close\r\nX-Service-Signature: ${sign(chunked)}\r\n`;
  const chunks = chunked
    .split('')
    .map((letter) => `1;${'x'.repeat(20)}\r\n${letter}\r\n`)
    .join('');
  expect(statusesIn(await raw(under.relay.url, `${head}Transfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`))).toEqual(
    [200],
  );
  const asking = webhook(under.mailbox, 'Expect: 100-continue\r\nConnection: close\r\n', '1.1', body('T3'));
  expect(statusesIn(await raw(under.relay.url, asking))).toEqual([100, 200]);
  expect(await storedCount(under)).toBe(3);
});

test.each([
  ['a body that came', 'Content-Length: 4\r\n\r\n1234'],
  ['a body that does not come', 'Content-Length: 4\r\n\r\n'],
  ['half a body in chunks', 'Transfer-Encoding: chunked\r\n\r\n4\r\n12'],
  ['no body', '\r\n'],
])('answers 400 and cuts the line where something unknown is expected, with %s', async (_what, rest) => {
  const { relay, mailbox } = await startRelay();
  for (const expected of ['nonsense', '', '200-ok']) {
    const received = await raw(
      relay.url,
      `POST /hooks/${mailbox} HTTP/1.1\r\nHost: relay\r\nExpect: ${expected}\r\n${rest}`,
    );
    const [answer, ...more] = answersIn(received);
    expect(more).toEqual([]);
    expect(answer && faultOf({ method: 'POST', path: `/hooks/${mailbox}`, ...answer })).toBe(null);
    expect(answer?.status).toBe(400);
  }
});

test('answers what comes in one go in its order, each for itself', async () => {
  const under = await startRelay();
  const line = rawLine(under.relay.url);
  line.send(webhook(under.mailbox) + 'GET /nothing HTTP/1.1\r\nHost: relay\r\nX: y\r\n\r\n');
  await line.closed;
  expect(statusesIn(line.received())).toEqual([200, 404]);
  const many = rawLine(under.relay.url);
  many.send(Array.from({ length: 300 }, (_, at) => webhook(under.mailbox, '', '1.1', body(`M${at}`))).join(''));
  await vi.waitFor(() => expect(statusesIn(many.received())).toEqual(Array.from({ length: 300 }, () => 200)));
  expect(await metric(under, 'relay_webhooks_accepted_total')).toBe(301);
});

const smuggled = 'GET /healthz HTTP/1.1\r\nHost: relay\r\n\r\n';
test.each([
  ['a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n'],
  ['chunks and a length', 'Transfer-Encoding: chunked\r\nContent-Length: 4\r\n'],
  ['chunks under another name', 'Content-Length: 4\r\nTransfer-Encoding: xchunked\r\n'],
  ['chunks that are not last', 'Transfer-Encoding: chunked, identity\r\n'],
  ['chunks twice', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n'],
  ['a space before the colon', 'Transfer-Encoding : chunked\r\n'],
  ['a tab before the colon', 'Content-Length\t: 4\r\n'],
  ['a folded line', 'X-A: b\r\n Transfer-Encoding: chunked\r\nContent-Length : 4\r\n'],
  ['two lengths', 'Content-Length: 0\r\nContent-Length: 43\r\n'],
  ['a list of lengths', 'Content-Length: 0, 43\r\n'],
  ['a signed length', 'Content-Length: +4\r\n'],
  ['a length below nothing', 'Content-Length: -1\r\n'],
  ['a hexadecimal length', 'Content-Length: 0x4\r\n'],
  ['a length beyond all numbers', `Content-Length: 1${'0'.repeat(40)}\r\n`],
  ['a bare line feed', 'X-A: b\nContent-Length: 4\r\n\r\n'],
  ['a bare carriage return', 'X-A: b\rTransfer-Encoding: chunked\r\n'],
  ['a zero byte', 'X-A: a\0b\r\n'],
])('answers once, with 400, and cuts the line at %s, whatever comes behind', async (_what, header) => {
  const { relay, mailbox } = await startRelay();
  const received = await raw(
    relay.url,
    `POST /hooks/${mailbox} HTTP/1.1\r\nHost: relay\r\n${header}\r\n0\r\n\r\n${smuggled}`,
  );
  expect(statusesIn(received)).toEqual([400]);
});

test.each([
  ['HTTP/2 without asking', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [400]],
  ['HTTP/0.9', 'GET /\r\n', [400]],
  ['HTTP/3.1', 'GET /healthz HTTP/3.1\r\nHost: relay\r\n\r\n', [400]],
  ['a way through', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n', [400]],
  [
    'another protocol',
    'GET /healthz HTTP/1.1\r\nHost: relay\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n',
    [200],
  ],
  [
    'an address in full',
    'GET http://elsewhere.example/healthz HTTP/1.1\r\nHost: relay\r\nConnection: close\r\n\r\n',
    [200],
  ],
  ['a star', 'OPTIONS * HTTP/1.1\r\nHost: relay\r\nConnection: close\r\n\r\n', [404]],
  ['a path that does not begin', 'GET healthz HTTP/1.1\r\nHost: relay\r\n\r\n', [400]],
  ['a path with a space', 'GET /hooks/a b HTTP/1.1\r\nHost: relay\r\n\r\n', [400]],
])('answers what is named to %s', async (_what, bytes, statuses) => {
  const { relay } = await startRelay({ headersMs: 500, checkEveryMs: 100 });
  expect(statusesIn(await raw(relay.url, bytes))).toEqual(statuses);
});

test.each([
  ['an escaped slash', '/hooks/M%2Forder-1'],
  ['a climb', '/hooks/M/../M/order-1'],
  ['an escaped climb', '/hooks/M/%2e%2e'],
  ['a climb out', '/healthz/../hooks/M'],
  ['a semicolon', '/hooks/M;x=1/order;x'],
  ['an escape of an escape', '/hooks/M/%252e'],
  ['a zero byte in the ref', '/hooks/M/a%00'],
  ['a fragment', '/hooks/M/a%23b'],
  ['a ref of letters that are not ASCII', '/hooks/M/%C3%A9'],
  ['half a letter', '/hooks/M/%C3'],
  ['a path of 7,000', `/hooks/M/${'a/'.repeat(3_500)}`],
])('takes no webhook at a path with %s', async (_what, path) => {
  const under = await startRelay();
  const answer = await sendRequest(under.relay.url, path.replaceAll('M', under.mailbox), {
    method: 'POST',
    body: text,
    headers: { 'x-service-signature': sign(text) },
  });
  expect([400, 401, 404]).toContain(answer.status);
  expect(await storedCount(under)).toBe(0);
});

test('an impossible id is answered like an unknown one', async () => {
  const under = await startRelay();
  const unknown = await hook({ ...under, mailbox: 'mNobody' }, text);
  for (const mailbox of ['%00', 'm%00x', 'm%27--', 'a'.repeat(200), '%F0%9F%94%91', under.mailbox.toLowerCase()]) {
    expect(await hook({ ...under, mailbox }, text)).toEqual(unknown);
    expect((await poll({ ...under, mailbox })).status).toBe(401);
  }
});

test.each([
  ['many headers', Array.from({ length: 3_000 }, (_, at) => `X-${at}: y\r\n`).join('')],
  ['one long header', `X-Service-Event: ${'e'.repeat(20_000)}\r\n`],
])('answers %s with 400 and cuts the line', async (_what, headers) => {
  const { relay, mailbox } = await startRelay();
  expect(statusesIn(await raw(relay.url, `POST /hooks/${mailbox} HTTP/1.1\r\nHost: relay\r\n${headers}\r\n`))).toEqual([
    400,
  ]);
});

test('reads no body of what it answers without: no path, no method, too large, compressed', async () => {
  const under = await startRelay();
  const starts: Array<[string, string, number]> = [
    ['POST /elsewhere', 'Content-Length: 1000', 404],
    [`PUT /hooks/${under.mailbox}`, 'Content-Length: 1000', 405],
    [`POST /hooks/${under.mailbox}`, 'Content-Length: 65537', 413],
    [`POST /hooks/${under.mailbox}`, 'Content-Length: 1000\r\nContent-Encoding: br', 415],
    [`POST /hooks/${under.mailbox}`, 'Content-Length: 1000\r\nContent-Encoding: identity, gzip', 415],
    [`POST /hooks/${under.mailbox}`, 'Content-Length: 1000\r\nContent-Encoding: identityidentity', 415],
    [`POST /v1/mailboxes/${under.mailbox}/ack`, 'Content-Type: application/json\r\nContent-Length: 65537', 413],
    [`POST /v1/mailboxes/${under.mailbox}/ack`, 'Content-Type: text/plain\r\nContent-Length: 1000', 415],
  ];
  for (const [start, header, status] of starts) {
    const line = rawLine(under.relay.url);
    line.send(`${start} HTTP/1.1\r\nHost: relay\r\n${header}\r\n\r\n`);
    await vi.waitFor(() => expect(statusesIn(line.received())).toEqual([status]));
    await line.closed;
  }
});

test('every answer above would have been refused if it were not as described', () => {
  const seen = { method: 'POST', path: '/hooks/m', status: 200, headers: {}, text: '{}' };
  const headers = { 'content-length': '2', 'content-type': 'application/json; charset=utf-8' };
  expect(faultOf(seen)).toContain('length');
  expect(faultOf({ ...seen, headers })).toContain('status');
  expect(faultOf({ ...seen, headers, status: 418 })).toContain('418');
  expect(faultOf({ ...seen, headers, status: 410 })).toContain('not described');
  expect(faultOf({ ...seen, headers, status: 429 })).toContain('Retry-After');
});
