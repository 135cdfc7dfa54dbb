// npm test: on a fresh clone too. Lint, types, unit, integration and browser tests; ends with "N passed, N failed".
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureInstalled, root } from './ensure.mjs'

ensureInstalled()
const { register } = await import('tsx/esm/api')
register()
const { ensureChromium } = await import('./src/chromium.ts')
process.env.CHROMIUM_PATH = await ensureChromium()

const reports = mkdtempSync(path.join(tmpdir(), 'multiball-test-'))
const node = (file, ...args) => spawnSync(process.execPath, [file, ...args], { cwd: root, stdio: 'inherit' }).status === 0
const tool = (name) => path.join('node_modules', name)

let passed = 0
let failed = 0

/** One check that passes or fails as a whole. */
function check(title, file, ...args) {
  console.log(`\n── ${title}`)
  if (node(file, ...args)) passed += 1
  else failed += 1
}

/** The tests of one jest project, counted one by one. */
function tests(project, ...args) {
  console.log(`\n── ${project} tests`)
  const report = path.join(reports, `${project}.json`)
  const succeeded = node(tool('jest/bin/jest.js'), '--selectProjects', project, '--json', `--outputFile=${report}`, ...args)
  try {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(report, 'utf8'))
    passed += numPassedTests
    failed += numFailedTests + numRuntimeErrorTestSuites
    if (!succeeded && numFailedTests + numRuntimeErrorTestSuites === 0) failed += 1
  } catch {
    failed += 1
  }
}

check('lint', tool('eslint/bin/eslint.js'), '.')
check('types', tool('typescript/bin/tsc'), '-b')
tests('pages')
tests('server')
check('build', 'platform/run.mjs', 'platform/src/build.cli.ts')
tests('browser', '--runInBand')

rmSync(reports, { recursive: true })
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
