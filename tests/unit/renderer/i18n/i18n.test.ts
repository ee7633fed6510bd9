import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diskReason } from '../../../../src/main/db/database-error.ts';
import enDisplay from '../../../../src/renderer/i18n/en/customer-display.json';
import enDrills from '../../../../src/renderer/i18n/en/drills.json';
import { messages as enMessages } from '../../../../src/renderer/i18n/en/messages.ts';
import { messageName } from '../../../../src/renderer/i18n/error-reasons.ts';
import idDisplay from '../../../../src/renderer/i18n/id/customer-display.json';
import idDrills from '../../../../src/renderer/i18n/id/drills.json';
import { messages as idMessages } from '../../../../src/renderer/i18n/id/messages.ts';
import { diskReasons, errorCodes, errorReasons, fail, isDiskReason } from '../../../../src/shared/contract/errors.ts';

const renderer = join(import.meta.dirname, '../../../../src/renderer');
const sources = globSync('**/*.{ts,tsx}', { cwd: renderer })
  .filter((path) => !/^i18n.(id|en)/.test(path))
  // The table of settings names the messages of its fields.
  .concat('../shared/contract/setting-table.ts')
  .map((path) => ({ path, text: readFileSync(join(renderer, path), 'utf8') }));

type Leaf = [path: string, text: string];
function leaves(tree: object, path = ''): Leaf[] {
  return Object.entries(tree).flatMap(([name, value]: [string, unknown]): Leaf[] =>
    typeof value === 'object' && value !== null
      ? leaves(value, `${path}${name}.`)
      : [[`${path}${name}`, String(value)]],
  );
}
const id = new Map(leaves({ ...idMessages, ...idDrills, ...idDisplay }));
const en = new Map(leaves({ ...enMessages, ...enDrills, ...enDisplay }));

const placeholders = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
const inOrder = (texts: Iterable<string>): string[] => [...texts].toSorted();

/** The bases of messages with plurals: those with a form for one in English. */
const plurals = [...en.keys()].filter((key) => key.endsWith('_one')).map((key) => key.slice(0, -'_one'.length));
/** What the code asks for: a plural without its form, a list without the number of its line. */
const requested = (key: string): string =>
  plurals.find((base) => key.startsWith(`${base}_`)) ?? key.replace(/\.\d$/, '');

/** Placeholders for names, formatted amounts, times and whole phrases; every other one is a number. */
const textPlaceholders = new Set(
  `act actor added after age amount balance before brand by cash change code corrected cost counted counter date day detail end events failed fee files
   from kind least left margin measure message method most name nextNumber nextProduct note now number operator prefix price product purse rate reason
   receipt receiptNo receipts role row sales shop sn start status step sum terminal time title to took total until value version
   was what when who why words zone`.split(/\s+/),
);
const numbersIn = (text: string): string[] => placeholders(text).filter((name) => !textPlaceholders.has(name));
const isPlural = (key: string): boolean => /_(one|other)$/.test(key);

/** Numbers that need no plural form, by the reason. */
const numbersWithoutPlural = {
  'the number of one thing, as in "shift 3"': [
    'books.shiftNo',
    'catalogue.failed.line',
    'printing.asked.pageCopy',
    'printing.asked.systemCopy',
    'printing.copy',
    'printing.printCopy',
    'cashServices.settings.remove',
    'cashServices.settings.bad',
    'cashServices.settings.overlap',
    'savedCustomers.removeNumber',
    'savedCustomers.row',
    'settings.numberPlan.bad',
    'batch.fault.twice',
    'groups.fault.code',
    'groups.fault.name',
    'groups.fault.number',
    'groups.fault.twice',
    'groups.fault.many',
    'batch.line',
    'batch.awaited.title',
    'shifts.close.title',
    'shifts.closedTitle',
    'shifts.nowOpen',
    'shifts.one',
    'shifts.openNow',
    'verification.row',
  ],
  'a position or progress, as in "3 of 12"': [
    'catalogue.order.nowAt',
    'catalogue.work.import',
    'catalogue.work.importCancelled',
    'catalogue.work.refresh',
    'batch.state.finished',
    'batch.state.paused',
    'batch.state.running',
    'batch.state.stopped',
    'groups.asked',
    'groups.asking',
    'batch.totalOf',
    'drills.step',
    'receipts.position',
  ],
  'a number before the sign of its unit': [
    'qris.settings.extra.percentage',
    'reconcile.hours',
    'reconcile.likelyOffset',
    'reconcile.offset',
    'appShell.age.days',
    'appShell.age.hours',
    'appShell.age.minutes',
    'appShell.age.seconds',
    'catalogue.closing',
    'sell.closing',
    'updates.downloading',
  ],
  'an amount of money, or parts of one': [
    'batch.givenBackAs',
    'batch.handOverParts',
    'shifts.opening.row',
    'shifts.opening.text',
    'shifts.opening.title',
    'common.amount.tooMuch',
    'outcome.returnedBy',
    'outcome.sendBackParts',
    'receipts.returnedByAsk',
    'tabs.paid.left',
    'tabs.settle.lead',
    'tabs.settle.tooMuch',
    'tabs.text.left',
    'tabs.text.owed',
    'tabs.text.owedHere',
  ],
  'a bare figure in brackets': ['printing.tray.blocked', 'groups.choice', 'groups.printSlips'],
  'a number of a customer': ['entry.mismatch.useVa'],
  'names, and no number': ['integrity.accept.relayRestored.why'],
  'a number in its own plural message': ['backup.ask.lead', 'backup.ask.leadRows'],
};

describe('the messages', () => {
  it('have the same files, keys and placeholders in both languages, and none is empty', () => {
    expect(readdirSync(join(renderer, 'i18n/en'))).toEqual(readdirSync(join(renderer, 'i18n/id')));
    expect(inOrder([...en.keys()].filter((key) => !key.endsWith('_one')))).toEqual(inOrder(id.keys()));
    for (const [key, text] of id) {
      const english = en.get(key) ?? '';
      expect([text, english], key).not.toContain('');
      expect(inOrder(placeholders(english)), key).toEqual(inOrder(placeholders(text)));
    }
  });

  it('have each plural form of their language', () => {
    expect(plurals.length).toBeGreaterThan(30);
    for (const base of plurals) {
      expect(inOrder(placeholders(en.get(`${base}_one`) ?? '')), base).toEqual(
        inOrder(placeholders(en.get(`${base}_other`) ?? '')),
      );
      expect(id.has(`${base}_other`), base).toBe(true);
    }
  });

  it('have plural forms wherever a number counts something', () => {
    const singular = [...en].filter(([key, text]) => !isPlural(key) && numbersIn(text).length > 0).map(([key]) => key);
    expect(inOrder(singular)).toEqual(inOrder(Object.values(numbersWithoutPlural).flat()));
  });

  it('take an unknown placeholder for a number', () => {
    expect(numbersIn('{{shop}}: {{orders}} of {{n}}')).toEqual(['orders', 'n']);
    expect(isPlural('verification.row')).toBe(false);
  });
});

/** What a shop does not say, or says by another word. */
const refused = {
  id: /\b(?:berkas|kabar|jawaban|penyelia|kotak surat|porta|(?:men)?dengar|percaya|saringan|dipersoalkan)(?:nya)?\b/i,
  en: /\b(?:hear[ds]?|listen\w*|ears?|believe\w*|anew|news|in earnest|usual printer|book of sales|not certain)\b/i,
};
/** Other names of what has one: *Mulai jualan asli*, *penerima hasil*, *Parkir*; in English *Go live*, *Park*. A page of the docs is named by its file. */
const synonyms = {
  id: /\b(?:sungguhan|relay(?!\.md)|(?<![(*])mailbox|tunda|(?:men|di)tunda|mulai berjualan)\b/i,
  en: /\b(?:for real|start(?:s|ed)? selling|suspend(?:s|ed)? (?:a |the )?sale)\b/i,
};
/** What the settings are searched by, which is what else a thing is called. */
const isSearchWord = (key: string): boolean => key.startsWith('settings.alsoCalled.');
const guide = (name: string): string[] =>
  // Links lead to pages and headings of other names.
  readFileSync(join(renderer, '../../docs', name), 'utf8')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .split('\n');

/** An address, a path and a name of a file have points of their own. */
const sentences = (text: string): string[] => text.split(/[.!?](?:\s|$)/).filter((sentence) => sentence.trim() !== '');

describe('the words of the messages', () => {
  it('are those of a shop, one for a thing', () => {
    expect([...id].filter(([, text]) => refused.id.test(text))).toEqual([]);
    expect([...en].filter(([, text]) => refused.en.test(text))).toEqual([]);
  });

  it('have one name for selling for real, for the relay, its mailboxes and parking, also in the guide', () => {
    expect([...id].filter(([key, text]) => !isSearchWord(key) && synonyms.id.test(text))).toEqual([]);
    expect([...en].filter(([key, text]) => !isSearchWord(key) && synonyms.en.test(text))).toEqual([]);
    expect(guide('panduan-pemilik.md').filter((line) => synonyms.id.test(line))).toEqual([]);
    expect(guide('owner.md').filter((line) => synonyms.en.test(line))).toEqual([]);
    expect(synonyms.id.test('Tunggu sampai relay aktif')).toBe(true);
    expect(synonyms.id.test('Satu mailbox untuk satu konter')).toBe(true);
  });

  it('say "Kembali" only for going back: change is "kembalian", and money is "dikembalikan"', () => {
    const matches = [...id].filter(([, text]) => /\bkembali\b/i.test(text)).map(([key]) => key);
    expect(inOrder(matches)).toEqual([
      'common.back',
      'integrity.keyChange.back',
      'sell.inFlight.toNumber',
      'setup.step.live.lead',
    ]);
  });

  it('are two sentences at most', () => {
    expect([...id, ...en].filter(([, text]) => sentences(text).length > 2)).toEqual([]);
  });
});

const quoted = new Set(sources.flatMap(({ text }) => [...text.matchAll(/'([\w.]+)'/g)].map(([, path]) => path)));
/** `states.${state}`: any name may stand where the code puts one in. A pattern without a written part matches nothing. */
const patterns = [
  ...new Set(
    sources.flatMap(({ text }) =>
      [...text.matchAll(/`([\w.]*(?:\$\{[^`{}]*\}[\w.]*)+)`/g)].map(([, path = '']) => path),
    ),
  ),
]
  .filter((path) => /^\w+\.|\.\w+\.|\.\w+$/.test(path.replaceAll(/\$\{[^}]*\}/g, '*')))
  .map((path) => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '[\\w.-]+')}$`));
/** The customer display's page has no t(): it takes its messages as members, `messages.welcome`. */
const shownReasons = new Set(
  sources
    .filter(({ path }) => path.endsWith('CustomerDisplay.tsx'))
    .flatMap(({ text }) => [...text.matchAll(/\bmessages\.(\w+)/g)].map(([, name]) => name)),
);
const isUsed = (key: string): boolean => {
  const [section, name] = key.split('.');
  if (section === 'customerDisplay') return shownReasons.has(name);
  return quoted.has(key) || patterns.some((pattern) => pattern.test(key));
};

describe('the use of messages', () => {
  it('leaves none unused', () => {
    expect([...id.keys()].map(requested).filter((key) => !isUsed(key))).toEqual([]);
  });

  it('is found by what the code asks for: an unknown key does not count as used', () => {
    expect(isUsed('sell.nobodySaysThis')).toBe(false);
    expect(isUsed('customerDisplay.nobodySaysThis')).toBe(false);
  });

  it('gives a value for each placeholder, as far as the code names both', () => {
    const calls = sources.flatMap(({ path, text }) =>
      callsOfT(text).map(({ key, options }) => ({ path, key, options })),
    );
    expect(calls.length).toBeGreaterThan(900);
    const incomplete = calls.flatMap(({ path, key, options }) => {
      const text = id.get(key) ?? id.get(`${key}_other`) ?? '';
      return placeholders(text)
        .filter((name) => !isGiven(name, options))
        .map((name) => `${path}: ${key} without ${name}`);
    });
    expect(incomplete).toEqual([]);
  });

  it('gives the count to each message with plural forms', () => {
    const counted = sources.flatMap(({ text }) => callsOfT(text)).filter(({ key }) => plurals.includes(key));
    expect(counted.length).toBeGreaterThan(40);
    // `proposed` is a plural() of its own.
    expect(counted.filter(({ options }) => !/\bplural\(|\bcount\b|^, proposed$/.test(options))).toEqual([]);
  });

  it('is read right: a value that is not given is seen', () => {
    expect(callsOfT(`{t('receipts.owed', { cash: f(1) })} {t('states.failed')}`)).toEqual([
      { key: 'receipts.owed', options: ', { cash: f(1) }' },
      { key: 'states.failed', options: '' },
    ]);
    expect(isGiven('cash', ", { amount: '' }")).toBe(false);
    expect(isGiven('n', ', plural(rows)')).toBe(true);
  });
});

/** Calls of t() with a written key, and the text of their other arguments. */
function callsOfT(source: string): Array<{ key: string; options: string }> {
  return [...source.matchAll(/\bt\(\s*'([\w.]+)'/g)].map(({ index, 0: start, 1: key = '' }) => {
    let depth = 1;
    let end = index + start.length;
    for (; depth > 0 && end < source.length; end += 1) {
      if (source[end] === '(') depth += 1;
      if (source[end] === ')') depth -= 1;
    }
    return { key, options: source.slice(index + start.length, end - 1) };
  });
}

/** A variable's members are not visible in the text: the types hold those. */
function isGiven(name: string, options: string): boolean {
  if (new RegExp(`\\b${name}\\b`).test(options)) return true;
  return (
    /\.\.\.\w+[ ,}]/.test(options) || /^,\s*\w+\s*,?\s*$/.test(options) || (name === 'n' && options.includes('plural('))
  );
}

describe('the errors of main', () => {
  it('a disk that fails is distinguished from other reasons: nothing was sent then', () => {
    expect(errorReasons.filter(isDiskReason)).toContain('disk_full');
    expect(isDiskReason('host_gone')).toBe(false);
    expect(isDiskReason(undefined)).toBe(false);
  });
});

const main = join(import.meta.dirname, '../../../../src/main');
const contractReasons: ReadonlySet<string> = new Set(errorReasons);

/** Every `reason: '…'` that stands inside a call of fail( in main, found in the text itself. */
function reasonsInMain(): Array<[file: string, reason: string]> {
  const files = readdirSync(main, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  return files.flatMap((file) =>
    callsOfFail(readFileSync(join(main, file), 'utf8'))
      .flatMap((call) => call.match(/reason: [^,}]*/g) ?? [])
      .flatMap((argument) => argument.match(/(?<=')\w+(?='(?! in ))/g) ?? [])
      .map((reason): [string, string] => [file, reason]),
  );
}

/** The text between the parentheses of each `fail(`. */
function callsOfFail(source: string): string[] {
  return [...source.matchAll(/\bfail(?:ed)?\(/g)].map(({ index }) => {
    let depth = 0;
    for (let at = index; at < source.length; at += 1) {
      if (source[at] === '(') depth += 1;
      if (source[at] === ')') depth -= 1;
      if (source[at] === ')' && depth === 0) return source.slice(index, at);
    }
    return '';
  });
}

describe('the reasons that main gives', () => {
  it('are all in the contract’s list, which is what the words are made from', () => {
    const reasons = reasonsInMain();
    expect(reasons.length).toBeGreaterThan(30);
    expect(reasons.filter(([, reason]) => !contractReasons.has(reason))).toEqual([]);
  });

  it.each([
    ['Indonesian', idMessages],
    ['English', enMessages],
  ] as const)('each have words in %s', (_, words) => {
    expect(errorReasons.filter((reason) => !(messageName('why', reason) in words.errors.why))).toEqual([]);
    const stopped: Readonly<Record<string, string>> = words.integrity.pendingWrites.reason;
    expect(diskReasons.filter((reason) => !stopped[reason])).toEqual([]);
  });

  it('name each message of errors.json, or its code does', () => {
    for (const slot of ['title', 'why', 'do'] as const) {
      const named = new Set<string>([...errorCodes, ...errorReasons.map((reason) => messageName(slot, reason))]);
      expect(Object.keys(idMessages.errors[slot]).filter((name) => !named.has(name))).toEqual([]);
    }
  });

  it('do not take the words of a code of the same name', () => {
    const codes: ReadonlySet<string> = new Set(errorCodes);
    expect(errorReasons.filter((reason) => codes.has(reason))).toEqual([]);
  });

  it('cover every fault of the disk', () => {
    expect(Object.values(diskReason).filter((reason) => !contractReasons.has(reason))).toEqual([]);
  });

  it('cannot be given without being in the list: the types refuse it', () => {
    // @ts-expect-error -- a reason that nobody has words for
    expect(fail('internal', '', { reason: 'brand_new' }).error.reason).toBe('brand_new');
  });

  it('are found in the source by this test: one that is not in the list would be seen', () => {
    const source = `return fail('internal', 'Words (with brackets).', { reason: two ? 'first_new' : 'second_new', fields: [] });`;
    const [call] = callsOfFail(source);
    expect(call).toContain('second_new');
    expect(contractReasons.has('first_new')).toBe(false);
  });
});
