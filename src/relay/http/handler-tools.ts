import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import type { ShopRefusal } from '../core/claims.ts';
import type { PollSignal } from '../core/held-polls.ts';
import type { Relay } from '../core/relay.ts';
import type { Log } from './log.ts';
import type { Answers, Status } from './responses.ts';
import type { Path, RouteName } from './routes.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse, path: Path) => void;

export type Refusal = readonly [status: Status, message: string];

/** Why a counter's request is refused. */
export const refusals = {
  unauthorised: [401, 'The mailbox or its token is not valid'],
  bad_cursor: [400, 'The cursor is not of this mailbox'],
  gone: [410, 'Events behind the cursor are no longer kept'],
  taken: [409, 'Another counter reads this mailbox'],
  unknown: [404, 'There is nothing of that name in the shop'],
  no_shop: [409, 'The mailbox is in no shop'],
  other_key: [409, 'The shop has another key'],
  office: [409, 'The mailbox is an office'],
  no_office: [409, 'The mailbox is no office'],
  not_revoked: [409, 'The counter of this claim is in the shop, and settles it itself'],
  settled: [409, 'The claim is closed with another outcome'],
  full: [409, 'The mailbox has posted as many notices as are kept'],
} as const satisfies Record<string, Refusal>;

/** What the handlers of a group of routes share. */
export interface HandlerTools {
  relay: Relay;
  answers: Answers;
  log: Log;
  /** the bearer token; empty if there is none, which matches no mailbox */
  tokenOf(request: IncomingMessage): string;
  signalOf(request: IncomingMessage): PollSignal;
  refuse(request: IncomingMessage, response: ServerResponse, kind: keyof typeof refusals, details?: object): void;
  fail(response: ServerResponse, route: RouteName): (error: unknown) => void;
  withBody(request: IncomingMessage, response: ServerResponse, work: (body: Buffer) => void, maxBytes?: number): void;
  withJson<Value>(
    request: IncomingMessage,
    response: ServerResponse,
    schema: z.ZodType<Value>,
    work: (value: Value) => void,
    maxBytes?: number,
  ): void;
}

/** Does its work once the token is checked: before a body that is larger than others is read. */
export const authorised =
  (
    { relay, tokenOf, refuse, fail }: HandlerTools,
    route: RouteName,
    work: (request: IncomingMessage, response: ServerResponse, path: Path) => Promise<void> | void,
  ): Handler =>
  (request, response, path) => {
    const failed = fail(response, route);
    relay
      .authenticate({ mailbox: path.mailbox, token: tokenOf(request) })
      .then((isKnown) => (isKnown ? work(request, response, path) : refuse(request, response, 'unauthorised')))
      .catch(failed);
  };

export function withQuery<Value>(
  { answers }: HandlerTools,
  response: ServerResponse,
  { query }: Path,
  schema: z.ZodType<Value>,
  work: (value: Value) => Promise<void> | void,
): Promise<void> | void {
  const parsed = schema.safeParse(Object.fromEntries(query));
  if (parsed.success) return work(parsed.data);
  answers.status(response, 400, 'a field is missing or not valid', { close: true });
  return undefined;
}

const isRefused = (answer: object | null): answer is ShopRefusal => answer !== null && 'refused' in answer;

/** Answers a request about a shop. */
export function answerShop<Answer extends object | null>(
  { answers, refuse, fail }: HandlerTools,
  request: IncomingMessage,
  response: ServerResponse,
  route: RouteName,
  work: Promise<Answer | ShopRefusal>,
  onDone?: (answer: Answer) => void,
): void {
  work.then(
    (answer) => {
      if (isRefused(answer)) {
        const { refused: reason, ...more } = answer;
        refuse(request, response, reason, refusals[reason][0] === 409 ? { reason, ...more } : undefined);
        return undefined;
      }
      if (answer === null) answers.status(response, 200, 'OK');
      else answers.json(response, JSON.stringify(answer));
      onDone?.(answer);
      return undefined;
    },
    fail(response, route),
  );
}
