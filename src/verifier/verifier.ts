/**
 * One page that anybody can open to check a printed proof, without a counter or a network.
 * May use shared and the reader of QR codes: it is to be small enough to be read. Tests: tests/e2e/journeys/verifier-page.spec.ts.
 */

import {
  parseProof,
  type ReadProof,
  readTerminalKey,
  scannedProofs,
  type TerminalKey,
  terminalId,
} from '../shared/domain/proof.ts';
import { hasCamera, readPhoto, scanWithCamera } from './scan.ts';
import { type Language, type ProofResult, words } from './words.ts';

type Look = 'genuine' | 'altered' | 'doubt';

/** A result by shape, word and colour together. */
const looks: Readonly<Record<ProofResult, Look>> = {
  genuine: 'genuine',
  altered: 'altered',
  training: 'altered',
  unknown_terminal: 'doubt',
  damaged: 'doubt',
  newer: 'doubt',
  not_a_proof: 'doubt',
  cannot: 'doubt',
};
const shapes: Readonly<Record<Look, string>> = {
  genuine: 'M6 19l8 8L30 9',
  altered: 'M8 8l20 20M28 8L8 28',
  doubt: 'M18 4L34 32H2zM18 14v8M18 27v.1',
};

const field = (id: string): HTMLTextAreaElement => {
  const element = document.getElementById(id);
  if (!(element instanceof HTMLTextAreaElement)) throw new Error(`no field ${id}`);
  return element;
};
const proofField = field('proof');
const keysField = field('keys');
const result = document.getElementById('result');
const scanning = document.getElementById('scanning');
const cameraButton = document.getElementById('camera');
const photo = document.getElementById('photo');
const video = document.getElementById('video');

/** The keys that the page came with, a line each with the shop's name: who serves the page vouches for them. */
const served = document.querySelector<HTMLMetaElement>('meta[name="konter-keys"]')?.content ?? '';
const isServed = served !== '';

let language: Language = navigator.language.toLowerCase().startsWith('en') ? 'en' : 'id';
let current: { verdict: Verdict; bad: boolean } | null = null;
/** The keys came with the address, so the author of the link chose them. */
let linked = false;
let stopCamera: (() => void) | null = null;

function sayEverything(): void {
  const say = words[language];
  document.documentElement.lang = language;
  document.title = `${say.title} - Konter`;
  for (const element of document.querySelectorAll<HTMLElement>('[data-say]')) {
    const text: unknown = Reflect.get(say, element.dataset['say'] ?? '');
    if (typeof text === 'string') element.textContent = text;
  }
  sayCamera();
  if (current) show(current);
}

function sayCamera(): void {
  if (cameraButton) cameraButton.textContent = words[language][stopCamera ? 'stopCamera' : 'camera'];
}

function show(next: { verdict: Verdict; bad: boolean }): void {
  current = next;
  const { verdict, bad } = next;
  const say = words[language];
  const look = looks[verdict.result];
  const section = document.createElement('section');
  section.className = look;
  const title = document.createElement('h2');
  title.append(shapeOf(look), say.results[verdict.result]);
  section.append(title, paragraph(say.means[verdict.result]));
  if (verdict.proof) section.append(claims(verdict.proof));
  if (verdict.result === 'genuine' && isServed) {
    section.append(paragraph([say.keyFromPage, location.host, shopOf(verdict.proof)].filter(Boolean).join(' ')));
  } else if (verdict.result === 'genuine' && linked) section.append(paragraph(say.keyFromLink));
  if (bad) section.append(paragraph(say.badKeys));
  result?.replaceChildren(section);
}

function shapeOf(look: Look): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 36 36');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', shapes[look]);
  svg.append(path);
  return svg;
}

function paragraph(text: string): HTMLParagraphElement {
  const element = document.createElement('p');
  element.textContent = text;
  return element;
}

function claims({ facts, sn, terminal }: NonNullable<Verdict['proof']>): HTMLDListElement {
  const say = words[language];
  const locale = language === 'id' ? 'id-ID' : 'en-GB';
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long' });
  const list = document.createElement('dl');
  const rows: [string, string][] = [
    [say.field.receipt, facts.receiptNo],
    [say.field.total, facts.total === null ? say.none : `Rp${new Intl.NumberFormat('id-ID').format(facts.total)}`],
    [say.field.at, time.format(new Date(facts.at))],
    [say.field.sn, sn === null ? say.snDigest : sn === '' ? say.snLater : sn],
    [say.field.terminal, terminal],
    [say.field.head, `${facts.head.seq} (${facts.head.hash})`],
  ];
  for (const [label, value] of rows) {
    const [dt, dd] = [document.createElement('dt'), document.createElement('dd')];
    dt.textContent = label;
    dd.textContent = value;
    list.append(dt, dd);
  }
  return list;
}

/** The name beside the key of the proof's terminal. */
function shopOf(proof: ReadProof | null): string {
  const line = served.split('\n').find((each) => proof !== null && each.startsWith(`KTK1.${proof.terminal}.`));
  return line === undefined || !line.includes(' ') ? '' : `(${line.slice(line.indexOf(' ') + 1)})`;
}

async function verify(): Promise<void> {
  // Beside its own keys a served page believes no other: a link could bring its maker's.
  const { keys, bad } = await keysIn(isServed ? served : keysField.value.slice(0, 20_000));
  show({ verdict: await check(proofField.value, keys), bad });
}

/** #KTK1.…,KTK1.… and perhaps a proof after them: a link, or a QR code on the wall of the shop. */
function readAddress(): void {
  const hash = location.hash.slice(1);
  const keys = hash.match(/KTK1\.[0-9A-Z]{8}\.[0-9A-Z]{52}/gi) ?? [];
  const proof = /KTR\d+\..*$/i.exec(hash)?.[0];
  if (keys.length > 0 && !isServed) {
    keysField.value = keys.join('\n');
    linked = true;
  }
  // A phone that opens a link shows no keyboard over the result.
  if (proof === undefined) proofField.focus();
  else void take(proof);
}

document.getElementById('form')?.addEventListener('submit', (event) => {
  event.preventDefault();
  void verify();
});
document.getElementById('language')?.addEventListener('click', () => {
  language = language === 'id' ? 'en' : 'id';
  sayEverything();
});
proofField.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.isComposing) return;
  event.preventDefault();
  // The next scan replaces this one.
  proofField.select();
  void verify();
});
keysField.addEventListener('input', () => {
  linked = false;
});
async function take(text: string): Promise<void> {
  proofField.value = text;
  await verify();
  result?.scrollIntoView({ block: 'nearest' });
}

function sayScan(message: 'noCamera' | 'noCode' | 'aim' | null): void {
  if (scanning) scanning.textContent = message === null ? '' : words[language][message];
}

async function toggleCamera(): Promise<void> {
  if (!(cameraButton instanceof HTMLButtonElement) || cameraButton.disabled) return;
  if (stopCamera) {
    stopCamera();
    stopCamera = null;
    sayScan(null);
  } else if (video instanceof HTMLVideoElement) {
    cameraButton.disabled = true;
    try {
      stopCamera = await scanWithCamera(video, (text) => {
        stopCamera = null;
        sayScan(null);
        sayCamera();
        void take(text);
      });
      sayScan('aim');
    } catch {
      sayScan('noCamera');
    }
    cameraButton.disabled = false;
  }
  sayCamera();
}

cameraButton?.addEventListener('click', () => void toggleCamera());
photo?.addEventListener('change', () => {
  const picked = photo instanceof HTMLInputElement ? photo.files?.[0] : undefined;
  if (!picked) return;
  void readPhoto(picked).then((text) => {
    sayScan(text === null ? 'noCode' : null);
    return text === null ? undefined : take(text);
  });
});
addEventListener('hashchange', readAddress);
if (cameraButton) cameraButton.hidden = !hasCamera();
const keysPart = document.getElementById('keys-part');
if (keysPart) keysPart.hidden = isServed;
sayEverything();
readAddress();

interface Verdict {
  result: ProofResult;
  /** the proof's claims, proven or not; null where nothing could be read */
  proof: ReadProof | null;
}

/** The whole keys in a text, and whether something in it only looks like one. */
async function keysIn(text: string): Promise<{ keys: TerminalKey[]; bad: boolean }> {
  const pasted = text.match(/KTK1\.[0-9A-Z]+\.[0-9A-Z]+/gi) ?? [];
  const keys: TerminalKey[] = [];
  for (const one of pasted) {
    const key = readTerminalKey(one);
    if (key && (await idOf(key.key)) === key.id) keys.push(key);
  }
  return { keys, bad: keys.length < pasted.length };
}

async function idOf(key: Uint8Array<ArrayBuffer>): Promise<string> {
  return terminalId(new Uint8Array(await crypto.subtle.digest('SHA-256', key)));
}

/** Verifies in this browser alone. */
async function check(typed: string, keys: readonly TerminalKey[]): Promise<Verdict> {
  const read = scannedProofs(typed).map(parseProof);
  const proofs = read.flatMap((one) => (one.kind === 'proof' ? [one.proof] : []));
  const first = proofs[0];
  if (!first) {
    const kinds = new Set(read.map(({ kind }) => kind));
    return {
      result: kinds.has('damaged') ? 'damaged' : kinds.has('newer') ? 'newer' : 'not_a_proof',
      proof: null,
    };
  }
  try {
    for (const proof of proofs) if (await isGenuine(proof, keys)) return { result: 'genuine', proof };
  } catch {
    return { result: 'cannot', proof: first };
  }
  if (first.signature === null) return { result: 'training', proof: first };
  const isKnown = keys.some(({ id }) => id === first.terminal);
  return { result: isKnown ? 'altered' : 'unknown_terminal', proof: first };
}

async function isGenuine({ terminal, signature, signed }: ReadProof, keys: readonly TerminalKey[]): Promise<boolean> {
  const terminalKey = keys.find(({ id }) => id === terminal);
  if (!terminalKey || !signature) return false;
  const key = await crypto.subtle.importKey('raw', terminalKey.key, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, signature, new TextEncoder().encode(signed));
}
