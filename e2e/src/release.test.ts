import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from './product'

const root = path.resolve(import.meta.dirname, '../..')
/** Making the release copies and compiles. */
const patienceMs = 240_000

let folder: string
let server: ChildProcess | undefined

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'multiball-release-'))
  // Root's PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
})
afterAll(() => {
  server?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** A file with several names is there once. */
function bytesOf(tree: string): number {
  const files = readdirSync(tree, { recursive: true, encoding: 'utf8' }).map((file) => lstatSync(path.join(tree, file)))
  return [...new Map(files.filter((file) => file.isFile()).map(({ ino, size }) => [ino, size])).values()].reduce((sum, size) => sum + size, 0)
}

test('INS-01 INS-07 a release starts with Node alone, away from the sources, and shows a wall', async () => {
  const made = spawnSync(process.execPath, ['platform/run.mjs', 'platform/src/release.cli.ts', folder, '--tree'], { cwd: root, encoding: 'utf8' })
  expect(made.stderr).toBe('')
  const tree = path.join(folder, readdirSync(folder).find((name) => name.startsWith('multiball-'))!)
  // No npm, no settings of this machine; the commands of the release and no others.
  const environment = { PATH: `${path.dirname(process.execPath)}:/usr/sbin:/usr/bin:/bin`, PORT: String(await freePort()), DATA_DIR: path.join(folder, 'data'), HOME: folder }
  const multiball = (...args: string[]) => spawnSync(path.join(tree, 'bin/multiball'), args, { cwd: folder, env: environment, encoding: 'utf8' })

  expect(multiball('doctor').stdout).toMatch(/No pages are in .*data\/deploy yet\. The first start puts them there\.\nNothing keeps Multiball from working\./)

  server = spawn(path.join(tree, 'bin/multiball'), ['start'], { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  const wall = await new Promise<string>((resolve, reject) => {
    let said = ''
    server!.stdout!.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const [address] = /http:\S+\/viewer\/slideshows\/\d+/.exec(said) ?? []
      if (address) resolve(address)
    })
    server!.on('exit', () => reject(new Error(`It ended: ${said}`)))
  })
  const answer = await fetch(wall)
  expect(answer.status).toBe(200)
  const page = await answer.text()
  const [, script] = /<script[^>]* src="([^"]+)"/.exec(page) ?? []
  const [, picture] = /<meta property="og:image" content="([^"]+)"/.exec(page) ?? []
  for (const address of [script!, picture!, '/docs']) expect([address, (await fetch(new URL(address, wall))).status]).toEqual([address, 200])

  expect(multiball('doctor').stdout).toBe('All is well.\n')
  expect(multiball('backup', path.join(folder, 'backup.zip')).stdout).toMatch(/holds [\d,]+ rows/)
  expect(multiball('remotes', 'check').stdout).toMatch(/versions keep the contract\.$/m)

  const ended = new Promise((resolve) => server!.on('exit', resolve))
  server.kill('SIGTERM')
  expect(await ended).toBe(0)

  const elsewhere = spawnSync(path.join(tree, 'bin/multiball'), ['restore', path.join(folder, 'backup.zip')], { cwd: folder, env: { ...environment, DATA_DIR: path.join(folder, 'other') }, encoding: 'utf8' })
  expect([elsewhere.stdout, elsewhere.status]).toEqual([expect.stringMatching(/[\d,]+ rows/), 0])

  // INS-07: with Node and what it needs of Debian, 120 MB, an image of it stays below 250 MB.
  expect(bytesOf(tree)).toBeLessThan(130e6)
}, patienceMs)
