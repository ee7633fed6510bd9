import { check, keysIn, type Verdict } from './check.ts';
import { type Found, type Language, words } from './words.ts';

type Look = 'genuine' | 'altered' | 'doubt';

/** A result by shape, word and colour together. */
const looks: Readonly<Record<Found, Look>> = {
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
  const found = document.getElementById(id);
  if (!(found instanceof HTMLTextAreaElement)) throw new Error(`no field ${id}`);
  return found;
};
const proofField = field('proof');
const keysField = field('keys');
const result = document.getElementById('result');

let language: Language = navigator.language.toLowerCase().startsWith('en') ? 'en' : 'id';
let shown: { verdict: Verdict; bad: boolean } | null = null;
/** The keys came with the address, so whoever made the link chose them. */
let linked = false;

function sayEverything(): void {
  const say = words[language];
  document.documentElement.lang = language;
  document.title = `${say.title} - Konter`;
  for (const element of document.querySelectorAll<HTMLElement>('[data-say]')) {
    const text: unknown = Reflect.get(say, element.dataset['say'] ?? '');
    if (typeof text === 'string') element.textContent = text;
  }
  if (shown) show(shown);
}

function show(next: { verdict: Verdict; bad: boolean }): void {
  shown = next;
  const { verdict, bad } = next;
  const say = words[language];
  const look = looks[verdict.found];
  const section = document.createElement('section');
  section.className = look;
  const title = document.createElement('h2');
  title.append(shapeOf(look), say.found[verdict.found]);
  section.append(title, paragraph(say.means[verdict.found]));
  if (verdict.proof) section.append(claims(verdict.proof));
  if (verdict.found === 'genuine' && linked) section.append(paragraph(say.keyFromLink));
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

async function verify(): Promise<void> {
  const { keys, bad } = await keysIn(keysField.value);
  show({ verdict: await check(proofField.value, keys), bad });
}

/** #KTK1.…,KTK1.… and perhaps a proof behind them: a link, or a QR code on the wall of the shop. */
function readAddress(): void {
  const hash = location.hash.slice(1);
  const keys = hash.match(/KTK1\.[0-9A-Z]{8}\.[0-9A-Z]{52}/gi) ?? [];
  const proof = /KTR\d+\..*$/i.exec(hash)?.[0];
  if (keys.length > 0) {
    keysField.value = keys.join('\n');
    linked = true;
  }
  if (proof === undefined) return;
  proofField.value = proof;
  void verify();
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
  // The next scan takes the place of this one.
  proofField.select();
  void verify();
});
keysField.addEventListener('input', () => {
  linked = false;
});
addEventListener('hashchange', readAddress);
sayEverything();
proofField.focus();
readAddress();
