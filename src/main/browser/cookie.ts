/**
 * A cookie of 127.0.0.1 is seen by every port of the machine, so its name carries ours: two counters on one machine do
 * not sign each other out. Without `Secure`, which browsers do not take from plain http everywhere.
 */
const nameOf = (port: number): string => `konter-${port}`;

export function sessionCookie(port: number, sessionId: string): string {
  return `${nameOf(port)}=${sessionId}; Path=/; HttpOnly; SameSite=Strict`;
}

/** The session id that a request's Cookie header carries, or null. */
export function sessionIdOf(port: number, header: string | undefined): string | null {
  const prefix = `${nameOf(port)}=`;
  for (const part of (header ?? '').split(';')) {
    const pair = part.trim();
    if (pair.startsWith(prefix)) return pair.slice(prefix.length);
  }
  return null;
}
