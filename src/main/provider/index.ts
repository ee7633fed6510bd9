/**
 * The client of the payment service (spec, sections 1 to 6): one request for one call, and what its answer certainly means.
 * It repeats nothing and guesses nothing: what is not clear is an outcome of its own.
 * May use base. Tests: tests/unit/provider.
 */

export { hasAnswered } from './capabilities.ts';
export { type ProductAnswer, type Provider, type ProviderOutcome } from './classify-response.ts';
export { createProvider, logOutcomes, productInAnyCase, watchClockSkew, watchTransport } from './client.ts';
