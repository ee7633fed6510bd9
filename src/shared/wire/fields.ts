import { z } from 'zod';
import { Rupiah } from '../domain/money.ts';
import { isRounded } from '../domain/transaction.ts';

/**
 * An amount that the provider names: at most a million million rupiah, which no counter ever sees. Larger ones are whole numbers
 * to JSON and to SQLite, but with a fee on top, or summed up in the books, they are none that can be read again.
 */
export const ProviderAmount = Rupiah.max(1_000_000_000_000);

/** Replaces a letter that could not be decoded. */
const brokenLetter = '\uFFFD';

const isWhole = (text: string): boolean => !text.includes(brokenLetter);

/**
 * Words of the provider. JSON can hold half a letter, where somebody cut a text within one: an escaped surrogate without its
 * other half. UTF-8 cannot, so that the database would give back another text than the log has.
 */
export const Text = z.string().overwrite((text) => text.toWellFormed());

/** The provider's id of a sale. Whether two ids with a broken letter are one is unknown. */
export const ProviderId = Text.min(1).refine(isWhole, 'has a broken letter');

/** A serial number that may be left out. With a broken letter, or rounded, it is none: the customer would get one that the provider never said. */
export const SerialNumber = Text.refine(isWhole, 'has a broken letter').refine((sn) => !isRounded(sn), 'is rounded');

/** The same where it has to be there: it is as good as empty then. */
export const WrittenSerialNumber = Text.overwrite((sn) => (isWhole(sn) && !isRounded(sn) ? sn : ''));

/** Spec, Brand object. */
export const Brand = z.looseObject({ name: lenient(Text), logo: lenient(Text) });

/** Spec, Category object. */
export const Category = z.looseObject({ name: lenient(Text) });

/** Every answer of the service (spec, Envelope). `data` is read by the operation's own schema; a refusal may have none. */
export const Envelope = z.looseObject({
  /** "success" on success; nothing else is shown */
  status: z.string(),
  message: Text.catch(''),
  data: z.unknown().optional(),
});
export type Envelope = z.infer<typeof Envelope>;

export function saysSuccess(envelope: Envelope): boolean {
  return envelope.status.trim().toLowerCase() === 'success';
}

/**
 * Parses JSON of the provider. A serial number that is written as a number keeps its digits as text: a number holds 15 of a token's 20.
 * Throws SyntaxError.
 */
export function parseProviderJson(text: string): unknown {
  const plain: unknown = JSON.parse(text);
  if (!/"sn"\s*:\s*\d/.test(text)) return plain;
  try {
    return JSON.parse(text, (key, value: unknown, at?: { source?: string }) =>
      key === 'sn' && typeof value === 'number' && /^\d+$/.test(at?.source ?? '') ? at?.source : value,
    );
  } catch {
    // With a reviver the parser overflows its stack at a few thousand levels, which the plain one reads.
    return plain;
  }
}

/**
 * A documented field that no outcome depends on: missing or wrong, it is read as null, and faultsOf names it.
 * (Spec: which fields may be absent is not shown, so a null logo must not turn a paid bill into an unknown one.)
 */
export function lenient<S extends z.ZodType>(schema: S) {
  return schema.nullable().catch(null);
}

/** One documented field that is missing or wrong. */
export interface WireFault {
  /** where, as "data.brand.logo"; "" is the whole */
  path: string;
  /** the expected form, without the received value */
  problem: string;
}

const documented = new WeakMap<z.ZodType, z.ZodType>();

/** The same schema with every lenient() field as the interface documents it: there, and of its type. */
function documentedOf(schema: z.ZodType): z.ZodType {
  const existing = documented.get(schema);
  if (existing) return existing;
  const strict = strictSchema(schema);
  documented.set(schema, strict);
  return strict;
}

function strictSchema(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodCatch) {
    const nullable = schema.def.innerType;
    return nullable instanceof z.ZodNullable ? documentedOf(asType(nullable.def.innerType)) : asType(nullable);
  }
  if (schema instanceof z.ZodObject) {
    const shape: Record<string, z.ZodType> = {};
    for (const [key, field] of Object.entries(schema.shape)) shape[key] = documentedOf(asType(field));
    return z.looseObject(shape);
  }
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const options = schema.def.options.map((option) => looseObject(documentedOf(asType(option))));
    const [first, ...rest] = options;
    return first ? z.discriminatedUnion(schema.def.discriminator, [first, ...rest]) : schema;
  }
  if (schema instanceof z.ZodArray) return z.array(documentedOf(asType(schema.def.element)));
  return schema;
}

function looseObject(schema: z.ZodType): z.ZodObject {
  if (schema instanceof z.ZodObject) return schema;
  throw new TypeError('not an object schema');
}

function asType(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodType) return schema;
  throw new TypeError('not a zod schema');
}

/** Names every documented field of the resource that is missing or wrong. */
export function faultsOf(schema: z.ZodType, input: unknown): WireFault[] {
  return faultsIn(documentedOf(schema).safeParse(input).error);
}

function faultsIn(error: z.ZodError | undefined): WireFault[] {
  return (error?.issues ?? []).map((issue) => ({ path: issue.path.map(String).join('.'), problem: issue.message }));
}

/** The result of reading a resource: usable, perhaps with faults, or not usable because the outcome needs the faulty fields. */
export type Reading<T> = { ok: true; value: T; faults: WireFault[] } | { ok: false; faults: WireFault[] };

/** Reads a resource: every fault is named, and only one in a field that is not lenient() refuses it. */
export function readWire<S extends z.ZodType>(schema: S, input: unknown): Reading<z.output<S>> {
  const faults = faultsOf(schema, input);
  const parsed = schema.safeParse(input);
  return parsed.success ? { ok: true, value: parsed.data, faults } : { ok: false, faults };
}
