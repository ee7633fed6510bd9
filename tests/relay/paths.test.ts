import { expect, test } from 'vitest';
import { openApi } from '../../src/relay/http/openapi.ts';
import { raw } from '../support/raw-line.ts';
import { body, hook, metricsOf, poll, sendRequest, sign, startRelay } from '../support/relay.ts';

test.each(['PUT', 'GET', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'])(
  'answers %s on a hook with 405',
  async (method) => {
    const under = await startRelay();
    const answer = await sendRequest(under.relay.url, `/hooks/${under.mailbox}/order-1`, { method });
    expect(answer).toMatchObject({ status: 405, json: { status: 'error' } });
  },
);

test('takes a webhook whose address has doubled slashes or one at its end', async () => {
  const { relay, mailbox, token } = await startRelay();
  const paths = [
    `/hooks/${mailbox}/order-1/`,
    `//hooks/${mailbox}//order-2`,
    `/hooks//${mailbox}/order-3//`,
    `/hooks/${mailbox}/`,
  ];
  for (const path of paths) {
    const text = body(path);
    const headers = { 'x-service-event': 'transaction.update', 'x-service-signature': sign(text) };
    expect((await sendRequest(relay.url, path, { method: 'POST', body: text, headers })).status).toBe(200);
  }
  const { events } = await poll({ relay, mailbox, token });
  expect(events.map(({ ref }) => ref)).toEqual(['order-1', 'order-2', 'order-3', null]);
});

test('answers 405 to the wrong method elsewhere', async () => {
  const { relay, mailbox } = await startRelay();
  for (const path of [`/v1/mailboxes/${mailbox}/events`, '/healthz', '/readyz', '/openapi.json']) {
    expect((await sendRequest(relay.url, path, { method: 'POST', body: 'x' })).status).toBe(405);
  }
  expect((await sendRequest(relay.url, `/v1/mailboxes/${mailbox}/ack`)).status).toBe(405);
});

test.each([
  ['nothing', '/'],
  ['no mailbox', '/hooks'],
  ['an empty mailbox', '/hooks/'],
  ['a path too deep', '/hooks/M/a/b'],
  ['a ref that climbs', '/hooks/M/..%2f..%2fetc'],
  ['a ref with a zero byte', '/hooks/M/a%00b'],
  ['a ref with a dot', '/hooks/M/a.b'],
  ['a ref of 65', `/hooks/M/${'a'.repeat(65)}`],
  ['a ref of 5,000', `/hooks/M/${'a'.repeat(5_000)}`],
  ['a mailbox of 5,000', `/hooks/${'m'.repeat(5_000)}`],
  ['capitals', '/HOOKS/M/order'],
  ['two slashes elsewhere', '//v1/mailboxes/M/events'],
  ['a mailbox itself', '/v1/mailboxes/M'],
  ['one event', '/v1/mailboxes/M/events/x'],
  ['another version', '/v2/mailboxes/M/events'],
])('answers 404 to POST on %s', async (_what, path) => {
  const under = await startRelay();
  const headers = { 'x-service-signature': sign(body('T1')), 'content-type': 'application/json' };
  const answer = await sendRequest(under.relay.url, path.replace(/\bM\b/, under.mailbox), {
    method: 'POST',
    body: body('T1'),
    headers,
  });
  expect(answer).toMatchObject({ status: 404, json: { status: 'error' } });
});

test.each([
  ['not HTTP at all', 'hello\r\n\r\n'],
  ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n'],
  ['headers beyond all measure', `GET /healthz HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`],
  ['two lengths', 'POST /hooks/m HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  [
    'a length and chunks',
    'POST /hooks/m HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['a broken escape', 'POST /hooks/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'],
  ['an expectation nobody meets', 'POST /hooks/m HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nContent-Length: 0\r\n\r\n'],
])('answers 400 to %s', async (_what, bytes) => {
  const { relay } = await startRelay();
  expect(await raw(relay.url, bytes)).toMatch(/^HTTP\/1\.1 400 /);
});

test('closes connections that never finish a header or a body, and serves others', async () => {
  const under = await startRelay({ headersMs: 300, requestMs: 600, checkEveryMs: 100 });
  const [headers, upload, good] = await Promise.all([
    raw(under.relay.url, 'POST /hooks/m HTTP/1.1\r\nHost: x\r\nX-Slow: '),
    raw(under.relay.url, 'POST /hooks/m HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nslow'),
    hook(under, body('T1')),
  ]);
  expect(headers).toMatch(/^HTTP\/1\.1 400 /);
  expect(upload).toMatch(/^HTTP\/1\.1 400 /);
  expect(good.status).toBe(200);
});

test('serves its health, metrics and OpenAPI description', async () => {
  const under = await startRelay();
  await hook(under, body('T1'));
  await hook(under, body('T1'), { signature: null });
  await poll(under);
  expect((await sendRequest(under.relay.url, '/healthz')).status).toBe(200);
  expect((await sendRequest(under.relay.url, '/readyz')).status).toBe(200);
  const text = await metricsOf(under.relay);
  expect(text).toContain('relay_webhooks_accepted_total 1\n');
  expect(text).toContain('relay_webhooks_refused_total{reason="unverified"} 1\n');
  expect(text).toContain('relay_commit_batch_size_sum 1\n');
  expect(text).toContain('relay_delivery_lag_seconds_count 1\n');
  expect(text).toMatch(/^relay_event_loop_delay_p99_seconds [\d.e-]+$/m);
  expect((await sendRequest(under.relay.url, '/openapi.json')).json).toEqual(JSON.parse(JSON.stringify(openApi)));
});

test('serves every path and method of its OpenAPI description', async () => {
  const { relay } = await startRelay();
  for (const [path, methods] of Object.entries(openApi.paths)) {
    for (const method of Object.keys(methods)) {
      const { status } = await sendRequest(relay.url, path.replace(/\{\w+\}/g, 'x'), { method: method.toUpperCase() });
      expect(['200', ...Object.keys((methods as Record<string, { responses: object }>)[method]!.responses)]).toContain(
        String(status),
      );
    }
  }
});
