import { common as anywhere, components, rules } from './platform/jest/common.mjs'

const common = {
  ...anywhere,
  moduleNameMapper: {
    ...anywhere.moduleNameMapper,
    // It has a build for require, which its exports do not name.
    '^postal-mime$': '<rootDir>/node_modules/postal-mime/dist/cjs/postal-mime.js',
  },
  // The temporary folder is another in each run of npm test.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  modulePathIgnorePatterns: ['/dist/', '/\\.types/', '<rootDir>/deploy/', '<rootDir>/data/', '<rootDir>/release/'],
}

const inFolders = (...folders) => folders.map((folder) => `<rootDir>/${folder}/**/*.test.ts?(x)`)

/** What is large runs by name, in npm run test:all. */
const inLarge = (...folders) => folders.map((folder) => `<rootDir>/${folder}/**/*.large.test.ts`)
const withoutLarge = { testPathIgnorePatterns: ['/node_modules/', '\\.large\\.test\\.ts$'] }

const server = {
  ...common,
  testEnvironment: 'node',
  // One real PostgreSQL for the run, a fresh database for each file.
  globalSetup: '<rootDir>/server/src/testing/globalSetup.ts',
  globalTeardown: '<rootDir>/server/src/testing/globalTeardown.ts',
}

const browser = {
  ...common,
  testEnvironment: 'node',
  // One product and one browser for the run, for the files that need none of their own.
  globalSetup: '<rootDir>/e2e/src/globalSetup.ts',
  globalTeardown: '<rootDir>/e2e/src/globalTeardown.ts',
  setupFilesAfterEnv: ['<rootDir>/platform/jest/browserPatience.mjs'],
}

const pages = ['shared', 'shell', 'embed', 'mf-*']
const ofServer = ['server', 'platform', 'bridge', 'bench']

export default {
  // Ends what hangs; what is slow where others have the processor goes on.
  testTimeout: 30_000,
  projects: [
    {
      ...common,
      displayName: 'pages',
      ...components,
      // The contract goes over all remotes by itself.
      testMatch: [
        ...pages.map((folder) => `<rootDir>/${folder}/**/*.test.tsx`),
        '<rootDir>/shared/src/testing/contract/*.contract.ts',
      ],
    },
    // What touches no document needs none: half of the files, and a document costs more than most of them.
    { ...common, ...rules, displayName: 'pages', testMatch: pages.map((folder) => `<rootDir>/${folder}/**/*.test.ts`) },
    { ...server, ...withoutLarge, displayName: 'server', testMatch: inFolders(...ofServer) },
    { ...server, displayName: 'large server', testMatch: inLarge(...ofServer) },
    { ...browser, ...withoutLarge, displayName: 'browser', testMatch: inFolders('e2e') },
    { ...browser, displayName: 'large browser', testMatch: inLarge('e2e') },
  ],
}
