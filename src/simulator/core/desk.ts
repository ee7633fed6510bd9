import type { Agenda } from './agenda.ts';
import { type Answering, type Behaviour, type Fields, type SnSaid, type Status } from './behaviour.ts';
import type { Book } from './book.ts';
import type { Item } from './catalogue/product.ts';
import { jsonAnswer, refusal, type SimulatedAnswer, success, textAnswer } from './http.ts';
import type { Clock } from './ports.ts';

/** What every operation works with. */
export interface Desk {
  clock: Clock;
  book: Book;
  agenda: Agenda;
  seed: string;
  /** every delay is multiplied by it; 0 makes all of them nothing */
  pace: number;
  /** product_code and price in webhooks, as the sample has them */
  sampleExtras: boolean;
  /** asked for by hand, by the customer number, by the product code; null: ordinary */
  behaviourFor(item: Item, customerNo: string): Behaviour | null;
  item(productCode: string): Item | null;
  isActive(item: Item): boolean;
}

export const refuse = (status: number, message: string): SimulatedAnswer => jsonAnswer(status, refusal(message));

export const snSaid = (status: Status, sn: string, said: SnSaid | undefined): string => {
  if (said === '' || said === '-') return said;
  return status === 'success' ? sn : '';
};

interface Way {
  answering: Answering | undefined;
  /** the path the request came to, for redirects */
  path: string;
  acted: boolean;
  afterMs: number;
  /** puts the resource where the operation's envelope has it */
  wrap?: (resource: unknown) => unknown;
}

/** Sends the right answer on its way back, bent as the behaviour says. */
export function answer(resource: Fields, way: Way): SimulatedAnswer {
  const { afterMs } = way;
  const wrap = way.wrap ?? ((inner: unknown) => inner);
  const right = jsonAnswer(200, success(wrap(resource)), afterMs);
  const line = way.answering?.line;
  switch (line?.kind) {
    case undefined:
      return right;
    case 'drop':
      return { kind: 'drop', when: way.acted ? 'after' : 'before', afterMs };
    case 'half':
      return { ...right, kind: 'half', body: right.body.subarray(0, Math.floor(right.body.length / 2)) };
    case 'changed':
      return jsonAnswer(200, success(wrap(line.change(resource))), afterMs);
    case 'unwrapped':
      return jsonAnswer(200, success(resource), afterMs);
    case 'instead': {
      const headers = line.headers['location'] === '' ? { ...line.headers, location: way.path } : line.headers;
      return textAnswer(line.status, headers, line.text, afterMs);
    }
    default:
      return line satisfies never;
  }
}
