const swc = ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } } } }]

const common = {
  transform: { '\\.[cm]?[jt]sx?$': swc },
  // These packages ship ES modules only.
  transformIgnorePatterns: ['/node_modules/(?!(ky|jotai|valibot|lucide-react|cookie)/)'],
  moduleNameMapper: {
    '^.+\\.module\\.css$': 'identity-obj-proxy',
    '\\.css$': '<rootDir>/platform/jest/empty.cjs',
    // It has a build for require, which its exports do not name.
    '^postal-mime$': '<rootDir>/node_modules/postal-mime/dist/cjs/postal-mime.js',
  },
  modulePathIgnorePatterns: ['/dist/', '/\\.types/', '<rootDir>/deploy/', '<rootDir>/data/'],
}

const inFolders = (...folders) => folders.map((folder) => `<rootDir>/${folder}/**/*.test.ts?(x)`)

export default {
  projects: [
    {
      ...common,
      displayName: 'pages',
      testEnvironment: '<rootDir>/platform/jest/browserEnvironment.mjs',
      setupFilesAfterEnv: ['@testing-library/jest-dom', '<rootDir>/platform/jest/layout.mjs', '<rootDir>/platform/jest/patience.mjs'],
      // The contract goes over all remotes by itself.
      testMatch: [...inFolders('shared', 'shell', 'mf-*'), '<rootDir>/shared/src/testing/contract/*.contract.ts'],
    },
    {
      ...common,
      displayName: 'server',
      testEnvironment: 'node',
      // One real PostgreSQL for the run, a fresh database for each file.
      globalSetup: '<rootDir>/server/src/testing/globalSetup.ts',
      globalTeardown: '<rootDir>/server/src/testing/globalTeardown.ts',
      testMatch: inFolders('server', 'platform', 'bridge'),
    },
    {
      ...common,
      displayName: 'browser',
      testEnvironment: 'node',
      testMatch: inFolders('e2e'),
    },
  ],
}
