/**
 * A cookie of 127.0.0.1 is seen by every port of the machine, so its name carries ours: two counters on one machine do
 * not sign each other out. Without `Secure`, which browsers do not take from plain http everywhere.
 */
const nameOf = (port: number): string => `konter-${port}`;

export function sessionCookie(port: number, sessionId: string): string {
  return `${nameOf(port)}=${sessionId}; Path=/; HttpOnly; SameSite=Strict`;
}

/** Of the customer's display: sent to its own addresses and to no procedure. */
export function displayCookie(port: number, sessionId: string): string {
  return `${nameOf(port)}-display=${sessionId}; Path=/display; HttpOnly; SameSite=Strict`;
}

/** The session id that a request's Cookie header carries, or null. */
export const sessionIdOf = (port: number, header: string | undefined): string | null => valueOf(nameOf(port), header);

export const displayIdOf = (port: number, header: string | undefined): string | null =>
  valueOf(`${nameOf(port)}-display`, header);

function valueOf(name: string, header: string | undefined): string | null {
  const prefix = `${name}=`;
  for (const part of (header ?? '').split(';')) {
    const pair = part.trim();
    if (pair.startsWith(prefix)) return pair.slice(prefix.length);
  }
  return null;
}
