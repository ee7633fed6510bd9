import { createHash, type KeyObject } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { base32 } from '../../shared/domain/proof.ts';
import { Person } from '../../shared/domain/staff.ts';
import { isSignedBy, signText } from '../base/ed25519.ts';
import { jsonText } from '../db/statements.ts';
import { PinHashes } from '../staff/index.ts';

/** What the office publishes to the counters. */
export const OfficeDocument = z.object({
  /** of the format */
  format: z.literal(1),
  /** each is higher than the one before: an older one changes nothing */
  version: z.int().positive(),
  at: z.iso.datetime(),
  /** the relay's id of the shop: for another one it is worth nothing */
  shop: z.string(),
  /** the office's, 32 bytes in base64url */
  publicKey: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  /** read one by one: a faulty one does not spoil the rest */
  items: z.array(z.unknown()).max(50_000),
  people: z.array(Person).max(1000),
  /** null: no person has a PIN */
  pins: PinHashes.nullable(),
});
export type OfficeDocument = z.infer<typeof OfficeDocument>;

/** The signature is over the very text, so nothing depends on how JSON is written. */
const Envelope = z.object({ document: z.string(), signature: z.base64() });

/** A notice of two megabytes holds less than this, unless somebody means harm. */
const maxUnpackedBytes = 64 * 1024 * 1024;
/** Bound into the signature: the key signs nothing else by it. */
const context = 'konter office document 1\n';

/** What a person compares at the office and at the counter: 160 bits of the key's hash, "K7F2-Q3MA-…". */
export function fingerprintOf(publicKey: string): string {
  const digest = createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest().subarray(0, 20);
  return (
    base32(digest)
      .match(/.{1,4}/g)
      ?.join('-') ?? ''
  );
}

/** Compressed: catalogues are long and alike. */
export function signDocument(document: OfficeDocument, privateKey: KeyObject): Uint8Array {
  const text = JSON.stringify(document);
  const signature = Buffer.from(signText(context + text, privateKey)).toString('base64');
  return gzipSync(JSON.stringify({ document: text, signature } satisfies z.input<typeof Envelope>));
}

/** Null: it is none, or the key that it names has not signed it. Whether that key is the office's is another matter. */
export function readDocument(packed: Uint8Array): OfficeDocument | null {
  try {
    const unpacked = gunzipSync(packed, { maxOutputLength: maxUnpackedBytes }).toString();
    const { document, signature } = jsonText.pipe(Envelope).parse(unpacked);
    const read = jsonText.pipe(OfficeDocument).parse(document);
    return isSignedBy(context + document, Buffer.from(signature, 'base64'), read.publicKey) ? read : null;
  } catch {
    return null;
  }
}
