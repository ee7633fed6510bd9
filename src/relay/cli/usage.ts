/** What the command line takes. */
export const usage = `Usage:
  npm run relay                                              serve
  npm run relay -- mailbox create NAME SECRET                a mailbox for one counter; shows its token once
  npm run relay -- mailbox create NAME --keyless             one whose secret this relay does not know
  npm run relay -- mailbox list
  npm run relay -- mailbox rotate-secret MAILBOX SECRET [--retire-in DAYS]   the old one is valid for 7 days, or DAYS
  npm run relay -- mailbox retire-secret MAILBOX             ends the old one now
  npm run relay -- mailbox rotate-token MAILBOX              shows the new one once; ends the old one now
  npm run relay -- mailbox disable MAILBOX
  npm run relay -- mailbox enable MAILBOX
  npm run relay -- mailbox delete MAILBOX --yes              with all that it holds
  npm run relay -- mailbox replay MAILBOX [--from CURSOR | --oldest]   what is kept comes to the counter again
  npm run relay -- restored                                  after an older copy of the database was put back

SECRET is --secret KEY, --secret-file FILE or --secret-stdin. With --json a command answers with one line of JSON.
Exit codes: 0 done; 1 the relay or its database failed; 2 not understood, or a setting is wrong; 3 it cannot be done.

Settings: RELAY_PORT, RELAY_HOST, RELAY_PUBLIC_URL, RELAY_MASTER_KEY (64 hex digits), RELAY_TRUST_PROXY,
  RELAY_KEEP_ACKED_DAYS, RELAY_KEEP_UNACKED_DAYS, RELAY_METRICS_ADDRESS (HOST:PORT),
  RELAY_ALLOW_INSECURE_PUBLIC_URL, RELAY_ALLOW_INSECURE_DATABASE (true),
  RELAY_DATABASE_URL (sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE)`;
