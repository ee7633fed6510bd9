import { type Answering, type Behaviour, type Fields, type SnField, type Status } from './behaviours/behaviour.ts';
import type { Item } from './catalogue.ts';
import type { Ledger } from './ledger.ts';
import { type Clock, jsonAnswer, refusal, type SimulatedAnswer, success, textAnswer } from './ports.ts';
import type { Scheduler } from './scheduler.ts';

/** The dependencies of every operation. */
export interface OperationContext {
  clock: Clock;
  ledger: Ledger;
  scheduler: Scheduler;
  seed: string;
  /** factor of every delay; 0 for none */
  pace: number;
  /** webhooks contain product_code and price, as in the sample */
  sampleExtras: boolean;
  /** it has what src/shared/wire/capabilities.ts describes */
  hasCapabilities: boolean;
  /** selected by POST /control, customer number or product code, in this order; null: ordinary */
  behaviourFor(item: Item, customerNo: string): Behaviour | null;
  item(productCode: string): Item | null;
  isActive(item: Item): boolean;
}

export const refuse = (status: number, message: string): SimulatedAnswer => jsonAnswer(status, refusal(message));

export const snField = (status: Status, sn: string, field: SnField | undefined): string => {
  if (field === '' || field === '-') return field;
  return status === 'success' ? sn : '';
};

interface AnswerOptions {
  answering: Answering | undefined;
  /** the request's path, for redirects */
  path: string;
  acted: boolean;
  afterMs: number;
  /** wraps the resource as the operation's envelope does */
  wrap?: (resource: unknown) => unknown;
}

/** The answer with the resource, changed by the behaviour's fault. */
export function answer(resource: Fields, options: AnswerOptions): SimulatedAnswer {
  const { afterMs } = options;
  const wrap = options.wrap ?? ((inner: unknown) => inner);
  const correct = jsonAnswer(200, success(wrap(resource)), afterMs);
  const fault = options.answering?.fault;
  switch (fault?.kind) {
    case undefined:
      return correct;
    case 'drop':
      return { kind: 'drop', when: options.acted ? 'after' : 'before', afterMs };
    case 'half':
      return { ...correct, kind: 'half', body: correct.body.subarray(0, Math.floor(correct.body.length / 2)) };
    case 'changed':
      return jsonAnswer(200, success(wrap(fault.change(resource))), afterMs);
    case 'unwrapped':
      return jsonAnswer(200, success(resource), afterMs);
    case 'instead': {
      const headers = fault.headers['location'] === '' ? { ...fault.headers, location: options.path } : fault.headers;
      return textAnswer(fault.status, headers, fault.text, afterMs);
    }
    default:
      return fault satisfies never;
  }
}
