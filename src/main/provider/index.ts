export { createProvider } from './client.ts';
export { watchClockSkew } from './clock-skew.ts';
export { type ProductAnswer, type Provider, type ProviderOutcome } from './provider.ts';
export { watchTransport } from './transport-health.ts';
