// Rules for the JavaScript of the page. Its files become one script, so each may use what the others define.
import { readFileSync, readdirSync } from 'node:fs';

const folder = 'stats/export/page/web/';
const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
const defined = files.flatMap((name) =>
  [...readFileSync(folder + name, 'utf8').matchAll(/^(?:const|let|class|(?:async )?function) (\w+)/gm)].map((m) => m[1]));
const browser = [
  'Packed', // of the script that unpacks the page's
  'AbortController', 'Blob', 'DecompressionStream', 'EventSource', 'ImageData', 'OffscreenCanvas', 'Path2D', 'ResizeObserver', 'Response', 'TextDecoder', 'URL',
  'URLSearchParams', 'addEventListener', 'atob', 'cancelAnimationFrame', 'clearTimeout', 'console', 'devicePixelRatio', 'document', 'fetch', 'getComputedStyle',
  'history', 'innerHeight', 'innerWidth', 'localStorage', 'location', 'matchMedia', 'navigator', 'performance', 'requestAnimationFrame', 'scrollY', 'setInterval',
  'setTimeout', 'window',
];

export default [
  {
    files: [folder + '*.js'],
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: {
      ecmaVersion: 2022,
      sourceType: 'script',
      globals: Object.fromEntries([...defined, ...browser].map((name) => [name, 'readonly'])),
    },
    rules: {
      'constructor-super': 'error',
      'eqeqeq': 'error',
      'for-direction': 'error',
      'getter-return': 'error',
      'no-cond-assign': ['error', 'except-parens'],
      'no-const-assign': 'error',
      'no-dupe-args': 'error',
      'no-dupe-else-if': 'error',
      'no-dupe-keys': 'error',
      'no-duplicate-case': 'error',
      'no-empty': 'error',
      'no-eval': 'error',
      'no-fallthrough': 'error',
      'no-func-assign': 'error',
      'no-implied-eval': 'error',
      'no-invalid-regexp': 'error',
      'no-self-assign': 'error',
      'no-self-compare': 'error',
      'no-undef': 'error',
      'no-unreachable': 'error',
      'no-unsafe-finally': 'error',
      'no-unused-labels': 'error',
      'no-unused-vars': ['error', { vars: 'local', args: 'none', caughtErrors: 'none' }],
      'no-var': 'error',
      'prefer-const': 'error',
      'use-isnan': 'error',
      'valid-typeof': 'error',
    },
  },
];
