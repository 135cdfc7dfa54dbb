import path from 'node:path'

const here = (file) => path.join(import.meta.dirname, file)

const swc = (more) => ({
  '\\.[cm]?[jt]sx?$': [
    '@swc/jest',
    {
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
      },
      ...more,
    },
  ],
})

/** What all tests share. */
export const common = {
  transform: swc(),
  // These packages ship ES modules only, or load a module while they run; ours ship their sources.
  transformIgnorePatterns: [
    '/node_modules/(?!(@multiball/[^/]+/(?!node_modules)|ky/|jotai/|valibot/|lucide-react/|cookie/|qr/|p-limit/|yocto-queue/|@opentelemetry/otlp-exporter-base/|age-encryption/|@noble/|@scure/|s3mini/))',
  ],
  moduleNameMapper: {
    '^.+\\.module\\.css$': 'identity-obj-proxy',
    '\\.css$': here('empty.cjs'),
    '^lucide-react$': here('icons.cjs'),
  },
}

/** What tests of rules, which draw nothing, have besides: a package is read when something of it is used first, since most use little of what they import. */
export const rules = { testEnvironment: 'node', transform: swc({ module: { lazy: true } }) }

/** What tests of components need besides. */
export const components = {
  testEnvironment: here('browserEnvironment.mjs'),
  setupFilesAfterEnv: ['@testing-library/jest-dom', here('layout.mjs'), here('ownerStacks.mjs'), here('patience.mjs')],
}
