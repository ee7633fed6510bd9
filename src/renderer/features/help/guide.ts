import type { SettingSection } from '../../../shared/contract/setting-row.ts';
import type { Language } from '../../../shared/domain/preferences.ts';
import type { Route } from '../../state/router.ts';

/** The guide's sections, in the order in which both languages have them. */
export const guideTopics = [
  'practise',
  'live',
  'sell',
  'catalogue',
  'deposit',
  'staff',
  'closing',
  'counters',
  'messages',
  'kept',
  'display',
  'printers',
  'books',
  'find',
  'proofs',
  'backups',
  'customers',
  'disk',
] as const;
export type GuideTopic = (typeof guideTopics)[number];

const topicOfRoute: Readonly<Record<Exclude<Route, 'settings'>, GuideTopic>> = {
  counters: 'counters',
  sell: 'sell',
  bills: 'sell',
  receipts: 'find',
  books: 'books',
  tabs: 'sell',
  cashServices: 'books',
  catalogue: 'catalogue',
  setup: 'live',
};

const topicOfSetting: Readonly<Record<SettingSection, GuideTopic>> = {
  mode: 'practise',
  shop: 'live',
  slip: 'printers',
  customers: 'customers',
  pin: 'staff',
  office: 'counters',
  alerts: 'counters',
  printers: 'printers',
  display: 'display',
  qris: 'display',
  screen: 'display',
  connection: 'live',
  limits: 'sell',
  deposit: 'deposit',
  backup: 'backups',
  book: 'kept',
  shifts: 'books',
  cashServices: 'books',
  privacy: 'customers',
  proofs: 'proofs',
  updates: 'closing',
};

/** What the guide says of a place. @param section the open one of the settings */
export function topicOf(route: Route, section: string | null): GuideTopic {
  if (route !== 'settings') return topicOfRoute[route];
  return isSetting(section) ? topicOfSetting[section] : 'live';
}

const isSetting = (section: string | null): section is SettingSection =>
  section !== null && Object.hasOwn(topicOfSetting, section);

/** Text of one kind in a line. A link to another page of the documentation is its text: nothing is opened from the counter. */
export interface Span {
  text: string;
  look: 'plain' | 'strong' | 'emphasis' | 'code';
}

export type Block =
  | { is: 'heading' | 'paragraph'; text: string }
  | { is: 'list'; items: string[] }
  | { is: 'table'; head: string[]; rows: string[][] };

export interface GuideSection {
  topic: GuideTopic;
  title: string;
  blocks: Block[];
}

const texts = {
  id: async () => (await import('../../../../docs/panduan-pemilik.md?raw')).default,
  en: async () => (await import('../../../../docs/owner.md?raw')).default,
} as const satisfies Record<Language, unknown>;

/** The shop's guide in one language, as it is built into the program. */
export const readGuide = async (language: Language): Promise<GuideSection[]> => parseGuide(await texts[language]());

/** Reads the subset of Markdown that the guide is written in: headings, paragraphs, lists and tables. */
export function parseGuide(markdown: string): GuideSection[] {
  const sections = markdown.split(/^## /m).slice(1);
  return sections.flatMap((section, at) => {
    const topic = guideTopics[at];
    const [title = '', ...lines] = section.split('\n');
    return topic ? [{ topic, title: title.trim(), blocks: parseBlocks(lines) }] : [];
  });
}

function parseBlocks(lines: readonly string[]): Block[] {
  return lines
    .join('\n')
    .replaceAll(/^(### .*)$/gm, '\n$1\n')
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map(parseBlock);
}

function parseBlock(block: string): Block {
  if (block.startsWith('### ')) return { is: 'heading', text: block.slice(4) };
  if (block.startsWith('|')) {
    const [head = [], , ...rows] = block.split('\n').map(cellsOf);
    return { is: 'table', head, rows };
  }
  if (block.startsWith('- ')) return { is: 'list', items: block.slice(2).split(/\n- /).map(joinLines) };
  return { is: 'paragraph', text: joinLines(block) };
}

const joinLines = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ').trim();

/** A cell may hold a bar as `\|`. */
const cellsOf = (row: string): string[] =>
  row
    .replaceAll(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim());

const inline = /\*\*(?<strong>.+?)\*\*|`(?<code>[^`]+)`|\*(?<emphasis>[^*\s][^*]*)\*|\[(?<link>[^\]]+)\]\([^)]+\)/g;

export function spansOf(text: string): Span[] {
  const spans: Span[] = [];
  let end = 0;
  const plain = (between: string): void => void (between === '' || spans.push({ text: between, look: 'plain' }));
  for (const match of text.matchAll(inline)) {
    plain(text.slice(end, match.index));
    const { strong, code, emphasis, link } = match.groups ?? {};
    if (strong !== undefined) spans.push({ text: strong, look: 'strong' });
    else if (code !== undefined) spans.push({ text: code, look: 'code' });
    else if (emphasis !== undefined) spans.push({ text: emphasis, look: 'emphasis' });
    else plain(link ?? '');
    end = match.index + match[0].length;
  }
  plain(text.slice(end));
  return spans;
}

const textOf = (block: Block): string =>
  block.is === 'list'
    ? block.items.join(' ')
    : block.is === 'table'
      ? [block.head, ...block.rows].flat().join(' ')
      : block.text;

const isInText = (words: readonly string[], text: string): boolean => words.every((word) => text.includes(word));

/** A block's rows or points that have all the words; the whole block where it is one. */
function narrowed(block: Block, words: readonly string[]): Block | null {
  const has = (text: string): boolean => isInText(words, text.toLowerCase());
  if (block.is === 'list') {
    const items = block.items.filter(has);
    return items.length === 0 ? null : { ...block, items };
  }
  if (block.is === 'table') {
    const rows = block.rows.filter((row) => has(row.join(' ')));
    return rows.length === 0 ? null : { ...block, rows };
  }
  return has(textOf(block)) ? block : null;
}

/** What the guide says of all these words, by section; a section whose title has them comes whole. */
export function searchGuide(sections: readonly GuideSection[], text: string): GuideSection[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return sections.flatMap((section) => {
    if (isInText(words, section.title.toLowerCase())) return [section];
    const blocks = section.blocks.flatMap((block) => narrowed(block, words) ?? []);
    return blocks.length === 0 ? [] : [{ ...section, blocks }];
  });
}
