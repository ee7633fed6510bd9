import type { EventEmitter } from 'node:events';
import type { KonterEvent } from '../../shared/contract/events.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import type { Role } from './role.ts';
import type { Log, System } from './system.ts';

/**
 * What a feature brings to the counter. Each part names what it needs as the type of its argument, and runtime/features.ts lists the features
 * in the order in which they are opened: one whose needs no earlier one meets does not compile.
 */
export interface Feature {
  /** opens what outlives a switch between training and live; what the features before it have started is in the context */
  start?(context: never): object | Promise<object>;
  /** its repositories over the shop's database, by the names that they have there */
  tables?(database: never): object;
  /** looks at a database that is opened for writing, before anybody reads it */
  check?(db: never, context: never): void;
  /** its parts of each commit, inside the transaction */
  hooks?(database: never): readonly object[];
  /** follows the commits of one mode, outside the transaction */
  listener?(context: never): object;
  /** opens its services in one mode, training or live; those of the features before it are in the context */
  open?(context: never): object | Promise<object>;
  /** its procedures, made once: they reach the services of whatever mode is open */
  handlers?(deps: never): object;
}

/** Keeps the exact type of a feature, and holds it to the shape of one. */
export const defineFeature = <const F extends Feature>(feature: F): F => feature;

/** What features say to each other after a commit, or of the relay. Listeners run in the order in which they were added. */
export interface CounterEvents {
  /** a sale as it is stored now */
  sale: [sale: Transaction];
  /** something was committed */
  committed: [];
  /** items of the catalogue changed, by their products' codes */
  items: [codes: readonly string[]];
  /** the relay holds a later state of this journal: it is an older copy */
  olderDatabase: [];
  /** polls of the mailbox succeed again */
  relayLive: [];
  /** webhooks may have been lost between the counter's place in the mailbox and its oldest */
  relayGap: [];
  /** other counters of the shop have erased customers that were not known to be erased */
  erasedElsewhere: [];
  /** customers were erased here: replicas follow */
  erased: [];
  /** the machine woke up, or the network changed */
  wake: [];
}

/** What the parts of a program that outlive a switch between training and live may use from the beginning. */
export interface ProgramContext {
  role: Role;
  system: System;
  log: Log;
  dataDir: string;
  /** in force: what is saved, and what overrides it */
  settings(): Settings;
  /** of the counter that is open */
  mode(): 'training' | 'live';
  /** the settings in force have changed */
  settingsChanged: EventEmitter<{ changed: [Settings] }>;
  publish(event: KonterEvent): void;
  /** Called when the program ends, the last one first. */
  onClose(closer: () => unknown): void;
}

/** What each feature may use from the beginning of a mode. */
export interface ModeContext {
  mode: 'training' | 'live';
  role: Role;
  system: System;
  log: Log;
  /** of this mode's files */
  folder: string;
  /** the database's file */
  journalPath: string;
  settings(): Settings;
  events: EventEmitter<CounterEvents>;
  /** to the pages */
  publish(event: KonterEvent): void;
  /** something that the status shows has changed */
  statusChanged(): void;
  /** Called when the mode is closed, the last one first. @param closer.last the program ends */
  onClose(closer: (last: boolean) => unknown): void;
}

type Stage = 'start' | 'open';

/** The services of a list of features, over those that are there before. */
type Opened<Name extends Stage, Features extends readonly Feature[], Context> = Features extends readonly [
  infer First,
  ...infer Rest extends readonly Feature[],
]
  ? Opened<Name, Rest, Context & ServicesOf<Name, First>>
  : Context;

type ServicesOf<Name extends Stage, F> =
  F extends Record<Name, (context: never) => infer Services> ? Awaited<Services> : unknown;

/** The list itself; `never` in the place of a feature whose needs are not met by those before it. */
type Ordered<Name extends Stage, Features extends readonly Feature[], Context> = Features extends readonly [
  infer First,
  ...infer Rest extends readonly Feature[],
]
  ? readonly [
      First extends Record<Name, (context: infer Need) => unknown> ? (Context extends Need ? First : never) : First,
      ...Ordered<Name, Rest, Context & ServicesOf<Name, First>>,
    ]
  : readonly [];

/** Starts or opens features in their order, and answers their services together with the context. */
export async function openFeatures<
  Name extends Stage,
  Context extends object,
  const Features extends readonly Feature[],
>(
  stage: Name,
  context: Context,
  features: Features & Ordered<Name, Features, NoInfer<Context>>,
): Promise<Opened<Name, Features, Context>> {
  const services: object[] = [context];
  for (const feature of features) {
    const open = feature[stage];
    // Ordered has proved that it finds what it needs.
    if (open) services.push(await Reflect.apply(open, feature, [Object.assign({}, ...services)]));
  }
  return Object.assign({}, ...services);
}

type InputOf<F, Name extends keyof Feature> = F extends Record<Name, (input: infer I) => unknown> ? I : never;
type OutputOf<F, Name extends keyof Feature> = F extends Record<Name, (input: never) => infer O> ? O : never;
type All<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;
/** Wrapped, so that a union among the needs of one feature stays one. */
export type Needs<Features extends readonly Feature[], Name extends keyof Feature> = All<
  { [At in keyof Features]: [InputOf<Features[At], Name>] }[number] extends infer U
    ? U extends readonly [infer I]
      ? I
      : never
    : never
>;
/** What a list of features stores, by name. */
export type TablesOf<Features extends readonly Feature[]> = All<OutputOf<Features[number], 'tables'>>;
/** The procedures that a list of features serves. */
export type ProceduresOf<Features extends readonly Feature[]> = All<OutputOf<Features[number], 'handlers'>>;

/** One part of each feature that has it, made of what it needs: the types of those below have proved that it is there. */
function* partsOf(features: readonly Feature[], name: 'tables' | 'listener' | 'hooks' | 'handlers', input: unknown) {
  for (const feature of features) if (feature[name]) yield Reflect.apply(feature[name], feature, [input]);
}

/** The repositories of all, by name. */
export const tablesOf = <Features extends readonly Feature[]>(
  features: Features,
  parts: Needs<Features, 'tables'>,
): TablesOf<Features> => Object.assign({}, ...partsOf(features, 'tables', parts));

/** The procedures of all, by name. */
export const handlersOf = <Features extends readonly Feature[]>(
  features: Features,
  deps: Needs<Features, 'handlers'>,
): ProceduresOf<Features> => Object.assign({}, ...partsOf(features, 'handlers', deps));

/** Their parts of each commit, in the order of the features. */
export const hooksOf = <Features extends readonly Feature[]>(
  features: Features,
  database: Needs<Features, 'hooks'>,
): Extract<OutputOf<Features[number], 'hooks'>, readonly unknown[]>[number][] =>
  [...partsOf(features, 'hooks', database)].flat();

/** Those that follow commits, in the order of the features. */
export const listenersOf = <Features extends readonly Feature[]>(
  features: Features,
  context: Needs<Features, 'listener'>,
): OutputOf<Features[number], 'listener'>[] => [...partsOf(features, 'listener', context)];
