import { z } from 'zod';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const Text = z.string().min(1).max(200);

/** Exactly the documented parameters, all strings (spec, Endpoints): anything else is refused. */
export const InquiryBody = z.strictObject({ product_code: Text, customer_no: Text });
export const PayBody = z.strictObject({ transaction_id: Text, product_code: Text, customer_no: Text });
export const OrderBody = z.strictObject({
  product_code: Text,
  customer_no: Text,
  callback_url: z.url({ protocol: /^https?$/ }).max(2000),
});

/** The body as the schema has it, or a sentence that says what is wrong with it. */
export function readBody<S extends z.ZodType>(
  schema: S,
  headers: Readonly<Record<string, string | undefined>>,
  body: Uint8Array,
): { ok: true; value: z.output<S> } | { ok: false; problem: string } {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  if (!/^application\/json\s*(;|$)/i.test(type ?? '')) {
    return { ok: false, problem: 'Content-Type must be application/json' };
  }
  let json: unknown;
  try {
    json = JSON.parse(utf8.decode(body));
  } catch {
    return { ok: false, problem: 'the body is not JSON' };
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return { ok: true, value: parsed.data };
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
  return { ok: false, problem: problems.join('; ') };
}
