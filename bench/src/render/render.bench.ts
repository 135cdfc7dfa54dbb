import { rmSync } from 'node:fs'
import path from 'node:path'
import { addVenueMachine, postEntry, registerOwner, type Owner } from '@multiball/e2e/account'
import { startProduct } from '@multiball/e2e/product'
import { chromiumSwitches, ensureChromium } from '@multiball/platform/chromium'
import { chromium } from 'playwright-core'
import { ensureInstalled } from '../../../platform/ensure.mjs'
import { quantile, type Row } from '../table'
import { buildOneBundle, serveOneBundle } from '../viewer/oneBundle'

const boards = 20
const postEveryMs = 2_000
const throttle = 6
const rounds = 3
const seconds = 12
const remotes = path.join(import.meta.dirname, 'bundledRemotes.ts')

/** How smoothly a full wall counts on a slow TV stick, beside the same page counting with react-countup. */
export async function run(): Promise<Row[]> {
  ensureInstalled({ folder: path.resolve(import.meta.dirname, '../peers') })
  const [ours, peer] = [
    await buildOneBundle({ remotes }),
    await buildOneBundle({
      remotes,
      instead: {
        'shared/src/display/numbers/Numerals.tsx': path.join(import.meta.dirname, '../peers/CountUpNumerals.tsx'),
      },
    }),
  ]
  const wall = await startWall(boards)
  const posting = setInterval(() => void wall.post().catch(() => {}), postEveryMs)
  const pages = [await serveOneBundle(ours, wall.url), await serveOneBundle(peer, wall.url)]
  const found: number[][] = [[], []]
  let broken: number
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const [side, page] of pages.entries())
        found[side]!.push(await framesPerSecond(page.url + wall.path, { throttle, seconds, shows: 'Player 1' }))
    }
    broken = await framesPerSecond(pages[0]!.url + wall.path, {
      throttle,
      seconds,
      shows: 'Player 1',
      spoil: busyFrames,
    })
  } finally {
    clearInterval(posting)
    for (const { server } of pages) server.close()
    for (const { folder } of [ours, peer]) rmSync(folder, { recursive: true })
    await wall.stop()
  }
  const [our = 0, their = 0] = found.map((all) => quantile(all, 0.5))
  const what = `frames a second, ${boards} boards of 4, a new value every ${postEveryMs / 1000} s, CPU at 1/${throttle}`
  return [
    { what, ours: our.toFixed(1), target: '>= 45', holds: our >= 45 },
    {
      what: 'the same page counting with react-countup',
      ours: our.toFixed(1),
      peer: their.toFixed(1),
      ratio: (our / their).toFixed(2),
      target: '>= 1.5',
      holds: our / their >= 1.5,
    },
    {
      what: 'broken on purpose: 30 ms of work in each frame',
      ours: broken.toFixed(1),
      peer: our.toFixed(1),
      target: '< 45 and < 0.8 of it without, or it is not seen',
      holds: broken < 45 && broken < our * 0.8,
    },
  ]
}

/** A comboboard of running games in the real product. */
export interface Wall {
  url: string
  /** of its viewer page */
  path: string
  owner: Owner
  /** each with a scoreboard of its own, in the same order */
  machines: number[]
  scoreboards: number[]
  /** lets every board have another state with four higher scores, now */
  post(): Promise<void>
  stop(): Promise<void>
}

/** A wall with one game of four players on each board, each in its first state. */
export async function startWall(boards: number): Promise<Wall> {
  const product = await startProduct({ LOG_LEVEL: 'warn' })
  const url = product.url.replace('localhost', '127.0.0.1')
  const owner = await registerOwner(url, 'wall')
  const players: { key: string; session: string }[] = []
  const machines: number[] = []
  const scoreboards: number[] = []
  for (let made = 0; made < boards; made += 1) {
    const machine = await addVenueMachine(owner, `Wall ${made}`, 'Medieval')
    const { id } = await owner.call<{ id: number }>('POST', '/api/scoreboard/', {
      title: `Wall ${made}`,
      is_public: true,
      venuemachine_items: [{ venuemachine: machine }],
    })
    const { key } = await owner.call<{ key: string }>('POST', `/api/venuemachine/${machine}/device_key/`)
    players.push({ key, session: crypto.randomUUID() })
    machines.push(machine)
    scoreboards.push(id)
  }
  const items = scoreboards.map((id, order) => ({ item_type: 'scoreboard', item_id: id, order }))
  const { id } = await owner.call<{ id: number }>('POST', '/api/comboboard/', {
    title: 'Wall',
    is_public: true,
    high_density: true,
    items,
  })
  let sequence = 0
  const post = async () => {
    sequence += 1
    await Promise.all(
      players.map(({ key, session }, at) =>
        postEntry(url, key, {
          session_uuid: session,
          session_sequence: sequence,
          current_player: (sequence % 4) + 1,
          current_ball: 2,
          ...Object.fromEntries(
            [1, 2, 3, 4].map((slot) => [`current_p${slot}_score`, sequence * 1_234_570 * slot + at * 10_000]),
          ),
        }),
      ),
    )
  }
  await post()
  return { url, path: `/viewer/comboboards/${id}`, owner, machines, scoreboards, post, stop: product.stop }
}

// As text: compiled, it would refer to names that the page does not have.
export const countFrames = `(ms) => new Promise((resolve) => {
  let frames = 0
  let begun = 0
  const frame = (now) => {
    begun ||= now
    if (now - begun >= ms) return resolve((frames / (now - begun)) * 1000)
    frames += 1
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
})`

/** A script that puts 30 ms of work into each frame of a page that is broken on purpose. As text, too. */
export const busyFrames =
  '(() => { const burn = () => { const end = performance.now() + 30; while (performance.now() < end); requestAnimationFrame(burn) }; burn() })()'

/**
 * Opens a page on a throttled processor and counts the frames that it makes in this time. Answers frames a second.
 * @param spoil a script that is to make it worse
 */
async function framesPerSecond(
  address: string,
  { throttle, seconds, shows, spoil }: { throttle: number; seconds: number; shows: string; spoil?: string },
): Promise<number> {
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumSwitches })
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
    await page.goto(address)
    await page.getByText(shows).first().waitFor({ state: 'attached', timeout: 60_000 })
    if (spoil) await page.evaluate(spoil)
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: throttle })
    return await page.evaluate<number>(`(${countFrames})(${seconds * 1000})`)
  } finally {
    await browser.close()
  }
}
