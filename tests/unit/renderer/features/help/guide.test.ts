import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  guideTopics,
  parseGuide,
  searchGuide,
  spansOf,
  topicOf,
} from '../../../../../src/renderer/features/help/guide.ts';
import { messages as enMessages } from '../../../../../src/renderer/i18n/en/messages.ts';
import { messages as idMessages } from '../../../../../src/renderer/i18n/id/messages.ts';
import { settingRows } from '../../../../../src/shared/contract/settings.ts';

const docs = join(import.meta.dirname, '../../../../../docs');
const paths = { Indonesian: join(docs, 'panduan-pemilik.md'), English: join(docs, 'owner.md') };
const read = (path: string): string => readFileSync(path, 'utf8');
const guides = { Indonesian: parseGuide(read(paths.Indonesian)), English: parseGuide(read(paths.English)) };
const languages = ['Indonesian', 'English'] as const;
const messages = { Indonesian: idMessages, English: enMessages };

const titleOf = (topic: string): string | undefined => guides.English.find((each) => each.topic === topic)?.title;

describe('the guide in the program', () => {
  it.each(languages)('has all sections of the file in %s, each with text', (language) => {
    const titles = [...read(paths[language]).matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(guides[language].map(({ title }) => title)).toEqual(titles);
    expect(guides[language].map(({ topic }) => topic)).toEqual(guideTopics);
    expect(guides[language].filter(({ blocks }) => blocks.length === 0)).toEqual([]);
  });

  it('opens at the section of the place', () => {
    const routes = ['counters', 'sell', 'bills', 'receipts', 'books', 'tabs', 'catalogue', 'setup'] as const;
    expect(routes.map((route) => titleOf(topicOf(route, null)))).toEqual([
      'Several counters',
      'Selling',
      'Selling',
      'Finding a receipt',
      'Books and shifts',
      'Selling',
      'The catalogue',
      'Go live',
    ]);
    expect(titleOf(topicOf('settings', 'printers'))).toBe('Printers');
    expect(titleOf(topicOf('settings', 'pin'))).toBe('Staff');
    expect(titleOf(topicOf('settings', 'backup'))).toBe('Backups');
    expect(titleOf(topicOf('settings', null))).toBe('Go live');
    const sections = new Set(settingRows.map(({ section }) => section));
    expect([...sections].filter((section) => titleOf(topicOf('settings', section)) === undefined)).toEqual([]);
  });

  it.each(languages)(
    'names pages of the settings as the screen does, and opens from each where it is named, in %s',
    (language) => {
      const pages = Object.entries(messages[language].settings.section);
      const named = guides[language].flatMap(({ topic, blocks }) =>
        [...JSON.stringify(blocks).matchAll(/(?:Settings|Pengaturan)(?: \(F9\))? [→›] \**(.{40})/g)].map(
          ([, text = '']) => ({
            topic,
            text,
            page: pages.find(([, name]) => text.startsWith(name.replaceAll('’', "'")))?.[0],
          }),
        ),
      );
      expect(named.length).toBeGreaterThan(20);
      expect(named.filter(({ page }) => page === undefined)).toEqual([]);
      const elsewhere = [...new Set(named.map(({ page = '' }) => page))].filter(
        (page) => !named.some(({ topic, page: other }) => page === other && topic === topicOf('settings', page)),
      );
      expect(elsewhere).toEqual([]);
    },
  );

  it.each(languages)('explains the words of the screen in %s', (language) => {
    const { states, printStates } = messages[language];
    const firstCells = guides[language].flatMap(({ topic, blocks }) =>
      blocks.flatMap((block) => (block.is === 'table' ? block.rows.map(([cell]) => ({ topic, cell })) : [])),
    );
    const wordsOf = (of: string) => firstCells.filter(({ topic }) => topic === of).map(({ cell }) => cell);
    const { pending, unknown, failed, unsent, disputed } = states;
    expect(wordsOf('messages')).toEqual([pending, unknown, failed, unsent, disputed]);
    const { blocked, sent, confirmed } = printStates;
    expect(wordsOf('printers')).toEqual([blocked, sent, confirmed, printStates.unknown, printStates.failed]);
  });

  it.each(languages)('has links that lead somewhere in %s', (language) => {
    const links = [...read(paths[language]).matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(5);
    const broken = links.filter((link) => {
      const [path = '', anchor] = link.split('#');
      const file = join(dirname(paths[language]), path);
      if (!existsSync(file)) return true;
      const headings = [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
          .replaceAll(/\s/g, '-'),
      );
      return anchor !== undefined && !headings.includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it.each(languages)('leaves no mark of Markdown on the screen in %s', (language) => {
    const texts = guides[language].flatMap(({ blocks }) =>
      blocks.flatMap((block) =>
        block.is === 'list' ? block.items : block.is === 'table' ? [block.head, ...block.rows].flat() : [block.text],
      ),
    );
    const drawn = texts.flatMap((text) => spansOf(text).filter(({ look }) => look !== 'code'));
    expect(drawn.filter(({ text }) => /\*\*|\]\(|^#|^\||`/.test(text))).toEqual([]);
  });

  it('reads a line with its looks, and a link as its text', () => {
    expect(spansOf('Press **F8** or `;`, see *Books* and [relay.md](relay.md).')).toEqual([
      { text: 'Press ', look: 'plain' },
      { text: 'F8', look: 'strong' },
      { text: ' or ', look: 'plain' },
      { text: ';', look: 'code' },
      { text: ', see ', look: 'plain' },
      { text: 'Books', look: 'emphasis' },
      { text: ' and ', look: 'plain' },
      { text: 'relay.md', look: 'plain' },
      { text: '.', look: 'plain' },
    ]);
  });

  it('is searched by words, of which a row or a point has all', () => {
    expect(searchGuide(guides.Indonesian, 'struk kertas').length).toBeGreaterThan(0);
    expect(searchGuide(guides.English, 'drills')[0]?.title).toBe('Practise first');
    const [selling] = searchGuide(guides.English, 'TSEL10.0812');
    expect(selling?.blocks).toMatchObject([{ is: 'table', rows: [expect.any(Array)] }]);
    expect(searchGuide(guides.English, 'nobody writes this')).toEqual([]);
    expect(searchGuide(guides.English, '  ')).toEqual([]);
  });
});
