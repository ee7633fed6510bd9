import { Rupiah } from '../domain/money.ts';

/**
 * An amount that the provider names: at most a million million rupiah, which no counter ever sees. Larger ones are whole numbers
 * to JSON and to SQLite, but with a fee on top, or summed up in the books, they are none that can be read again.
 */
export const ProviderAmount = Rupiah.max(1_000_000_000_000);
