import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ConfigError } from '../../server/startup-errors.ts';
import { readTerminalKey, terminalId } from '../../shared/domain/proof.ts';

/** The page where customers verify proofs, as it is answered to everybody. */
export interface VerifierPage {
  html: string;
  headers: Readonly<Record<string, string>>;
}

/** Beside the program in the folder that is shipped; in the project's own, where it is built. */
const places = ['./verifier.html', '../../../out/verifier/index.html'];
const emptyKeys = '<meta name="konter-keys" content="">';
const maxNameLength = 80;

/**
 * Reads the page and puts the keys into it that it believes. Throws ConfigError where one cannot be read.
 * @param keysPath a file with a key on each line, as the counter's settings show it, and the shop's name after it; # begins a remark
 */
export async function loadVerifierPage(keysPath: string): Promise<VerifierPage> {
  const text = await readFile(keysPath, 'utf8').catch(() => {
    throw new ConfigError('RELAY_VERIFIER_KEYS: the file cannot be read');
  });
  const lines = keyLines(text);
  const page = await readPage();
  const policy = /http-equiv="content-security-policy" content="([^"]+)"/.exec(page)?.[1];
  if (policy === undefined || !page.includes(emptyKeys))
    throw new ConfigError('The verifier page is of another version');
  return {
    html: page.replace(emptyKeys, () => `<meta name="konter-keys" content="${escapeAttribute(lines.join('\n'))}">`),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${policy}; frame-ancestors 'none'`,
      'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    },
  };
}

async function readPage(): Promise<string> {
  for (const place of places) {
    const page = await readFile(new URL(place, import.meta.url), 'utf8').catch(() => null);
    if (page !== null) return page;
  }
  throw new ConfigError('RELAY_VERIFIER_KEYS is set, and the page is not built: npm run build -- verifier');
}

/** Each key with the name of its shop. A key that is not whole would call every proof of its terminal unknown. */
function keyLines(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line, at) => ({ number: at + 1, line: line.trim() }));
  const entries = lines.filter(({ line }) => line !== '' && !line.startsWith('#'));
  const keys = entries.map(({ number, line }) => {
    const [, keyText = '', name = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? [];
    const key = readTerminalKey(keyText);
    if (!key || terminalId(createHash('sha256').update(key.key).digest()) !== key.id) {
      throw new ConfigError(`RELAY_VERIFIER_KEYS: line ${number} has no whole key; one begins with KTK1.`);
    }
    return `${keyText.toUpperCase()} ${name.slice(0, maxNameLength)}`.trim();
  });
  if (keys.length === 0) throw new ConfigError('RELAY_VERIFIER_KEYS: the file has no key');
  return keys;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeAttribute = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? '');
