import tseslint from 'typescript-eslint';

/** Biome lints; these four need types, and in a program that moves money a forgotten await is a lost payment. */
export default tseslint.config({
  files: ['**/*.ts', '**/*.tsx'],
  ignores: ['**/dist/**', '**/*.generated.ts'],
  plugins: { '@typescript-eslint': tseslint.plugin },
  languageOptions: {
    parser: tseslint.parser,
    parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
  },
  rules: {
    '@typescript-eslint/no-floating-promises': 'error',
    '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    '@typescript-eslint/switch-exhaustiveness-check': 'error',
    '@typescript-eslint/await-thenable': 'error',
  },
});
