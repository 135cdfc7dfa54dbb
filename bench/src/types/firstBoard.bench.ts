import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { registerOwner, type Owner } from '@multiball/e2e/account'
import { copyDeploy } from '@multiball/e2e/deployCopy'
import { startProduct } from '@multiball/e2e/product'
import { chromiumSwitches, ensureChromium } from '@multiball/platform/chromium'
import { chromium, type Browser } from 'playwright-core'
import WebSocket from 'ws'
import { readPackage } from '../../../platform/src/webpack/singletons'
import { scaffold } from '../../../platform/src/remotes/scaffold'
import { caughtRow, quantile, type Row } from '../table'

const root = path.resolve(import.meta.dirname, '../../..')

/** What `npm run remotes -- create mf-… --board-type` makes of them: types that nobody has yet. */
const remotes = ['mf-bench-first-walls', 'mf-bench-second-walls', 'mf-bench-third-walls']
/** to a server that is late on purpose */
const lateRemotes = ['mf-bench-late-walls']
const targetMs = 5_000
const patienceMs = 30_000

const folderOf = (remote: string) => path.join(root, remote)
const removeAll = () =>
  [...remotes, ...lateRemotes].forEach((remote) => rmSync(folderOf(remote), { recursive: true, force: true }))

/** Writes the sources of a remote. Answers the board type that it brings along. */
function make(remote: string): { name: string; path: string } {
  const versionOf = (workspace: string) => readPackage(path.join(root, workspace)).version
  const { react, jotai, valibot } = (
    readPackage(path.join(root, 'shared')) as unknown as { dependencies: Record<string, string> }
  ).dependencies
  const pins = {
    shared: versionOf('shared'),
    platform: versionOf('platform'),
    react: react!,
    jotai: jotai!,
    valibot: valibot!,
  }
  const files = scaffold(remote, pins, { isBoardType: true })
  for (const [file, text] of Object.entries(files)) {
    const target = path.join(folderOf(remote), file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, text)
  }
  return (JSON.parse(files['remote.json']!) as { boardType: { name: string; path: string } }).boardType
}

/** ms since 1970 */
interface Moments {
  /** the command begins */
  begun: number
  /** the build is done: what follows is what publishing built files takes */
  built: number
  published: number
  /** a socket that watches the first board has its state */
  frame: number
  /** the board is on the screen of a browser that has never been here */
  painted: number
}

async function runPublish(remote: string, deploy: string): Promise<void> {
  const child = spawn(process.execPath, ['platform/run.mjs', 'platform/src/remotes.cli.ts', 'publish', remote], {
    cwd: root,
    env: { ...process.env, DEPLOY_DIR: deploy },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [status] = (await once(child, 'exit')) as [number]
  if (status !== 0) throw new Error(`${remote} was not published`)
}

async function firstFrame(url: string, type: string, id: number): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/${type}/${id}/scores/websocket/`)
  const message = once(socket, 'message')
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'GET_SCORES', name: `${type}:${id}:scores` }))
  const [frame] = (await message) as [Buffer]
  if ((JSON.parse(frame.toString()) as { type: string }).type !== 'SCORES')
    throw new Error(`The first board was sent ${frame.toString()}`)
  socket.close()
}

/** Resolves with the moment of the second frame after the text is there: by then it is on the screen. */
async function paint(browser: Browser, address: string, text: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(address)
  await page.getByText(text).first().waitFor()
  const painted = await page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()))),
      ),
  )
  await context.close()
  return painted
}

/** Creates a public board as soon as the server knows its type. */
async function createOnceThere(owner: Owner, type: string, text: string): Promise<{ id: number }> {
  const until = performance.now() + patienceMs
  for (;;) {
    try {
      return await owner.call<{ id: number }>('POST', `/api/board/${type}/`, { title: 'First', is_public: true, text })
    } catch (error) {
      if (performance.now() > until) throw error
      await wait(50)
    }
  }
}

async function ship(
  browser: Browser,
  { url, deploy, owner }: { url: string; deploy: string; owner: Owner },
  remote: string,
): Promise<Moments> {
  const boardType = make(remote)
  const begun = Date.now()
  await runPublish(remote, deploy)
  const published = Date.now()
  const built = statSync(path.join(folderOf(remote), 'dist/build.json')).mtimeMs
  const text = `First of ${boardType.path}`
  const { id } = await createOnceThere(owner, boardType.name, text)
  const watched = firstFrame(url, boardType.name, id).then(() => Date.now())
  const painted = await paint(browser, `${url}/viewer/${boardType.path}/${id}`, text)
  return { begun, built, published, frame: await watched, painted }
}

async function measure(published: readonly string[], main?: string): Promise<Row[]> {
  const deploy = copyDeploy()
  const product = await startProduct({ DEPLOY_DIR: deploy.folder, LOG_LEVEL: 'warn' }, main)
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumSwitches })
  try {
    const url = product.url.replace('localhost', '127.0.0.1')
    const owner = await registerOwner(url, 'bench')
    const found: Moments[] = []
    for (const remote of published) found.push(await ship(browser, { url, deploy: deploy.folder, owner }, remote))
    const row = (what: string, from: keyof Moments, to: keyof Moments, limitMs?: number): Row => {
      const all = found.map((moments) => moments[to] - moments[from])
      const ms = quantile(all, 0.5)
      return {
        what,
        ours: `${(ms / 1000).toFixed(2)} s`,
        ...(limitMs !== undefined && { target: `<= ${limitMs / 1000} s`, holds: ms <= limitMs }),
      }
    }
    return [
      row('from built files to the first frame of the first board', 'built', 'frame', targetMs),
      row('from built files to its first paint', 'built', 'painted', targetMs),
      row('from the end of the command to the first frame', 'published', 'frame'),
      row('from the end of the command to the first paint', 'published', 'painted'),
      row('the whole command: contract, build, store', 'begun', 'published'),
      row('from the command to the first paint', 'begun', 'painted'),
    ]
  } finally {
    await browser.close()
    await product.stop()
    deploy.remove()
  }
}

/**
 * From the publish of a board type that nobody has yet to its first board on a wall, by a program.
 * @param types how many are published, one after the other: three at most
 */
export async function run(types = '3'): Promise<Row[]> {
  // Left by a run that was interrupted.
  removeAll()
  try {
    const rows = await measure(remotes.slice(0, Number(types)))
    return [
      ...rows,
      caughtRow(
        'a server that sees late what was published',
        await measure(lateRemotes, 'bench/src/platform/lateServer.ts'),
      ),
    ]
  } finally {
    removeAll()
  }
}
