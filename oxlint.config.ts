import { defineConfig } from 'oxlint';
import { layers } from './scripts/layers.ts';

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'import', 'oxc', 'promise', 'react', 'jsx-a11y', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  ignorePatterns: ['out/**', 'dist/**', 'node_modules/**', 'test-results/**', 'playwright-report/**'],
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
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
        'typescript/consistent-type-assertions': 'off',
        'typescript/no-non-null-assertion': 'off',
        // The second argument says which of a loop's cases failed.
        'vitest/valid-expect': ['error', { maxArgs: 2 }],
      },
    },
  ],
});
