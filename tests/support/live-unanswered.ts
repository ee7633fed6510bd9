/** Environment of a live shop whose provider and relay answer nobody. */
export const liveUnanswered = {
  KONTER_PROVIDER_URL: 'http://127.0.0.1:9/v1',
  KONTER_SECRET_KEY: 'made-up',
  KONTER_RELAY_URL: 'http://127.0.0.1:9',
  KONTER_RELAY_MAILBOX: 'm',
  KONTER_RELAY_TOKEN: 'made-up',
};
