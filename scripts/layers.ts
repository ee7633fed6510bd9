import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectDir } from './project.ts';

/**
 * Who may import whom, as linter overrides: the house of docs/adr/0001-layers.md.
 * A folder is matched by one override only, because a later one replaces an earlier one's whole rule.
 */

type Pattern = { regex: string; message: string };
type Override = { files: string[]; rules: Record<string, ['error', ...unknown[]] | 'off'> };

const up = String.raw`^(\.\.?/)+`;
const electron: Pattern = {
  regex: '^electron($|/)',
  message: 'Only main/index.ts, main/hosts/electron and preload know Electron.',
};
const fastify: Pattern = {
  regex: '^(fastify|@fastify/)',
  message: 'HTTP serving belongs to main/hosts/browser, relay and simulator.',
};
const i18next: Pattern = {
  regex: '^(i18next|react-i18next)$',
  message: 'The pages speak through i18n/translation.ts: the package would add a tenth to the first screen.',
};
const folders = (names: string[], message: string): Pattern => ({ regex: `${up}(${names.join('|')})(/|$)`, message });
const packages = (message: string): Pattern => ({ regex: String.raw`^[^.]`, message });

const restrict = (...patterns: Pattern[]): Override['rules'] => ({
  'no-restricted-imports': ['error', { patterns }],
});

/** Time, chance and the network come in through ports, so that a simulation can own them. */
const portsOnly: Override['rules'] = {
  'no-restricted-globals': [
    'error',
    ...['fetch', 'setTimeout', 'setInterval', 'setImmediate', 'performance', 'crypto', 'process'].map((name) => ({
      name,
      message: 'Comes in through a port (src/main/base/system.ts, or the core’s own).',
    })),
  ],
  'no-restricted-properties': [
    'error',
    { object: 'Date', property: 'now', message: 'Use the Clock port.' },
    { object: 'Math', property: 'random', message: 'Use the Random port.' },
    { object: 'crypto', property: 'randomUUID', message: 'Use the Random port.' },
  ],
};

/** Where the real clock, chance and network stand. */
const inOwnTime: Override['rules'] = { 'no-restricted-globals': 'off', 'no-restricted-properties': 'off' };

const nodeIo: Pattern = {
  regex: '^(node:)?(fs|fs/promises|http|https|net|tls|child_process|timers|timers/promises|worker_threads|dgram)$',
  message: 'Files, sockets and timers come in through a port.',
};

/** Selling needs these and no other feature: nothing else of the counter can hold up a sale. */
const sellingParts = ['sales', 'provider', 'relay-client', 'db'];
const outer = ['runtime', 'hosts'];
/** Every other folder of main is a feature, so a new one is held to the rules from its first file. */
const otherFeatures = readdirSync(join(projectDir, 'src/main'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['base', 'schema', ...sellingParts, ...outer].includes(entry.name))
  .map(({ name }) => name);
const features = [...sellingParts, ...otherFeatures];

/** What runs on a server: the relay, the bridge, and what both share. */
const servers = ['server', 'relay', 'bridge'];
/** From main, two steps up or more, `relay` is the public one. */
const publicRelay: Pattern = {
  regex: String.raw`^(\.\./){2,}(server|relay|bridge)/`,
  message: 'main never imports what runs on a server.',
};
const pages = folders(['renderer', 'preload', 'verifier'], 'main knows no page.');
const above = folders(outer, 'A feature knows neither runtime, which composes it, nor the hosts.');
const hosts = folders(['hosts'], 'One counter for both hosts: it knows neither.');

/** Imports none of the features but those named; time, chance and sockets come in through ports where it says so. */
const plain = (own: string, may: readonly string[], { io }: { io: 'free' | 'files' | 'ports' }): Override => ({
  files: [`src/main/${own}/**`],
  rules: {
    ...restrict(
      electron,
      fastify,
      pages,
      publicRelay,
      folders(['simulator'], 'Training brings the simulator.'),
      folders(
        [...features.filter((name) => name !== own && !may.includes(name)), ...outer],
        `main/${own} may import shared, base${may.map((name) => `, ${name}`).join('')}.`,
      ),
      ...(io === 'ports' ? [nodeIo] : []),
    ),
    ...(io === 'free' ? inOwnTime : portsOnly),
  },
});

export const layers: Override[] = [
  {
    files: ['src/shared/**'],
    rules: {
      ...restrict(
        {
          // "Not zod", spelled out: the linter's regular expressions know no look-ahead, and skip a pattern that has one.
          regex: '^([^.z]|z([^o]|$)|zo([^d]|$)|zod.)',
          message: 'shared imports zod and nothing else.',
        },
        folders(
          ['main', 'renderer', 'preload', ...servers, 'simulator', 'verifier'],
          'shared imports nothing of the house.',
        ),
      ),
      ...portsOnly,
    },
  },
  {
    files: ['src/renderer/**'],
    rules: restrict(
      electron,
      fastify,
      { regex: '^(node:|better-sqlite3)', message: 'The UI reaches the machine through window.konter only.' },
      folders(['main', 'preload', ...servers, 'simulator'], 'renderer imports shared only.'),
      i18next,
    ),
  },
  {
    files: ['src/verifier/**'],
    rules: restrict(
      {
        // "Not qr/decode.js", spelled out as above.
        regex: '^([^.q]|q([^r]|$)|qr([^/]|$)|qr/([^d]|d[^e]))',
        message: 'The verifier page is one small file that anybody can read: no libraries but the reader of QR codes.',
      },
      folders(['main', 'renderer', 'preload', ...servers, 'simulator'], 'verifier imports shared only.'),
    ),
  },
  {
    files: ['src/preload/**'],
    rules: restrict(
      fastify,
      { regex: '^zod$', message: 'No zod in the preload bundle.' },
      folders(['main', 'renderer', ...servers, 'simulator'], 'preload imports shared only.'),
    ),
  },
  plain('base', [], { io: 'files' }),
  // The real clock and the real chance stand behind their ports.
  plain('base/system', [], { io: 'free' }),
  plain('db', ['schema'], { io: 'free' }),
  plain('provider', [], { io: 'ports' }),
  plain('relay-client', ['provider'], { io: 'ports' }),
  plain('sales', ['provider', 'relay-client', 'db'], { io: 'ports' }),
  ...otherFeatures
    .filter((name) => name !== 'training')
    .map(
      (name): Override => ({
        files: [`src/main/${name}/**`],
        rules: restrict(
          electron,
          fastify,
          pages,
          publicRelay,
          above,
          folders(['simulator'], 'Training brings the simulator.'),
        ),
      }),
    ),
  // The cores of the relay and the simulator run inside.
  {
    files: ['src/main/training/**'],
    rules: restrict(electron, fastify, pages, above, folders(['bridge'], 'Training knows no real provider.')),
  },
  {
    files: ['src/main/runtime/**'],
    rules: restrict(
      electron,
      fastify,
      pages,
      publicRelay,
      hosts,
      folders(
        features.filter((name) => !['db', 'api'].includes(name)),
        'runtime reaches features by the lists of features.ts.',
      ),
    ),
  },
  {
    // The list of features, and that of the thread that reads whole databases.
    files: ['src/main/runtime/features.ts', 'src/main/runtime/database-task-handler.ts'],
    rules: restrict(electron, fastify, pages, publicRelay, hosts),
  },
  {
    files: ['src/main/hosts/browser/**'],
    rules: restrict(
      electron,
      folders(['renderer', ...servers, 'simulator', 'electron'], 'The host serves the counter, built.'),
    ),
  },
  {
    // Replaces the host's own rule: this part runs in the page.
    files: ['src/main/hosts/browser/page/**'],
    rules: restrict(
      packages('The bridge in the page is plain: no libraries, no zod, no Node.'),
      folders(
        ['main', 'renderer', 'preload', ...servers, 'simulator', ...features, 'runtime', 'base'],
        'The page knows shared only.',
      ),
      { regex: String.raw`^\.\./[^.]`, message: 'The page knows nothing of the host beside it.' },
    ),
  },
  {
    files: ['src/main/hosts/electron/**', 'src/main/index.ts'],
    rules: restrict(
      fastify,
      folders(['renderer', ...servers, 'simulator', '(hosts/)?browser'], 'The host serves the counter, built.'),
    ),
  },
  {
    files: ['src/server/**'],
    rules: restrict(
      electron,
      folders(['main', 'renderer', 'preload', 'simulator', 'relay', 'bridge'], 'server imports shared only.'),
    ),
  },
  ...['relay', 'bridge', 'simulator'].flatMap((name): Override[] => {
    const others = ['simulator', ...servers].filter(
      (one) => one !== name && (one !== 'server' || name === 'simulator'),
    );
    const imports = name === 'simulator' ? 'shared only' : 'shared and server only';
    return [
      {
        files: [`src/${name}/**`],
        rules: restrict(electron, folders(['main', 'renderer', 'preload', ...others], `${name} imports ${imports}.`)),
      },
      {
        files: [`src/${name}/core/**`, ...(name === 'bridge' ? ['src/bridge/providers/**'] : [])],
        rules: {
          ...restrict(
            electron,
            fastify,
            nodeIo,
            folders(['main', 'renderer', 'preload', ...others], `${name}'s core is plain.`),
            { regex: String.raw`^(\.\./)+(store|http|cli)/`, message: `${name}'s core is plain.` },
          ),
          ...portsOnly,
        },
      },
    ];
  }),
  {
    files: ['src/main/schema/**'],
    rules: restrict(
      packages('The list of all tables imports nothing else.'),
      folders([...outer, '\\.\\.'], 'The list of all tables imports nothing else.'),
      { regex: String.raw`^\.\./[^/]+/([^s]|s[^c])`, message: 'Of a feature it knows the schema.ts.' },
    ),
  },
  {
    // Threads and commands that read a whole database load them all.
    files: ['src/main/*/schema.ts'],
    rules: restrict({ regex: '.', message: 'The tables of a feature import nothing.' }),
  },
];
