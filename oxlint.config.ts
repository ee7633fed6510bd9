import { defineConfig } from 'oxlint';
import { layers } from './scripts/layers.ts';

// Rules that read types cost three times what all others do: those that find what the compiler does not, in what ships. Nearly
// all of it goes to promises; the last seven are free beside them.
const typeRules = [
  'no-floating-promises',
  'no-misused-promises',
  'await-thenable',
  'switch-exhaustiveness-check',
  'no-base-to-string',
  'restrict-template-expressions',
  'require-array-sort-compare',
  'no-misused-spread',
  'no-array-delete',
  'no-for-in-array',
  'no-implied-eval',
  'no-unsafe-unary-minus',
];
const setAll = (names: readonly string[], to: 'error' | 'off') =>
  Object.fromEntries(names.map((name) => [`typescript/${name}`, to] as const));

/** About style, or about enums, which the compiler refuses here; they read types all the same. */
const unusedTypeRules = [
  'no-duplicate-type-constituents',
  'no-generated-empty-object-type',
  'no-meaningless-void-operator',
  'no-redundant-type-constituents',
  'no-unnecessary-boolean-literal-compare',
  'no-unnecessary-template-expression',
  'no-unnecessary-type-arguments',
  'no-unnecessary-type-assertion',
  'no-unnecessary-type-conversion',
  'no-unsafe-enum-assignment',
  'no-unsafe-enum-comparison',
  'no-useless-default-assignment',
];

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'import', 'oxc', 'promise', 'react', 'jsx-a11y', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  ignorePatterns: ['out/**', 'dist/**', 'node_modules/**', 'test-results/**', 'playwright-report/**'],
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
    ...setAll(typeRules, 'error'),
    ...setAll(unusedTypeRules, 'off'),
    'typescript/consistent-type-imports': 'error',
    // Types count: a type that two modules need from each other belongs below both.
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'no-console': 'error',
    eqeqeq: 'error',
    // One request after another is what a sale, a migration or a test's story means.
    'no-await-in-loop': 'off',
    // The automatic JSX runtime needs no React in scope.
    'react/react-in-jsx-scope': 'off',
    // A scrolling region must take the focus to be scrolled by keyboard.
    'jsx-a11y/no-noninteractive-tabindex': 'off',
    // Fires on every use of useVirtualizer.
    'react/incompatible-library': 'off',
    // Style sheets and fonts are imported for their effect.
    'import/no-unassigned-import': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/no-unnecessary-type-parameters': 'off',
    // tsc (noImplicitReturns) knows that a switch is exhaustive; the linter does not.
    'typescript/consistent-return': 'off',
    // Objects here are made of closures, not of methods that need a `this`.
    'typescript/unbound-method': 'off',
    'eslint/no-shadow': 'off',
    'eslint/no-underscore-dangle': 'off',
  },
  overrides: [
    ...layers,
    {
      // A module that exports anything else is not replaced in place: an edit would reload the page.
      files: ['src/renderer/**'],
      rules: { 'react/only-export-components': 'error' },
    },
    {
      files: ['tests/**', 'bench/**', 'scripts/**', 'playwright.config.ts'],
      rules: {
        'no-console': 'off',
        ...setAll(typeRules, 'off'),
        // Their promises are read where nobody waits for it.
        'typescript/no-floating-promises': process.env['CI'] ? 'error' : 'off',
        'typescript/consistent-type-assertions': 'off',
        'typescript/no-non-null-assertion': 'off',
        // The second argument says which of a loop's cases failed.
        'vitest/valid-expect': ['error', { maxArgs: 2 }],
      },
    },
  ],
});
