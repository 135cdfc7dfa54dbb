// npm test: on a fresh clone too. Lint, types, unit, integration and browser tests; ends with "N passed, N failed".
// npm run test:large is what is slow and seldom fails, and npm run test:all is both.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { ensureInstalled, root } from './ensure.mjs'

ensureInstalled({ dev: true })
const { register } = await import('tsx/esm/api')
register()
const { ensureChromium } = await import('./src/browsers/chromium.ts')
const { ensureChromium87, hasChromium87 } = await import('./src/browsers/chromium87.ts')
const { noteTested } = await import('./src/release/tested.ts')
const { findSystemPostgres } = await import('../server/src/testing/system/postgres.ts')
const { bundlePrograms, forTests } = await import('./src/release/bundle.ts')
const { attempt, check, close, reports, skip, tests } = await import('./testRun.mjs')

const [which = ''] = process.argv.slice(2)
if (!['', '--large', '--all'].includes(which)) {
  console.error('Usage: npm test, npm run test:large, npm run test:all')
  process.exit(1)
}

const programs = ['server', 'platform', 'bridge'].map((folder) => path.join(root, folder, forTests.inside))
process.on('exit', () => programs.forEach((folder) => rmSync(folder, { recursive: true, force: true })))
const packages = path.join(reports, 'packages')
const build = ['platform/run.mjs', 'platform/src/build.cli.ts']

// Jest leaves one core free of two: with one worker everything takes twice as long.
const workers = `--maxWorkers=${Math.max(2, Math.min(8, availableParallelism() - 1))}`

async function testsInBrowser(title, project, more = []) {
  if (!process.env.CHROMIUM_PATH) return skip(`${title}: no Chromium is here`)
  // Journeys wait for a server, a browser, or what a person would see; with three side by side pages wait too long.
  await tests(title, project, ['--maxWorkers=2', ...more], existsSync(packages) ? { MULTIBALL_PACKAGES: packages } : {})
}

/** What every change is tried with. */
async function ordinary() {
  // All declarations of shared are to be written again, by which its packages go: in which order depends on what was read before.
  rmSync(path.join(root, 'shared/.types'), { recursive: true, force: true })
  const ofTypes = async () => {
    await check('types', ['platform/types.mjs'], { isBeside: true })
    // What other teams get, and whether the version of shared says what its types are, which are there by now.
    await check('packages for teams', ['platform/run.mjs', 'platform/src/pack.cli.ts', packages, '--declared'], {
      isBeside: true,
    })
  }
  // They wait for nothing, and tests wait often: they fill that time.
  const needed = Promise.all([check('build', build, { isBeside: true }), ofTypes()])
  const linted = needed
    .then(() => check('lint', ['node_modules/eslint/bin/eslint.js', '.'], { isBeside: true }))
    .then(() =>
      check('format', ['node_modules/prettier/bin/prettier.cjs', '--check', '--cache', '.'], { isBeside: true }),
    )
  await tests('server', 'server', [workers])
  await tests('pages', 'pages', [workers])
  await needed
  await testsInBrowser('browser', 'browser')
  await linted
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
    .filter(
      (file) =>
        file.endsWith('.test.ts') &&
        !file.endsWith('.large.test.ts') &&
        (/^(?:core|ground\/database)\/|^backup\/[^/]+$/.test(file) || file.endsWith('.routes.test.ts')),
    )
    .map((file) => path.join(folder, file))
    .filter((file) => /useTestDatabase\(/.test(readFileSync(file, 'utf8')))
}

/** Fetches the Chromium of old TVs. Answers how to leave out its tests where that fails. */
function withoutChromium87() {
  try {
    if (hasChromium87) ensureChromium87()
    return []
  } catch ({ message }) {
    skip(`tests in Chromium 87: ${message}`)
    return ['--testPathIgnorePatterns=oldBrowsers']
  }
}

/** What is slow and seldom fails: before a release, and where a machine has the time. */
async function large() {
  const beside = which === '--all' ? Promise.resolve() : check('build', build, { isBeside: true })
  await tests('large server', 'large server', [workers])
  const system = findSystemPostgres()
  // An older one than the embedded, on which all others run.
  if (system)
    await tests('PostgreSQL of the system', 'server', [workers, '--runTestsByPath', ...testsOfDatabase()], {
      TEST_POSTGRES: 'system',
    })
  else skip('tests on the system’s PostgreSQL: 15 or newer is not installed (apt install postgresql)')
  // What older servers do beside new ones while they are replaced.
  await check('tests of the last release', ['platform/run.mjs', 'server/src/testing/oldReleases/runTests.cli.ts'])
  await beside
  await testsInBrowser('large browser', 'large browser', withoutChromium87())
}

await attempt(async () => {
  process.env.CHROMIUM_PATH = await ensureChromium().catch(({ message }) => (skip(message), ''))
  await bundlePrograms(root, forTests)
  process.env.MULTIBALL_PROGRAMS = forTests.inside
  if (which !== '--large') await ordinary()
  if (which !== '') await large()
})
const hasPassed = close()
if (hasPassed && which === '--all') noteTested(root)
process.exitCode = hasPassed ? 0 : 1
