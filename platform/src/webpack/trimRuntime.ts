import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { RuleSetRule } from 'webpack'

const require = createRequire(import.meta.url)
const core = path.dirname(require.resolve('@module-federation/runtime-core'))
const besideCore = createRequire(path.join(core, 'index.js'))
const errors = path.dirname(besideCore.resolve('@module-federation/error-codes'))
const sdk = path.dirname(besideCore.resolve('@module-federation/sdk'))
const bundler = path.dirname(require.resolve('@module-federation/webpack-bundler-runtime'))
const ours = (file: string) => path.join(import.meta.dirname, file)

/** The version whose insides the replacements below were read against. */
const known = '2.9.2'

/** @throws unless it is the version whose insides are known */
export function checkRuntime(version: string): void {
  if (version !== known)
    throw new Error(
      `The federation runtime is ${version}, and what builds leave out of it was chosen for ${known}: see docs/decisions/0064-a-lighter-federation-runtime.md`,
    )
}
checkRuntime((JSON.parse(readFileSync(path.join(core, '../package.json'), 'utf8')) as { version: string }).version)

/** How the runtime itself reads version ranges. */
export const ownRanges = path.join(core, 'utils/semver/index.js')

/** Modules of the federation runtime that builds replace with others, by their files. */
export const runtimeAliases = {
  [path.join(errors, 'desc.mjs')]: ours('runtimeParts.ts'),
  [path.join(core, 'plugins/snapshot/SnapshotHandler.js')]: ours('runtimeParts.ts'),
  [path.join(core, 'utils/context.js')]: ours('runtimeParts.ts'),
  [path.join(core, 'utils/preload.js')]: ours('runtimeParts.ts'),
  // The same words twice.
  [path.join(bundler, 'error-codes/dist/getShortErrorMsg.js')]: path.join(errors, 'getShortErrorMsg.mjs'),
  [path.join(bundler, 'updateOptions.js')]: ours('runtimeParts.ts'),
  [path.join(sdk, 'dom.js')]: ours('runtimeParts.ts'),
  [path.join(sdk, 'logger.js')]: ours('runtimeParts.ts'),
  [ownRanges]: ours('runtimeRanges.ts'),
}

/** Files of the runtime that builds take parts out of, by their names, or their folders'. */
export const trimmedFiles = {
  module: path.join(core, 'module/index.js'),
  remote: path.join(core, 'remote/index.js'),
  shared: path.join(core, 'shared/index.js'),
  load: path.join(core, 'utils/load.js'),
  share: path.join(core, 'utils/share.js'),
}

export const runtimeRule: RuleSetRule = {
  test: /@module-federation[\\/]runtime-core[\\/]dist[\\/](?:(?:module|remote|shared)[\\/]index|utils[\\/](?:load|share))\.js$/,
  use: ours('trimRuntimeLoader.cjs'),
}
