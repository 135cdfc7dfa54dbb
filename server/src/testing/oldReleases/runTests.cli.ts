import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { serverFolder } from '../../ground/process/config'
import { startTestPostgres } from '../postgres'
import { unpackRelease } from '../release'

/*
 * Runs the server's tests of the last release, as they were released, on a database that has the tables of today:
 *
 *   npm run -s last-release             those of its tests that talk to a database, in some minutes
 *   npm run -s last-release -- --some   the calls that screens and machines depend on, in a minute
 *   npm run -s last-release -- COMMIT   of another release
 *
 * While a newer server is rolled out, the older ones beside it go on with what its migrations have made of the tables.
 */

/** 1.0.0 */
const lastRelease = '35935de70b1f6670179672f64f72db4bb9daeca5'

/** What a venue notices when it fails. */
const some = [
  'accounts/accounts.routes',
  'boards/boards.routes',
  'devices/devices.routes',
  'devices/hotEntries',
  'games/claims.routes',
  'games/games.service',
  'games/twoProcesses',
  'live/live.routes',
  'live/sources/storedBoards',
  'tvs/tvs.routes',
  'venues/venues.routes',
].map((file) => `${file}.test.ts`)

/** An older program does not start on a newer database, nor back it up: these are its words. */
const refusesOnPurpose = /^StartError: The database was created by (?:a newer|another) version of Multiball/

interface Report {
  numPassedTests: number
  testResults: { name: string; status: string; message: string; assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[]
}

const given = process.argv.slice(2)
const isSome = given.includes('--some')
const commit = given.find((word) => !word.startsWith('--')) ?? lastRelease
const root = path.dirname(serverFolder)

/** Answers a line for each failure that is not on purpose, and how many are. */
function judge({ testResults }: Report): { failures: string[]; refused: number } {
  const failures: string[] = []
  let refused = 0
  for (const { name, status, message, assertionResults } of testResults) {
    const failed = assertionResults.filter((one) => one.status === 'failed')
    for (const { fullName, failureMessages } of failed) {
      if (failureMessages.every((text) => refusesOnPurpose.test(text))) refused += 1
      else failures.push(`${path.basename(name)}: ${fullName}\n${failureMessages.join('\n')}`)
    }
    if (status === 'failed' && failed.length === 0) failures.push(`${path.basename(name)}: ${message}`)
  }
  return { failures, refused }
}

async function main(): Promise<number> {
  if (spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).status !== 0) {
    console.log(`Skipped: this clone does not reach back to ${commit} (git fetch --unshallow).`)
    return commit === lastRelease ? 0 : 1
  }
  const release = unpackRelease(root, commit)
  const folder = path.join(release.folder, 'server/src')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !file.startsWith('fuzz') && /useTestDatabase\(/.test(readFileSync(path.join(folder, file), 'utf8')))
    .filter((file) => !isSome || some.includes(file))
    .map((file) => path.join(folder, file))
  const reports = mkdtempSync(path.join(tmpdir(), 'multiball-last-release-'))
  // Of today: its tests copy their databases from what is there, and migrate nothing.
  const postgres = await startTestPostgres()
  try {
    const run = (tests: readonly string[], ...more: string[]) => {
      const file = path.join(reports, 'report.json')
      const jest = ['node_modules/jest/bin/jest.js', '--selectProjects', 'server', '--testTimeout=60000', '--silent', '--json', `--outputFile=${file}`, ...more]
      spawnSync(process.execPath, [...jest, '--runTestsByPath', ...tests], {
        cwd: release.folder,
        stdio: ['ignore', 'ignore', 'ignore'],
        env: { ...process.env, TEST_DATABASE_URL: postgres.url, TEST_DATABASE_OWNER_URL: postgres.ownerUrl },
      })
      return JSON.parse(readFileSync(file, 'utf8')) as Report
    }
    const report = run(files, '--maxWorkers=2')
    const first = judge(report)
    let { failures } = first
    // Some of its tests wait for seconds at most, which other work can take up: what is broken fails again by itself.
    if (failures.length > 0) {
      console.log(`Once more by themselves:\n\n${failures.join('\n\n')}\n`)
      const again = judge(run(report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name), '--runInBand'))
      failures = again.failures
      for (const failure of failures) console.log(`${failure}\n`)
    }
    console.log(`${files.length} files of ${commit.slice(0, 8)} on the tables of today: ${report.numPassedTests} passed beside each other, ${failures.length} failed, ${first.refused} refused a newer database on purpose`)
    return failures.length > 0 || report.numPassedTests === 0 ? 1 : 0
  } finally {
    await postgres.close()
    release.remove()
    rmSync(reports, { recursive: true, force: true })
  }
}

process.exitCode = await main()
