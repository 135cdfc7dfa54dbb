import js from '@eslint/js'
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript'
import { importX } from 'eslint-plugin-import-x'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

const textNodesOnly = { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: 'Text nodes only.' }

/** What came after Chrome 87, which old TVs have; compilers leave calls as they are. */
const tooNew = {
  selector:
    'CallExpression[callee.property.name=/^(at|hasOwn|findLast|findLastIndex|toSorted|toReversed|toSpliced|groupBy|withResolvers)$/], CallExpression[callee.name="structuredClone"]',
  message: 'Viewers run on Chrome 87, which does not have this.',
}

const lookbehind = {
  selector:
    'Literal[regex.pattern=/[(][?]<[=!]/], Literal[value=/[(][?]<[=!]/], TemplateElement[value.raw=/[(][?]<[=!]/]',
  message: 'Safari before 16.4 does not read a file that looks behind in a regular expression.',
}

/** Each promise has an owner, or says by `void` that it never rejects, or that its page reports what it rejects with. */
const owned = (parserOptions) => ({
  files: ['**/*.ts', '**/*.tsx'],
  languageOptions: { parserOptions },
  rules: { '@typescript-eslint/no-floating-promises': 'error' },
})

/**
 * The rules of lint.
 * @param {{ pages: string[], sources: string[], displayed: string[], tsconfigs: string, types?: object }} where patterns of files with React,
 *   of those that end up in pages, of those that TVs and partners' pages load, and of the settings of TypeScript; how the parser comes to types,
 *   undefined where it cannot
 */
export const rules = ({ pages, sources, displayed, tsconfigs, types }) =>
  tseslint.config(
    {
      ignores: [
        '**/dist/',
        '**/.types/',
        '**/@mf-types/',
        'deploy/',
        'data/',
        'release/',
        'node_modules/',
        'shots/',
        '**/*.cjs',
      ],
    },
    js.configs.recommended,
    ...tseslint.configs.strict,
    ...(types ? [owned(types)] : []),
    {
      plugins: { 'import-x': importX },
      settings: {
        'import-x/resolver-next': [
          createTypeScriptImportResolver({ project: tsconfigs, noWarnOnMultipleProjects: true }),
        ],
      },
      rules: {
        'import-x/no-cycle': ['error', { ignoreExternal: true }],
        '@typescript-eslint/consistent-type-imports': 'error',
        // An index that a rule just checked may be asserted; the boundaries of arrays are strict otherwise.
        '@typescript-eslint/no-non-null-assertion': 'off',
        '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
        '@typescript-eslint/no-invalid-void-type': 'off',
        '@typescript-eslint/unified-signatures': 'off',
        'no-undef': 'off',
        eqeqeq: 'error',
      },
    },
    {
      files: pages,
      plugins: { 'react-hooks': reactHooks },
      rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
    },
    {
      files: sources,
      ignores: ['**/*.test.*', 'shared/src/testing/**'],
      rules: {
        'no-restricted-properties': [
          'error',
          ...['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'dangerouslySetInnerHTML'].map((property) => ({
            property,
            message: 'Text nodes only.',
          })),
        ],
        'no-restricted-syntax': ['error', textNodesOnly, lookbehind],
      },
    },
    {
      files: displayed,
      ignores: ['**/*.test.*'],
      rules: { 'no-restricted-syntax': ['error', textNodesOnly, tooNew, lookbehind] },
    },
  )
