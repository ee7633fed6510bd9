/** What came of reading a body as JSON. */
export type JsonReading = { ok: true; value: unknown } | { ok: false };

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a body as JSON in UTF-8, with or without a byte order mark. Never throws; of a key said twice the last counts. */
export function readJson(body: Uint8Array): JsonReading {
  try {
    const value: unknown = JSON.parse(utf8.decode(body));
    return { ok: true, value };
  } catch {
    return { ok: false };
  }
}
