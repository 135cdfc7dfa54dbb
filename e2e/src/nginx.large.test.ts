import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { addVenueMachine, logInOwner, postState, type Owner } from './account'
import { complaintsOf, launchBrowser } from './browser'
import { freePort, startProduct, type Product } from './product'

/* The exported pages behind a real nginx with the configuration of docs/nginx.md; the server is only its API and sockets. */

const root = path.resolve(import.meta.dirname, '../..')
/** Debian's nginx; undefined where it is not installed. */
const findNginx = () =>
  ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find((file) => existsSync(file))

interface NginxOptions {
  /** absolute, empty; its parents must be open to nginx's own user */
  folder: string
  /** where `npm run remotes -- export` wrote */
  site: string
  port: number
  /** of the product behind it */
  upstream: string
}

/** Runs the configuration of docs/nginx.md, with other ports and folders and nothing else changed. */
async function startNginx({
  folder,
  site,
  port,
  upstream,
}: NginxOptions): Promise<{ url: string; stop(): Promise<void> }> {
  const [, documented = ''] = /```nginx\n(.*?)```/s.exec(readFileSync(path.join(root, 'docs/nginx.md'), 'utf8')) ?? []
  const server = documented
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('server_name boards.example.com;', '')
    .replaceAll(/\/srv\/multiball\/static([^;]*)/g, `"${site}$1"`)
    .replaceAll('http://127.0.0.1:3000', upstream.replace('localhost', '127.0.0.1'))
  mkdirSync(path.join(folder, 'logs'))
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path "${folder}/${name}";\n`)
    .join('')
  const types = existsSync('/etc/nginx/mime.types')
    ? '  include /etc/nginx/mime.types;\n'
    : '  types { text/html html; text/css css; text/javascript js; application/json json; image/svg+xml svg; font/woff2 woff2; }\n'
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `pid "${folder}/nginx.pid";\nerror_log "${folder}/logs/error.log";\nevents {}\nhttp {\n${types}${paths}  access_log off;\n${server}}\n`,
  )
  const child = spawn(findNginx()!, ['-p', folder, '-c', file, '-g', 'daemon off;'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const url = `http://localhost:${port}`
  while (!(await fetch(`${url}/icon.svg`).catch(() => undefined))) {
    if (child.exitCode !== null)
      throw new Error(
        `nginx ended with ${child.exitCode}: ${readFileSync(path.join(folder, 'logs/error.log'), 'utf8')}`,
      )
    await wait(50)
  }
  return {
    url,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

const describeWithNginx = findNginx() ? describe : describe.skip
if (!findNginx()) console.log('Skipped: nginx is not installed (apt install nginx-light).')

describeWithNginx('the built site on a static host', () => {
  let product: Product
  let nginx: Awaited<ReturnType<typeof startNginx>>
  let browser: Browser
  let owner: Owner
  let folder: string
  let machine: number
  let board: number

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'multiball-nginx-'))
    // Nginx reads as a user of its own.
    chmodSync(folder, 0o755)
    const [site, run] = ['static', 'run'].map((name) => path.join(folder, name)) as [string, string]
    mkdirSync(run)
    const port = await freePort()
    const settings = { PUBLIC_URL: `http://localhost:${port}`, TRUST_PROXY: '1' }
    product = await startProduct(settings)
    execFileSync(process.execPath, ['platform/run.mjs', 'platform/src/remotes.cli.ts', 'export', site], {
      cwd: root,
      env: { ...process.env, ...settings },
    })
    nginx = await startNginx({ folder: run, site, port, upstream: product.url })
    browser = await launchBrowser()
    // Others reach this server, so its first account needs the code that it prints.
    let code: string | undefined
    while (!(code = /\(code ([A-Z0-9-]+),/.exec(product.output())?.[1])) await wait(50)
    const person = {
      username: 'static-owner',
      password: 'Sup3r!secret',
      first_name: 'Maria',
      last_name: 'Okonkwo',
      email: 'static-owner@example.org',
    }
    const answer = await fetch(`${nginx.url}/api/setup/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, ...person }),
    })
    expect(answer.status).toBe(201)
    owner = await logInOwner(nginx.url, person)
    machine = await addVenueMachine(owner, 'The Lane', 'Medieval')
    board = (
      await owner.call<{ id: number }>('POST', '/api/scoreboard/', {
        title: 'Lobby',
        is_public: true,
        venuemachine_items: [{ venuemachine: machine }],
      })
    ).id
  })

  afterAll(async () => {
    await browser?.close()
    await nginx?.stop()
    await product?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('pages come from nginx, each with a nonce of its own, and what is missing is never cached', async () => {
    const nonces = await Promise.all(
      ['/', '/scoreboards/add', '/viewer/scoreboards/1', '/viewer/streamboards/1', '/viewer/tv'].map(
        async (address) => {
          const answer = await fetch(nginx.url + address)
          expect([address, answer.status, answer.headers.get('server')]).toEqual([
            address,
            200,
            expect.stringMatching(/^nginx/),
          ])
          const html = await answer.text()
          const [, nonce = ''] =
            /'nonce-([0-9a-f]{32})'/.exec(answer.headers.get('content-security-policy') ?? '') ?? []
          expect(new Set([...html.matchAll(/nonce="([^"]*)"/g)].map((found) => found[1]))).toEqual(new Set([nonce]))
          return nonce
        },
      ),
    )
    expect(new Set(nonces).size).toBe(nonces.length)
    for (const address of ['/r/mf-scoreboards/1.0.0-gone/a.js', '/r/mf-scoreboards', '/nothing.js']) {
      const { status, headers } = await fetch(nginx.url + address)
      expect([address, status, headers.get('cache-control')]).toEqual([address, 404, null])
    }
    const icon = await fetch(`${nginx.url}/favicon.ico`, { redirect: 'manual' })
    expect([icon.status, icon.headers.get('location')]).toEqual([302, '/icon.svg'])
  })

  test('the dashboard works', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    await context.addCookies([{ name: 'token', value: owner.token, url: nginx.url }])
    context.setDefaultTimeout(30_000)
    const page = await context.newPage()
    const complaints = complaintsOf(page)
    await page.goto(`${nginx.url}/scoreboards`)
    await page.getByRole('link', { name: 'Lobby', exact: true }).waitFor()
    await page
      .getByRole('link', { name: /Add Scoreboard/ })
      .first()
      .click()
    await page.getByLabel('Title', { exact: true }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a viewer is live', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
    context.setDefaultTimeout(30_000)
    const page = await context.newPage()
    const complaints = complaintsOf(page)
    const socket = page.waitForEvent('websocket')
    await page.goto(`${nginx.url}/viewer/scoreboards/${board}`)
    const frames = (await socket).waitForEvent('framereceived')
    await page.getByText('Medieval').first().waitFor()
    await frames
    const { key } = await owner.call<{ key: string }>('POST', `/api/venuemachine/${machine}/device_key/`)
    await postState(nginx.url, key, {
      session_uuid: crypto.randomUUID(),
      session_sequence: 1,
      current_ball: 1,
      current_p1_score: 1_234_560,
    })
    await page.getByText('1,234,560').first().waitFor({ state: 'attached' })
    expect(complaints).toEqual([])
    await context.close()
  })

  describe('SHP-10 no file is used that nobody can check', () => {
    /** The files of the display in each version that a visitor may get, the active one first. */
    function published() {
      const site = path.join(folder, 'static/site')
      const { remotes } = JSON.parse(readFileSync(path.join(site, 'registry.json'), 'utf8')) as {
        remotes: Record<string, { active: string; lastGood?: string }>
      }
      const { active, lastGood } = remotes['mf-scoreboards']!
      return [active, ...(lastGood === undefined ? [] : [lastGood])].map((version) => {
        const address = `/r/mf-scoreboards/${version}/`
        const { exposes } = JSON.parse(readFileSync(path.join(site, address, 'build.json'), 'utf8')) as {
          exposes: Record<string, { scripts: string[]; styles: string[] }>
        }
        const { scripts, styles } = exposes['./display']!
        return { address, folder: path.join(site, address), script: scripts[0]!, style: styles[0]! }
      })
    }

    /** Changes the last byte of a file, as it is and as it is sent. */
    function changeFile(file: string): () => void {
      const before = readFileSync(file)
      const sent = readFileSync(`${file}.gz`)
      const bytes = Buffer.from(before)
      bytes[bytes.length - 1] = 32
      writeFileSync(file, bytes)
      writeFileSync(`${file}.gz`, gzipSync(bytes))
      return () => {
        writeFileSync(file, before)
        writeFileSync(`${file}.gz`, sent)
      }
    }

    test.each(['script', 'style'] as const)(
      'one byte of a %s of the display is another: the viewer’s card names the file',
      async (kind) => {
        const versions = published()
        const mends = versions.map((version) => changeFile(path.join(version.folder, version[kind])))
        const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
        context.setDefaultTimeout(30_000)
        const page = await context.newPage()
        await page.goto(`${nginx.url}/viewer/scoreboards/${board}`)
        const card = page.getByRole('alert').filter({ hasText: 'This display cannot be shown.' })
        await card.waitFor()
        expect(await card.textContent()).toContain(`REMOTE_CHUNK_FAILED ${versions[0]![kind]}`)
        expect(await page.getByText('Medieval').count()).toBe(0)
        for (const mend of mends) mend()
        await card.getByRole('button', { name: 'Retry' }).click()
        await page.getByText('Medieval').first().waitFor()
        await context.close()
      },
    )

    test('SHP-13 whoever holds an earlier version of a script is sent what has changed', async () => {
      const [version] = published()
      // As publish would have left it: what is sent need not be read here.
      const hash = '+//AbcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN='
      const delta = path.join(version!.folder, `${version!.script}.dcz/${hash}.js`)
      mkdirSync(path.dirname(delta), { recursive: true })
      writeFileSync(delta, 'delta')
      const ask = async (headers: Record<string, string>, query = '') => {
        const answer = await fetch(nginx.url + version!.address + version!.script + query, {
          headers: { 'accept-encoding': 'identity, dcz', 'available-dictionary': `:${hash}:`, ...headers },
        })
        const { headers: said } = answer
        expect([answer.status, said.get('vary'), said.get('content-type'), said.get('cache-control')]).toEqual([
          200,
          'accept-encoding, available-dictionary',
          expect.stringMatching(/javascript/),
          'public, max-age=31536000, immutable',
        ])
        expect(said.get('use-as-dictionary')).toBe(`match="/r/mf-scoreboards/*/${version!.script.split('.')[0]}.*js"`)
        return said.get('content-encoding') ?? 'none'
      }
      expect(await ask({})).toBe('dcz')
      expect([
        await ask({}, '?retry=1'),
        await ask({ 'cache-control': 'no-cache' }),
        await ask({ 'accept-encoding': 'identity' }),
        await ask({ 'available-dictionary': `:${hash.replace('A', 'B')}:` }),
      ]).toEqual(['none', 'none', 'none', 'none'])
      expect((await fetch(`${nginx.url}${version!.address}${version!.script}.dcz/${hash}.js`)).status).toBe(404)
    })

    test('a script without a hash is not even asked for', async () => {
      const [version] = published()
      const page = await browser.newPage()
      const asked: string[] = []
      page.on('response', (response) => asked.push(response.url()))
      await page.goto(`${nginx.url}/viewer/tv`)
      await page.getByRole('heading').first().waitFor()
      const address = version!.address + version!.script
      const load = (integrity: string) =>
        page.evaluate(
          ([src, hash]) =>
            new Promise<string>((resolve) => {
              const { trustedTypes } = globalThis as unknown as {
                trustedTypes: {
                  createPolicy(name: string, rules: object): { createScriptURL(address: string): string }
                }
              }
              const policy = trustedTypes.createPolicy('multiball#chunks', { createScriptURL: (url: string) => url })
              const script = Object.assign(document.createElement('script'), {
                crossOrigin: 'anonymous',
                integrity: hash,
                src: policy.createScriptURL(src),
              })
              script.onload = () => resolve('run')
              script.onerror = () => resolve('refused')
              document.head.append(script)
            }),
          [address, integrity] as const,
        )
      expect(await load('')).toBe('refused')
      expect(asked.filter((url) => url.endsWith(address))).toEqual([])
      const { [version!.script]: hash } = JSON.parse(
        readFileSync(path.join(version!.folder, 'files.json'), 'utf8'),
      ) as Record<string, string>
      expect(await load(hash!)).toBe('run')
      await page.close()
    })
  })
})
