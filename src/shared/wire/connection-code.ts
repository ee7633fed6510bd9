import { z } from 'zod';
import { ProviderHeaders, ProviderUrl, RelayUrl } from '../domain/addresses.ts';
import { base32, fromBase32 } from '../domain/proof.ts';
import { ShopKeyText } from './shop.ts';

const Key = z.string().min(1).max(500);

/** What connects one counter to its mailbox, in one text that is pasted or scanned. It holds secrets, and is one. */
export interface ConnectionCode {
  relayUrl: string;
  mailbox: string;
  /** null: the key alone was replaced, and the counter of this mailbox keeps its token */
  token: string | null;
  /** signs the webhooks; null: the relay does not know it */
  secretKey: string | null;
  provider: { url: string; headers: Readonly<Record<string, string>> | null } | null;
  /** of a shop with several counters, whose key an existing counter has added; null: none */
  shopKey: string | null;
}

/** In this order, without names: each character makes the QR code larger. */
const Content = z
  .tuple([
    RelayUrl,
    z.string().trim().min(1).max(200),
    Key.nullable(),
    Key.nullable(),
    ProviderUrl.nullable(),
    ProviderHeaders.nullable(),
    ShopKeyText.nullable().default(null),
  ])
  .transform(
    ([relayUrl, mailbox, token, secretKey, url, headers, shopKey]): ConnectionCode => ({
      relayUrl,
      mailbox,
      token,
      secretKey,
      provider: url === null ? null : { url, headers },
      shopKey,
    }),
  );

const tag = 'KTC';
/** A code with a shop key has the second: an older counter would leave the key out, and says instead that the code is newer. */
const versions = { plain: 1, withShopKey: 2 } as const;

/** Why a text is no code that this version can use. */
export type CodeFault = 'code_foreign' | 'code_incomplete' | 'code_altered' | 'code_newer';

/**
 * The code as text: capitals, digits and dots, which a QR code packs and any scanner types.
 * @returns null where no counter takes what it would hold: a relay over plain http beyond this machine, say
 */
export function writeConnectionCode({
  relayUrl,
  mailbox,
  token,
  secretKey,
  provider,
  shopKey = null,
}: Omit<ConnectionCode, 'shopKey'> & Partial<Pick<ConnectionCode, 'shopKey'>>): string | null {
  const content = [relayUrl, mailbox, token, secretKey, provider?.url ?? null, provider?.headers ?? null];
  if (shopKey !== null) content.push(shopKey);
  if (!Content.safeParse(content).success) return null;
  const payload = base32(utf8(JSON.stringify(content)));
  const version = shopKey === null ? versions.plain : versions.withShopKey;
  return `${tag}${version}.${payload}.${checksum(payload)}`;
}

/** Reads a code that was pasted or scanned; spaces and line breaks within it do not count. */
export function readConnectionCode(text: string): { ok: true; code: ConnectionCode } | { ok: false; fault: CodeFault } {
  const [head = '', payload, check] = text.replace(/\s+/g, '').toUpperCase().split('.');
  const fault = (of: CodeFault) => ({ ok: false, fault: of }) as const;
  const written = /^KTC(\d{1,3})$/.exec(head)?.[1];
  if (written === undefined) return fault('code_foreign');
  if (Number(written) !== versions.plain && Number(written) !== versions.withShopKey) return fault('code_newer');
  if (payload === undefined || check === undefined || check.length < checksum('').length)
    return fault('code_incomplete');
  if (checksum(payload) !== check) return fault('code_altered');
  const code = Content.safeParse(parsedJson(payload));
  return code.success ? { ok: true, code: code.data } : fault('code_foreign');
}

function utf8(text: string): Uint8Array {
  const escaped = encodeURIComponent(text.toWellFormed());
  return Uint8Array.from(escaped.match(/%..|./g) ?? [], (each) =>
    each.length === 3 ? Number.parseInt(each.slice(1), 16) : each.charCodeAt(0),
  );
}

function parsedJson(payload: string): unknown {
  try {
    const bytes = fromBase32(payload) ?? [];
    const json: unknown = JSON.parse(
      decodeURIComponent([...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')),
    );
    return json;
  } catch {
    return null;
  }
}

/** CRC-32 (ISO 3309), which notices every character that was mistyped or lost. Seven characters. */
function checksum(payload: string): string {
  let crc = -1;
  for (const character of payload) {
    crc ^= character.charCodeAt(0);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  const value = ~crc >>> 0;
  return base32(Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value));
}
