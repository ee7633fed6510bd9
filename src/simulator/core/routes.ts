import { Control } from './control.ts';
import { type Desk, refuse } from './desk.ts';
import { jsonAnswer, type SimulatedAnswer, type SimulatedRequest } from './http.ts';
import { inquiry } from './inquiry.ts';
import { order } from './order.ts';
import { pay } from './pay.ts';
import { product } from './product.ts';
import { InquiryBody, OrderBody, PayBody, readBody } from './request-bodies.ts';

/** One request to the service, so that a test can count how often something was sent. */
export interface SeenRequest {
  /** ISO 8601, UTC */
  at: string;
  method: string;
  path: string;
  status: number | 'dropped';
}

/** The service's four endpoints under /v1; beside them /ledger, /requests and /control, which are the simulator's own. */
export function route(
  desk: Desk,
  request: SimulatedRequest,
  seen: SeenRequest[],
  control: (asked: Control) => string | null,
): SimulatedAnswer {
  const path = request.path.split('?')[0] ?? '';
  if (path === '/ledger' || path === '/requests') {
    if (request.method !== 'GET') return refuse(405, 'GET only');
    return jsonAnswer(200, path === '/ledger' ? { transactions: desk.book.state.transactions } : { requests: seen });
  }
  if (path === '/control') return controlled(request, control);
  const answer = service(desk, request, path);
  const status = answer.kind === 'drop' ? 'dropped' : answer.status;
  seen.push({ at: desk.book.moment(), method: request.method, path, status });
  return answer;
}

function controlled(request: SimulatedRequest, control: (asked: Control) => string | null): SimulatedAnswer {
  if (request.method !== 'POST') return refuse(405, 'POST only');
  const read = readBody(Control, request.headers, request.body);
  if (!read.ok) return refuse(400, read.problem);
  const problem = control(read.value);
  return problem === null ? jsonAnswer(200, { done: true }) : refuse(400, problem);
}

function service(desk: Desk, request: SimulatedRequest, path: string): SimulatedAnswer {
  const { method, headers, body } = request;
  const code = /^\/v1\/product\/([^/]+)$/.exec(path)?.[1];
  if (code !== undefined) {
    return method === 'GET' ? product(desk, decoded(code), path) : refuse(405, 'Metode tidak didukung');
  }
  if (!['/v1/order', '/v1/billing/inquiry', '/v1/billing/pay'].includes(path)) {
    return refuse(404, 'Alamat tidak ditemukan');
  }
  if (method !== 'POST') return refuse(405, 'Metode tidak didukung');
  if (path === '/v1/order') {
    const asked = readBody(OrderBody, headers, body);
    return asked.ok ? order(desk, asked.value, path) : refuse(400, asked.problem);
  }
  if (path === '/v1/billing/inquiry') {
    const asked = readBody(InquiryBody, headers, body);
    return asked.ok ? inquiry(desk, asked.value, path) : refuse(400, asked.problem);
  }
  const asked = readBody(PayBody, headers, body);
  return asked.ok ? pay(desk, asked.value, path) : refuse(400, asked.problem);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
