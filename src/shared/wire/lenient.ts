import { z } from 'zod';

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
  const known = documented.get(schema);
  if (known) return known;
  const made = strictSchema(schema);
  documented.set(schema, made);
  return made;
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
