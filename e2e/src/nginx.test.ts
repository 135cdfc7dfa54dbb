import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { addVenueMachine, logInOwner, postState, type Owner } from './account'
import { complaintsOf, launchBrowser } from './browser'
import { freePort, startProduct, type Product } from './product'

/* The exported pages behind a real nginx with the configuration of docs/nginx.md; the server is only its API and sockets. */

const root = path.resolve(import.meta.dirname, '../..')
/** Debian's nginx; undefined where it is not installed. */
const findNginx = () => ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find((file) => existsSync(file))

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
async function startNginx({ folder, site, port, upstream }: NginxOptions): Promise<{ url: string; stop(): Promise<void> }> {
  const [, documented = ''] = /```nginx\n(.*?)```/s.exec(readFileSync(path.join(root, 'docs/nginx.md'), 'utf8')) ?? []
  const server = documented
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('server_name boards.example.com;', '')
    .replaceAll('/srv/multiball/static', site)
    .replaceAll('http://127.0.0.1:3000', upstream.replace('localhost', '127.0.0.1'))
  mkdirSync(path.join(folder, 'logs'))
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `  ${name}_temp_path ${folder}/${name};\n`).join('')
  const types = existsSync('/etc/nginx/mime.types') ? '  include /etc/nginx/mime.types;\n' : '  types { text/html html; text/css css; text/javascript js; application/json json; image/svg+xml svg; font/woff2 woff2; }\n'
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(file, `pid ${folder}/nginx.pid;\nerror_log ${folder}/logs/error.log;\nevents {}\nhttp {\n${types}${paths}  access_log off;\n${server}}\n`)
  const child = spawn(findNginx()!, ['-p', folder, '-c', file, '-g', 'daemon off;'], { stdio: ['ignore', 'inherit', 'inherit'] })
  const url = `http://localhost:${port}`
  while (!(await fetch(`${url}/icon.svg`).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}: ${readFileSync(path.join(folder, 'logs/error.log'), 'utf8')}`)
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
    execFileSync(process.execPath, ['platform/run.mjs', 'platform/src/remotes.cli.ts', 'export', site], { cwd: root, env: { ...process.env, ...settings } })
    nginx = await startNginx({ folder: run, site, port, upstream: product.url })
    browser = await launchBrowser()
    // Others reach this server, so its first account needs the code that it prints.
    let code: string | undefined
    while (!(code = /\(code ([A-Z0-9-]+),/.exec(product.output())?.[1])) await wait(50)
    const person = { username: 'static-owner', password: 'Sup3r!secret', first_name: 'Maria', last_name: 'Okonkwo', email: 'static-owner@example.org' }
    const answer = await fetch(`${nginx.url}/api/setup/`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ code, ...person }) })
    expect(answer.status).toBe(201)
    owner = await logInOwner(nginx.url, person)
    machine = await addVenueMachine(owner, 'The Lane', 'Medieval')
    board = (await owner.call<{ id: number }>('POST', '/api/scoreboard/', { title: 'Lobby', is_public: true, venuemachine_items: [{ venuemachine: machine }] })).id
  })

  afterAll(async () => {
    await browser?.close()
    await nginx?.stop()
    await product?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('pages come from nginx, each with a nonce of its own, and what is missing is never cached', async () => {
    const nonces = await Promise.all(
      ['/', '/scoreboards/add', '/viewer/scoreboards/1', '/viewer/streamboards/1', '/viewer/tv'].map(async (address) => {
        const answer = await fetch(nginx.url + address)
        expect([address, answer.status, answer.headers.get('server')]).toEqual([address, 200, expect.stringMatching(/^nginx/)])
        const html = await answer.text()
        const [, nonce = ''] = /'nonce-([0-9a-f]{32})'/.exec(answer.headers.get('content-security-policy') ?? '') ?? []
        expect(new Set([...html.matchAll(/nonce="([^"]*)"/g)].map((found) => found[1]))).toEqual(new Set([nonce]))
        return nonce
      }),
    )
    expect(new Set(nonces).size).toBe(nonces.length)
    for (const address of ['/r/mf-scoreboards/1.0.0-gone/a.js', '/nothing.js']) {
      const { status, headers } = await fetch(nginx.url + address)
      expect([status, headers.get('cache-control')]).toEqual([404, null])
    }
  })

  test('the dashboard works', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    await context.addCookies([{ name: 'token', value: owner.token, url: nginx.url }])
    context.setDefaultTimeout(30_000)
    const page = await context.newPage()
    const complaints = complaintsOf(page)
    await page.goto(`${nginx.url}/scoreboards`)
    await page.getByRole('link', { name: 'Lobby', exact: true }).waitFor()
    await page.getByRole('link', { name: /Add Scoreboard/ }).first().click()
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
    await postState(nginx.url, key, { session_uuid: crypto.randomUUID(), session_sequence: 1, current_ball: 1, current_p1_score: 1_234_560 })
    await page.getByText('1,234,560').first().waitFor({ state: 'attached' })
    expect(complaints).toEqual([])
    await context.close()
  })
})
