/** A setting is missing or wrong; the message names it and never repeats a secret. */
export class ConfigError extends Error {}
