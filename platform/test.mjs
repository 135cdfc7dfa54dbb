// npm test: on a fresh clone too. Lint, types, unit, integration and browser tests; ends with "N passed, N failed".
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, setPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { ensureInstalled, root } from './ensure.mjs'

ensureInstalled()
const { register } = await import('tsx/esm/api')
register()
const { ensureChromium } = await import('./src/chromium.ts')
const { ensureChromium87, hasChromium87 } = await import('./src/chromium87.ts')
const { findSystemPostgres } = await import('../server/src/testing/system/postgres.ts')
const { bundlePrograms, forTests } = await import('./src/release/bundle.ts')
process.env.CHROMIUM_PATH = await ensureChromium()
if (hasChromium87) ensureChromium87()
await bundlePrograms(root, forTests)
process.env.MULTIBALL_PROGRAMS = forTests.inside

const reports = mkdtempSync(path.join(tmpdir(), 'multiball-test-'))
process.on('exit', () => {
  for (const folder of [reports, path.join(root, 'server', forTests.inside), path.join(root, 'platform', forTests.inside)]) rmSync(folder, { recursive: true, force: true })
})
const packages = path.join(reports, 'packages')
const tool = (name) => path.join('node_modules', name)

/** With more files than this, something is broken. */
const mostAgain = 5

let passed = 0
let failed = 0
const took = () => ` (${Math.round(process.uptime())} s since the start)`

/** Runs a program of the project to its end. Answers whether it passed. */
async function run(file, args, { environment = {}, ...options } = {}, begun = () => {}) {
  const child = spawn(process.execPath, [file, ...args], { cwd: root, env: { ...process.env, ...environment }, ...options })
  begun(child)
  const [code] = await once(child, 'close')
  return code === 0
}

/** Lets a program with a session of its own have only what others leave of the processors; it ends with this one. */
function giveWay(child) {
  const niceness = 19
  setPriority(child.pid, niceness)
  // Linux shares processors between sessions first, which have a niceness of their own. Not everybody may set it at any moment.
  const setForSession = (times) => {
    try {
      writeFileSync(`/proc/${child.pid}/autogroup`, String(niceness))
    } catch {
      if (times > 0) setTimeout(setForSession, 200, times - 1).unref()
    }
  }
  setForSession(5)
  const end = () => process.kill(-child.pid, 'SIGKILL')
  process.on('exit', end)
  child.once('exit', () => process.off('exit', end))
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))

/** Checks that pass or fail as a whole, one after the other. What one says follows when it has ended. */
async function checks(files, { isBeside = false } = {}) {
  for (const [title, [file, ...args]] of Object.entries(files)) {
    let printed = ''
    const hasPassed = await run(file, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: isBeside }, (child) => {
      if (isBeside) giveWay(child)
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (printed += text))
    })
    console.log(`\n── ${title}: ${hasPassed ? 'passed' : 'failed'}${took()}\n${printed}`)
    if (hasPassed) passed += 1
    else failed += 1
  }
}

/**
 * The tests of one jest project, counted one by one. Files that fail beside others, where two cores may keep a page or a
 * server waiting for longer than a test does, are run once more by themselves, and named: what is broken fails again.
 */
async function tests(title, project, args = [], environment = {}) {
  console.log(`\n── ${title} tests${took()}`)
  const start = async (name, more) => {
    const report = path.join(reports, `${name}.json`)
    await run(tool('jest/bin/jest.js'), ['--selectProjects', project, '--testTimeout=30000', '--json', `--outputFile=${report}`, ...more], { environment, stdio: 'inherit' })
    return JSON.parse(readFileSync(report, 'utf8'))
  }
  try {
    const first = await start(title, args)
    const broken = first.testResults.filter(({ status }) => status === 'failed')
    passed += first.numPassedTests
    failed += first.numFailedTests + first.numRuntimeErrorTestSuites
    if (broken.length === 0) failed += first.success ? 0 : 1
    if (broken.length === 0 || broken.length > mostAgain) return
    const files = broken.map(({ name }) => name)
    console.log(`\n── once more by themselves${took()}\n${files.map((file) => path.relative(root, file)).join('\n')}`)
    const again = await start(`${title} again`, ['--runInBand', '--runTestsByPath', ...files])
    passed += again.numPassedTests - broken.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === 'passed').length
    failed += again.numFailedTests + again.numRuntimeErrorTestSuites - first.numFailedTests - first.numRuntimeErrorTestSuites
    for (const { assertionResults } of broken)
      for (const { fullName, status } of assertionResults) if (status === 'failed') console.log(`Failed beside others: ${fullName}`)
  } catch {
    failed += 1
  }
}

/**
 * The server's tests that differ with the database, which is in what it makes of SQL: those that talk to one, of all that
 * stores something (the core, the database's own room and the backups), and beyond that of every call. The whole server
 * above them sends no other SQL, nor do programs, logs and limits.
 */
function testsOfDatabase() {
  const folder = path.join(root, 'server/src')
  return readdirSync(folder, { recursive: true })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => file.endsWith('.test.ts') && (/^(?:core|ground\/database)\/|^backup\/[^/]+$/.test(file) || file.endsWith('.routes.test.ts')))
    .map((file) => path.join(folder, file))
    .filter((file) => /useTestDatabase\(/.test(readFileSync(file, 'utf8')))
}

/**
 * The tests of the server. Those of the database run on the system's PostgreSQL where there is one, as with DATABASE_URL: an older
 * one than the embedded, on which all others run.
 */
async function testsOfServer() {
  const ofDatabase = testsOfDatabase()
  const system = findSystemPostgres()
  if (!system) {
    await tests('server', 'server', [workers])
    console.log('\n── tests on an external PostgreSQL\nSkipped: Debian’s PostgreSQL 15 or newer is not installed (apt install postgresql).')
    return
  }
  await tests('server', 'server', [workers, ...ofDatabase.map((file) => `--testPathIgnorePatterns=${file.replaceAll('.', '\\.')}$`)])
  await tests(`PostgreSQL ${system.version}`, 'server', [workers, '--runTestsByPath', ...ofDatabase], { TEST_POSTGRES: 'system' })
}

// All declarations of shared are to be written again, by which its packages go: in which order depends on what was read before.
rmSync(path.join(root, 'shared/.types'), { recursive: true, force: true })
// They wait for nothing, and the tests of server and pages, which need none of them, wait often: they fill that time.
const checked = Promise.all([
  checks(
    {
      types: ['platform/types.mjs'],
      // What other teams get, and whether the version of shared says what its types are, which are there by now.
      'packages for teams': ['platform/run.mjs', 'platform/src/pack.cli.ts', packages, '--declared'],
      lint: [tool('eslint/bin/eslint.js'), '.'],
    },
    { isBeside: true },
  ),
  checks({ build: ['platform/run.mjs', 'platform/src/build.cli.ts'] }, { isBeside: true }),
])
// Jest leaves one core free of two: with one worker everything takes twice as long.
const workers = `--maxWorkers=${Math.max(2, Math.min(8, availableParallelism() - 1))}`
await testsOfServer()
await tests('pages', 'pages', [workers])
await checked
// What older servers do beside new ones while they are replaced. By themselves: some wait for seconds at most.
await checks({ 'tests of the last release': ['platform/run.mjs', 'server/src/testing/oldReleases/runTests.cli.ts', '--some'] })
// Journeys wait for a server, a browser, or what a person would see; with three side by side pages wait too long.
await tests('browser', 'browser', ['--maxWorkers=2'], existsSync(packages) ? { MULTIBALL_PACKAGES: packages } : {})

console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
