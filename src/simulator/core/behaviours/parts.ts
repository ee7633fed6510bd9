import type { Fields, InquiryPlan, Line, OrderPlan, PayPlan, Step, WebhookPlan } from '../behaviour.ts';

/** Milliseconds of a well-behaved provider. */
export const answerAt = 120;
export const outcomeAt = 1500;

export const pendingThen = (status: 'success' | 'failed', at = outcomeAt): Step[] => [
  { at: 0, status: 'pending' },
  { at, status },
];

/** An order as the interface describes it, bent only where the caller says. */
export const order = (bent: Partial<OrderPlan> = {}): OrderPlan => ({
  does: pendingThen('success'),
  answers: {},
  webhooks: [{ at: outcomeAt, status: 'success' }],
  ...bent,
});

/** An order that never reached the provider's book, whatever came back. */
export const orderNotTaken = (line: Line): OrderPlan => ({ does: [], answers: { line }, webhooks: [] });

export const paid: PayPlan = { does: [{ at: 0, status: 'success' }] };
export const payNotTaken = (line: Line): PayPlan => ({ does: [], answers: { line } });
export const payAnswered = (line: Line): PayPlan => ({ ...paid, answers: { line } });
export const found: InquiryPlan = {};

export const webhook = (at: number, status: WebhookPlan['status'], bent: Partial<WebhookPlan> = {}): WebhookPlan => ({
  at,
  status,
  ...bent,
});

export const drop: Line = { kind: 'drop' };
export const half: Line = { kind: 'half' };

export const refused = (status: number, message = 'Permintaan ditolak'): Line => ({
  kind: 'instead',
  status,
  headers: { 'content-type': 'application/json' },
  text: JSON.stringify({ status: 'error', message, data: {} }),
});

export const page = (status: number, headers: Record<string, string> = {}): Line => ({
  kind: 'instead',
  status,
  headers: { 'content-type': 'text/html', ...headers },
  text: `<html><body><h1>${status}</h1></body></html>`,
});

export const text = (written: string): Line => ({
  kind: 'instead',
  status: 200,
  headers: { 'content-type': 'application/json' },
  text: written,
});

export const changed = (change: (resource: Fields) => unknown): Line => ({ kind: 'changed', change });

export const without =
  (...names: string[]) =>
  (fields: Fields): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** The brand without its logo, wherever the resource writes its brand. */
export const nullLogo = changed((resource) =>
  Object.fromEntries(
    Object.entries(resource).map(([key, value]) => [
      key,
      key.toLowerCase() === 'brand' && typeof value === 'object' ? { ...value, logo: null } : value,
    ]),
  ),
);
