import type { Result } from './errors.ts';
import type { KonterEvent } from './events.ts';
import { procedureNames } from './procedure-names.ts';
import type { Output, ProcedureName, RawInput } from './registry.ts';

/** How a host carries a call to main and events back. Free of zod: it is part of the preload bundle. */
export interface Wire {
  call(name: string, input: unknown): Promise<unknown>;
  subscribe(listener: (event: never) => void): () => void;
}

/** Builds window.konter from the registry's names, so that both hosts offer exactly the same object. */
export function buildKonter(wire: Wire): Konter {
  const root: Record<string, unknown> = { subscribe: (listener: (event: never) => void) => wire.subscribe(listener) };
  for (const name of procedureNames) {
    const call = (input?: unknown): Promise<unknown> => wire.call(name, input);
    const [group, method] = name.split('.');
    if (group === undefined || method === undefined) {
      root[name] = call;
      continue;
    }
    root[group] = { ...(isRecord(root[group]) ? root[group] : {}), [method]: call };
  }
  // oxlint-disable-next-line typescript/consistent-type-assertions -- built from the names that the type is made of
  return root as Konter;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

type Call<N extends ProcedureName> =
  undefined extends RawInput<N>
    ? (input?: RawInput<N>) => Promise<Result<Output<N>>>
    : (input: RawInput<N>) => Promise<Result<Output<N>>>;

type Nested<Group extends string> = {
  [N in ProcedureName as N extends `${Group}.${infer Name}` ? Name : never]: Call<N>;
};

type GroupOf<N extends string> = N extends `${infer Group}.${string}` ? Group : never;

/** window.konter: one async function for each procedure, and a subscription to main's events. */
export type Konter = {
  [N in ProcedureName as N extends `${string}.${string}` ? never : N]: Call<N>;
} & { [Group in GroupOf<ProcedureName>]: Nested<Group> } & {
  /** Receives every event from now on; returns the function that ends it. */
  subscribe(listener: (event: KonterEvent) => void): () => void;
};

/** Electron's channel for each procedure, so that main serves nothing but what is in the contract. */
export const procedureChannel = (name: string): string => `konter:${name}`;

/** The channel of all events; no procedure is called "event". */
export const eventChannel = 'konter:event';
