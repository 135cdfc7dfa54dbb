import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@multiball/e2e/product'
import { chromiumSwitches, ensureChromium } from '@multiball/platform/chromium'
import { chromium, type Page } from 'playwright-core'
import type { Row } from '../table'

/*
 * npm run bench -- first-start [COMMIT]: how long a newcomer waits. A fresh clone of what is committed here and one of COMMIT,
 * each with its packages installed and nothing built; from `npm start` until a TV's page shows a score of the demo's game,
 * and until the dashboard asks for a login. Both pages are opened as soon as their addresses are printed.
 */

const root = path.resolve(import.meta.dirname, '../../..')
/** the last commit that built everything before it started the server */
const before = 'db74b277'
const start = 'npm start'
/** What must be found out. */
const startAfterBuild = 'npm run -s build && npm start'
const mostRatio = 0.5
const patienceMs = 15 * 60_000

interface Waits {
  install: number
  game: number
  dashboard: number
}

/** Opens a page, which loads itself again until it is built. Answers when it showed what was looked for, in ms since `began`. */
async function shown(page: Page, address: string, found: () => boolean, began: number): Promise<number> {
  await page.goto(address)
  await page.waitForFunction(found, undefined, { timeout: patienceMs })
  return performance.now() - began
}

/** Clones a commit, installs, runs a command there, and ends it. All waits in ms. */
async function startOf(commit: string, command: string): Promise<Waits> {
  const folder = mkdtempSync(path.join(tmpdir(), 'multiball-first-start-'))
  const port = await freePort()
  const here = {
    cwd: path.join(folder, 'multiball'),
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: path.join(folder, 'data'),
      DEMO: '1',
    },
  }
  spawnSync('git', ['clone', '-q', root, here.cwd])
  spawnSync('git', ['checkout', '-q', commit], here)
  spawnSync('chmod', ['755', folder])
  const installing = performance.now()
  const { status } = spawnSync(
    process.execPath,
    ['-e', "import('./platform/ensure.mjs').then(({ ensureInstalled }) => ensureInstalled())"],
    { ...here, stdio: 'ignore' },
  )
  if (status !== 0) throw new Error('Packages could not be installed')
  const install = performance.now() - installing
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: [...chromiumSwitches] })
  const began = performance.now()
  // With a group of its own, as a terminal gives to what is typed: npm does not hand a SIGTERM on.
  const child = spawn('sh', ['-c', command], { ...here, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  const ended = once(child, 'close')
  try {
    let printed = ''
    child.stdout.on('data', (text: Buffer) => (printed += text.toString()))
    const printedAddress = async (): Promise<string> => {
      for (;;) {
        const address = /http:\S+\/viewer\/scoreboards\/\d+/.exec(printed)?.[0]
        if (address) return address
        if (child.exitCode !== null || performance.now() - began > patienceMs)
          throw new Error(`No address was printed:\n${printed.slice(-2000)}`)
        await wait(100)
      }
    }
    const address = await printedAddress()
    const [tv, desk] = await Promise.all([browser.newPage(), browser.newPage()])
    const [game, dashboard] = await Promise.all([
      shown(tv, address, () => /\d,\d{3}/.test(document.body?.innerText), began),
      shown(desk, new URL('/', address).href, () => document.querySelector('input[name=username]') !== null, began),
    ])
    return { install, game, dashboard }
  } finally {
    await browser.close()
    process.kill(-child.pid!, 'SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

export async function run(commit = before): Promise<Row[]> {
  const old = await startOf(commit, start)
  const ours = await startOf('HEAD', start)
  const late = await startOf('HEAD', startAfterBuild)
  const row = (what: string, field: keyof Waits, more: Partial<Row> = {}): Row => ({
    what,
    ours: seconds(ours[field]),
    peer: seconds(old[field]),
    ratio: (ours[field] / old[field]).toFixed(2),
    ...more,
  })
  return [
    row('from npm start to a score on a TV’s page', 'game', {
      target: `<= ${mostRatio}`,
      holds: ours.game / old.game <= mostRatio,
    }),
    row('from npm start to the dashboard’s login', 'dashboard'),
    row('the installation before it', 'install'),
    {
      what: 'a start that builds everything first: to the score',
      ours: seconds(late.game),
      peer: seconds(old.game),
      ratio: (late.game / old.game).toFixed(2),
      target: `> ${mostRatio}`,
      holds: late.game / old.game > mostRatio,
    },
  ]
}
