import type { Result } from './errors.ts';
import type { KonterEvent } from './events.ts';
import type { ProcedureName } from './names.ts';
import type { Given, Output } from './registry.ts';

type Call<N extends ProcedureName> =
  undefined extends Given<N>
    ? (input?: Given<N>) => Promise<Result<Output<N>>>
    : (input: Given<N>) => Promise<Result<Output<N>>>;

type Nested<Group extends string> = {
  [N in ProcedureName as N extends `${Group}.${infer Name}` ? Name : never]: Call<N>;
};

type GroupOf<N extends string> = N extends `${infer Group}.${string}` ? Group : never;

/** window.konter: one async function for each procedure, and a subscription to what main tells unasked. */
export type Konter = {
  [N in ProcedureName as N extends `${string}.${string}` ? never : N]: Call<N>;
} & { [Group in GroupOf<ProcedureName>]: Nested<Group> } & {
  /** Hears every event from now on; answers the function that ends it. */
  subscribe(listener: (event: KonterEvent) => void): () => void;
};
