/**
 * Why an exchange came to nothing, short and fit for logs: Node's own code (ECONNREFUSED, CERT_HAS_EXPIRED) where there
 * is one, because its messages quote addresses and headers.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
