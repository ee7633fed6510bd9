import {
  CounterBatchesQuery,
  CounterPartQuery,
  CountersQuery,
  maxNoticeLength,
  NoticesQuery,
  PostedNotice,
} from '../../shared/wire/office.ts';
import { maxClaimSealed, maxClaims, PostedClaims, PostedShopKey, SettledClaim } from '../../shared/wire/shop.ts';
import { answerShop, authorised, type Handler, type HandlerTools, withQuery } from './handler-tools.ts';
import { shortMailbox } from './log.ts';
import type { RouteName } from './routes.ts';

type ShopRoute = Extract<RouteName, `shop${string}` | `${string}Claim${string}`>;

/** A claim has less than a kilobyte beside its sale. */
const maxClaimsBytes = maxClaims * (maxClaimSealed + 1024);

/** Answers the requests of counters and offices about their shop. */
export function shopHandlers(tools: HandlerTools): Record<ShopRoute, Handler> {
  const { relay, log, tokenOf, signalOf, withJson } = tools;
  return {
    shopKey: (request, response, { mailbox }) =>
      withJson(request, response, PostedShopKey, ({ keyId }) => {
        answerShop(tools, request, response, 'shopKey', relay.shop.setKey(mailbox, tokenOf(request), keyId));
      }),
    postClaims: authorised(tools, 'postClaims', (request, response, { mailbox }) =>
      withJson(
        request,
        response,
        PostedClaims,
        (posted) => {
          const work = relay.shop.post(mailbox, tokenOf(request), posted);
          answerShop(tools, request, response, 'postClaims', work, ({ results }) => {
            log.info({ mailbox: shortMailbox(mailbox), outcomes: results.map(({ outcome }) => outcome) }, 'claims');
          });
        },
        maxClaimsBytes,
      ),
    ),
    listClaims: (request, response, { mailbox }) =>
      answerShop(tools, request, response, 'listClaims', relay.shop.list(mailbox, tokenOf(request))),
    settleClaim: (request, response, { mailbox }) =>
      withJson(request, response, SettledClaim, (settled) => {
        const work = relay.shop.settle(mailbox, tokenOf(request), settled);
        answerShop(tools, request, response, 'settleClaim', work, () => {
          log.info({ mailbox: shortMailbox(mailbox), ...settled }, 'claim settled');
        });
      }),
    shopCounters: (request, response, path) =>
      void withQuery(tools, response, path, CountersQuery, ({ known }) => {
        const ask = { mailbox: path.mailbox, token: tokenOf(request), known, signal: signalOf(request) };
        answerShop(tools, request, response, 'shopCounters', relay.office.counters(ask));
      }),
    shopBatches: (request, response, path) =>
      void withQuery(tools, response, path, CounterBatchesQuery, ({ counter, after }) => {
        const ask = { mailbox: path.mailbox, token: tokenOf(request), counter };
        answerShop(tools, request, response, 'shopBatches', relay.office.batchesAfter(ask, after));
      }),
    shopPart: (request, response, path) =>
      void withQuery(tools, response, path, CounterPartQuery, ({ counter, ...part }) => {
        const ask = { mailbox: path.mailbox, token: tokenOf(request), counter };
        answerShop(tools, request, response, 'shopPart', relay.office.readPart(ask, part));
      }),
    shopNotices: (request, response, path) =>
      void withQuery(tools, response, path, NoticesQuery, ({ after }) =>
        answerShop(tools, request, response, 'shopNotices', relay.notices.after(path.mailbox, tokenOf(request), after)),
      ),
    shopPostNotice: authorised(tools, 'shopPostNotice', (request, response, { mailbox }) =>
      withJson(
        request,
        response,
        PostedNotice,
        (notice) => {
          const work = relay.notices.post(mailbox, tokenOf(request), notice);
          answerShop(tools, request, response, 'shopPostNotice', work, ({ seq }) => {
            log.info({ mailbox: shortMailbox(mailbox), topic: notice.topic, seq }, 'notice');
          });
        },
        maxNoticeLength + 1024,
      ),
    ),
  };
}
