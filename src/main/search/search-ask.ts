import type { TransactionSearch } from '../../shared/contract/transactions.ts';

/** What is searched for. `costs: false`: whoever asks may not know what an order cost, so that none is found by it. */
export type SearchAsk = TransactionSearch & { costs?: boolean | undefined };
