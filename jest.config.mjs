import { common as anywhere, components } from './platform/jest/common.mjs'

const common = {
  ...anywhere,
  moduleNameMapper: {
    ...anywhere.moduleNameMapper,
    // It has a build for require, which its exports do not name.
    '^postal-mime$': '<rootDir>/node_modules/postal-mime/dist/cjs/postal-mime.js',
  },
  modulePathIgnorePatterns: ['/dist/', '/\\.types/', '<rootDir>/deploy/', '<rootDir>/data/', '<rootDir>/release/'],
}

const inFolders = (...folders) => folders.map((folder) => `<rootDir>/${folder}/**/*.test.ts?(x)`)

export default {
  projects: [
    {
      ...common,
      displayName: 'pages',
      ...components,
      // The contract goes over all remotes by itself.
      testMatch: [...inFolders('shared', 'shell', 'embed', 'mf-*'), '<rootDir>/shared/src/testing/contract/*.contract.ts'],
    },
    {
      ...common,
      displayName: 'server',
      testEnvironment: 'node',
      // One real PostgreSQL for the run, a fresh database for each file.
      globalSetup: '<rootDir>/server/src/testing/globalSetup.ts',
      globalTeardown: '<rootDir>/server/src/testing/globalTeardown.ts',
      testMatch: inFolders('server', 'platform', 'bridge', 'bench'),
    },
    {
      ...common,
      displayName: 'browser',
      testEnvironment: 'node',
      // One first start of the product for the run; every file begins with a copy of what it made.
      globalSetup: '<rootDir>/e2e/src/globalSetup.ts',
      globalTeardown: '<rootDir>/e2e/src/globalTeardown.ts',
      setupFilesAfterEnv: ['<rootDir>/platform/jest/browserPatience.mjs'],
      testMatch: inFolders('e2e'),
    },
  ],
}
