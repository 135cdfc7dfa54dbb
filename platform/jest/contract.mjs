import path from 'node:path'
import { createRequire } from 'node:module'
import { common, components } from './common.mjs'

const contract = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@multiball/shared/package.json')),
  'src/testing/contract',
)

/** The contract, over a remote that is alone in its repository: it lies among the installed packages. */
export default {
  ...common,
  ...components,
  rootDir: process.cwd(),
  roots: [contract],
  testMatch: [`${contract}/remotes.contract.ts`],
  testPathIgnorePatterns: [],
  haste: { retainAllFiles: true },
}
