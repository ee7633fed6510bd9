/**
 * Who may import whom, as linter overrides: the house of docs/adr/0001-layers.md.
 * A folder is matched by one override only, because a later one replaces an earlier one's whole rule.
 */

type Pattern = { regex: string; message: string };
type Override = { files: string[]; rules: Record<string, ['error', ...unknown[]]> };

const up = String.raw`^(\.\.?/)+`;
const electron: Pattern = {
  regex: '^electron($|/)',
  message: 'Only main/index.ts, main/electron and preload know Electron.',
};
const fastify: Pattern = {
  regex: '^(fastify|@fastify/)',
  message: 'HTTP serving belongs to main/browser, relay and simulator.',
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
      message: 'Comes in through a port (src/main/ports, or the core’s own).',
    })),
  ],
  'no-restricted-properties': [
    'error',
    { object: 'Date', property: 'now', message: 'Use the Clock port.' },
    { object: 'Math', property: 'random', message: 'Use the Random port.' },
    { object: 'crypto', property: 'randomUUID', message: 'Use the Random port.' },
  ],
};

const nodeIo: Pattern = {
  regex: '^(node:)?(fs|fs/promises|http|https|net|tls|child_process|timers|timers/promises|worker_threads|dgram)$',
  message: 'Files, sockets and timers come in through a port.',
};

const outer = ['app', 'browser', 'electron'];
const services = ['counter', 'provider', 'journal', 'relay', 'printing'];
const others = (own: string): string[] => services.filter((name) => name !== own);
/** The counter's own `relay` client and the public `src/relay` share a name: two steps up is the public one. */
const publicParts = folders(['renderer', 'preload', 'simulator'], 'main’s services know shared, base and ports only.');

const service = (own: string): Override => ({
  files: [`src/main/${own}/**`],
  rules: {
    ...restrict(
      electron,
      fastify,
      publicParts,
      folders([...others(own), ...outer], `main/${own} may import shared, base and ports only.`),
      { regex: String.raw`^(\.\./){2,}relay/`, message: 'main never imports the public relay.' },
      ...(own === 'counter' || own === 'relay' ? [nodeIo] : []),
    ),
    ...(own === 'counter' || own === 'relay' ? portsOnly : {}),
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
          ['main', 'renderer', 'preload', 'relay', 'simulator', 'verifier'],
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
      folders(['main', 'preload', 'relay', 'simulator'], 'renderer imports shared only.'),
    ),
  },
  {
    files: ['src/verifier/**'],
    rules: restrict(
      packages('The verifier page is one small file that anybody can read: no libraries.'),
      folders(['main', 'renderer', 'preload', 'relay', 'simulator'], 'verifier imports shared only.'),
    ),
  },
  {
    files: ['src/preload/**'],
    rules: restrict(
      fastify,
      { regex: '^zod$', message: 'No zod in the preload bundle.' },
      folders(['main', 'renderer', 'relay', 'simulator'], 'preload imports shared only.'),
    ),
  },
  {
    files: ['src/main/ports/**'],
    rules: restrict(
      electron,
      packages('ports are types.'),
      folders([...services, ...outer], 'ports import shared only.'),
    ),
  },
  {
    files: ['src/main/base/**'],
    rules: {
      ...restrict(electron, fastify, folders([...services, ...outer], 'base imports shared and ports only.')),
      ...portsOnly,
    },
  },
  ...services.map(service),
  {
    files: ['src/main/app/**'],
    rules: restrict(
      electron,
      fastify,
      folders(['renderer', 'preload', 'browser', 'electron'], 'app is one counter for both hosts: it knows neither.'),
    ),
  },
  {
    files: ['src/main/browser/**'],
    rules: restrict(
      electron,
      folders(['renderer', 'relay', 'simulator', 'electron'], 'The host serves the counter, built.'),
    ),
  },
  {
    // Replaces the host's own rule: this part runs in the page.
    files: ['src/main/browser/page/**'],
    rules: restrict(
      packages('The bridge in the page is plain: no libraries, no zod, no Node.'),
      folders(
        ['main', 'renderer', 'preload', 'relay', 'simulator', ...services, 'app', 'base', 'ports'],
        'The page knows shared only.',
      ),
      { regex: String.raw`^\.\./[^.]`, message: 'The page knows nothing of the host beside it.' },
    ),
  },
  {
    files: ['src/main/electron/**', 'src/main/index.ts'],
    rules: restrict(
      fastify,
      folders(['renderer', 'relay', 'simulator', 'browser'], 'The host serves the counter, built.'),
    ),
  },
  ...['relay', 'simulator'].flatMap((name): Override[] => [
    {
      files: [`src/${name}/**`],
      rules: restrict(
        electron,
        folders(
          ['main', 'renderer', 'preload', name === 'relay' ? 'simulator' : 'relay'],
          `${name} imports shared only.`,
        ),
      ),
    },
    {
      files: [`src/${name}/core/**`],
      rules: {
        ...restrict(
          electron,
          fastify,
          nodeIo,
          folders(
            ['main', 'renderer', 'preload', 'server', name === 'relay' ? 'simulator' : 'relay'],
            `${name}'s core is plain.`,
          ),
        ),
        ...portsOnly,
      },
    },
  ]),
];
