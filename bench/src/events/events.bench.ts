import { FakeMatchPlay } from '@multiball/bridge/fakeMatchPlay'
import { addVenueMachine, postEntry, registerOwner, type Owner } from '@multiball/e2e/account'
import { startProduct } from '@multiball/e2e/product'
import { chromiumSwitches, ensureChromium } from '@multiball/platform/chromium'
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { busyFrames, framesPerSecond } from '../render/render.bench'
import { quantile, type Row } from '../table'

const players = 200
const machines = 20
const postEveryMs = 2_000
const throttle = 6
const rounds = 3
const seconds = 12
const documents = 60
/** of the tournament whose results are timed: ten matches of four in each round */
const [groupPlayers, groupRounds] = [40, 5]
const cutMs = 60_000

const root = path.resolve(import.meta.dirname, '../../..')

/**
 * A tournament of 200 on the wall: how smoothly its eventboard runs on a slow TV stick while documents and scores come in,
 * and how long a posted result takes to it. With `broken`, each frame of the page has 30 ms of work put into it.
 */
export async function run(broken?: string): Promise<Row[]> {
  const event = await startEvent()
  try {
    const posting = setInterval(() => void event.post().catch(() => {}), postEveryMs)
    const found: number[] = []
    const options = { throttle, seconds, shows: 'Player 1', ...(broken === 'broken' && { spoil: busyFrames }) }
    for (let round = 0; round < rounds; round += 1) found.push(await framesPerSecond(event.wall, options))
    clearInterval(posting)
    const smooth = quantile(found, 0.5)
    const posted = await measureDocuments(event)
    const { entered, cut } = await measureResults(event)
    return [
      {
        what: `frames a second, an eventboard of ${players}, ${machines} machines and a new document every ${postEveryMs / 1000} s, CPU at 1/${throttle}`,
        ours: smooth.toFixed(1),
        target: '>= 45',
        holds: smooth >= 45,
      },
      waitRow(`posted document to painted, ${posted.length} documents of ${players} players`, posted),
      waitRow(
        `result entered in Match Play to painted, ${entered.length} results of ${groupPlayers} players, by bridge and server`,
        entered,
      ),
      {
        what: `Match Play back after ${cutMs / 1000} s to the painted wall, with what was entered meanwhile`,
        ours: `${(cut.ms / 1000).toFixed(1)} s, ${cut.calls} calls`,
        target: '<= 10 s, <= 3 calls',
        holds: cut.ms <= 10_000 && cut.calls <= 3,
      },
    ]
  } finally {
    await event.stop()
  }
}

function waitRow(what: string, waits: readonly number[]): Row {
  const slow = quantile(waits, 0.95)
  return {
    what,
    ours: `p50 ${quantile(waits, 0.5).toFixed(0)} ms, p95 ${slow.toFixed(0)} ms`,
    target: 'p95 <= 2000 ms',
    holds: slow <= 2_000,
  }
}

/** The real product with an eventboard on which a tournament runs. */
interface Event {
  url: string
  owner: Owner
  /** address of the board's viewer page */
  wall: string
  /** posts the next document, whose round has this name, and a higher score of every player on a machine */
  post(round?: string): Promise<void>
  stop(): Promise<void>
}

async function startEvent(): Promise<Event> {
  const product = await startProduct({ LOG_LEVEL: 'warn' })
  const url = product.url.replace('localhost', '127.0.0.1')
  const owner = await registerOwner(url, 'event')
  const stands: { machine: number; key: string; session: string }[] = []
  for (let made = 0; made < machines; made += 1) {
    const machine = await addVenueMachine(owner, `Hall ${made}`, 'Medieval')
    const { key } = await owner.call<{ key: string }>('POST', `/api/venuemachine/${machine}/device_key/`)
    stands.push({ machine, key, session: crypto.randomUUID() })
  }
  const items = stands.map(({ machine }, at) => ({ venuemachine: machine, arena: `a${at}` }))
  const { id } = await owner.call<{ id: number }>('POST', '/api/board/eventboard/', {
    title: 'Open',
    is_public: true,
    machines: items,
  })
  const feed = `/api/board/eventboard/${id}/feed/event/`
  const { key } = await owner.call<{ key: string }>('POST', `${feed}key/`)
  let sequence = 0

  const post = async (round = `Round ${sequence}`) => {
    sequence += 1
    const answer = await fetch(url + feed, {
      method: 'PUT',
      headers: { authorization: `Feed ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ sequence, document: documentOf(round, sequence) }),
    })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    const scores = Object.fromEntries(
      [1, 2, 3, 4].map((slot) => [`current_p${slot}_score`, sequence * 1_234_570 * slot]),
    )
    await Promise.all(
      stands.map((stand) =>
        postEntry(url, stand.key, {
          session_uuid: stand.session,
          session_sequence: sequence,
          current_player: (sequence % 4) + 1,
          current_ball: 2,
          ...scores,
        }),
      ),
    )
  }
  await post()
  return { url, owner, wall: `${url}/viewer/eventboards/${id}`, post, stop: product.stop }
}

/** A round of groups of four, as many of them on machines as there are; the standings turn with every document. */
function documentOf(round: string, turn: number): object {
  const ids = Array.from({ length: players }, (_, at) => `p${at}`)
  const groups = Array.from({ length: players / 4 }, (_, at) => ids.slice(at * 4, at * 4 + 4))
  return {
    format: 'multiball-event/1',
    name: 'Open',
    status: 'playing',
    round: { name: round, of: 8 },
    scoring: { by: 'points', awards: [[7], [7, 1], [7, 4, 1], [7, 5, 3, 1]] },
    players: ids.map((player, at) => ({ id: player, name: `Player ${at + 1} of Two Hundred` })),
    machines: stands(groups.length).map((machine, at) => ({ id: machine, name: `Machine ${at + 1}` })),
    matches: groups.map((group, at) => ({
      id: `m${at}`,
      state: at < machines ? 'playing' : 'called',
      machine: `a${at}`,
      players: group,
    })),
    standings: ids.map((_, at) => ({
      player: ids[(at + turn) % players],
      place: at + 1,
      points: 500 - at,
      played: 4,
      place_before: ((at + turn * 3) % players) + 1,
    })),
  }
}

const stands = (count: number) => Array.from({ length: count }, (_, at) => `a${at}`)

/** Milliseconds from an answered post to the frame that shows its round, one a document. */
async function measureDocuments({ wall, post }: Event): Promise<number[]> {
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumSwitches })
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 }, reducedMotion: 'reduce' })
    await page.goto(wall)
    await page.getByText('Open').first().waitFor({ state: 'attached', timeout: 60_000 })
    const waits: number[] = []
    for (let at = 0; at < documents; at += 1) {
      const round = `Stage ${at}`
      await post(round)
      const posted = performance.now()
      await page.getByText(round).first().waitFor({ state: 'attached', timeout: 10_000 })
      waits.push(performance.now() - posted)
    }
    return waits
  } finally {
    await browser.close()
  }
}

/**
 * Milliseconds from a result that is entered in Match Play to the frame that shows it: its event, the bridge's post, the server,
 * the wall. Then the same from the end of a cut, with the calls that the bridge needs until the wall shows all three results.
 */
async function measureResults({
  url,
  owner,
}: Event): Promise<{ entered: number[]; cut: { ms: number; calls: number } }> {
  const { id } = await owner.call<{ id: number }>('POST', '/api/board/eventboard/', {
    title: 'Groups',
    is_public: true,
    show_standings: false,
    page_seconds: 5,
  })
  const { key } = await owner.call<{ key: string }>('POST', `/api/board/eventboard/${id}/feed/event/key/`)
  const matchPlay = new FakeMatchPlay({ format: 'group_matchplay', players: groupPlayers, seed: 3 })
  const { rest, socket } = await matchPlay.listen()
  const state = path.join(tmpdir(), `multiball-bench-event-${process.pid}.json`)
  const where = [
    '--server',
    url,
    '--board',
    String(id),
    '--tournament',
    String(matchPlay.tournament),
    '--matchplay',
    rest,
    '--socket',
    socket,
    '--state',
    state,
  ]
  const bridge = spawn(process.execPath, ['platform/run.mjs', 'bridge/src/events/matchplay.cli.ts', ...where], {
    cwd: root,
    env: { ...process.env, MULTIBALL_FEED_KEY: key },
    stdio: 'ignore',
  })
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumSwitches })
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 }, reducedMotion: 'reduce' })
    await page.goto(`${url}/viewer/eventboards/${id}`)
    await page.getByText('Tuesday Flip Off').first().waitFor({ state: 'attached', timeout: 60_000 })
    matchPlay.start()
    const begin = async (round: number) => {
      matchPlay.startRound()
      await page.getByText(`Round ${round}`).first().waitFor({ state: 'attached', timeout: 30_000 })
      await page.locator('article[data-state="playing"]').first().waitFor({ state: 'attached', timeout: 30_000 })
      return [...matchPlay.open]
    }
    const finished = ({ arenaId }: { arenaId: number | null }) =>
      page
        .locator(`article[aria-label="Machine ${arenaId!}"][data-state="finished"]`)
        .waitFor({ state: 'attached', timeout: 120_000 })
    const waits: number[] = []
    for (let round = 1; round < groupRounds; round += 1) {
      const open = await begin(round)
      for (const game of open) {
        matchPlay.finish(game)
        const begun = performance.now()
        // The last one of a round ends it: the matches leave the wall.
        if (game === open.at(-1)) break
        await finished(game)
        waits.push(performance.now() - begun)
      }
    }
    const missed = (await begin(groupRounds)).slice(0, 3)
    matchPlay.isAway = true
    matchPlay.cut()
    for (const game of missed) matchPlay.finish(game)
    await wait(cutMs)
    const callsBefore = matchPlay.calls.length
    matchPlay.isAway = false
    const back = performance.now()
    await Promise.all(missed.map(finished))
    return { entered: waits, cut: { ms: performance.now() - back, calls: matchPlay.calls.length - callsBefore } }
  } finally {
    await browser.close()
    bridge.kill('SIGKILL')
    matchPlay.close()
    rmSync(state, { force: true })
  }
}
