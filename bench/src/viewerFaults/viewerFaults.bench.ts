import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { addVenueMachine, postEntry, registerOwner } from '@multiball/e2e/account'
import { startProduct } from '@multiball/e2e/product'
import { runFile } from '../stage'
import { caughtRow, type Row } from '../table'
import type { Orders, Seen } from './crowd'

/** What is watched, and what befalls it. */
interface Run {
  viewers: number
  boards: number
  kills: number
  /** how long viewers are waited for */
  patienceMs: number
  isBroken?: boolean
}

const usual: Run = {
  viewers: Number(process.env.VIEWERS ?? 500),
  boards: Number(process.env.BOARDS ?? 100),
  kills: Number(process.env.KILLS ?? 20),
  patienceMs: 60_000,
}
/** Two of its machines lose the ends of their games. */
const broken: Run = { viewers: 100, boards: 20, kills: 1, patienceMs: 10_000, isBroken: true }
/** Every wait of a viewer is a tenth: 0.5 s between polls, 6 s until the socket is tried again. */
const speed = 10
/** between the end of a game and the next one's start: 20 s on a real machine */
const restMs = 2_500
/** how long a killed server stays down */
const downMs = 1_500
/** and how long it runs until it is killed again, at least; at most twice that */
const upMs = 5_000

interface Played {
  board: number
  /** final scores that the server acknowledged */
  finals: number[]
}

/** What befalls the server. */
interface Fate {
  isOver: boolean
  /** ms by this process's clock; Infinity while it is down */
  upSince: number
}

/** Plays short games on one machine until that is over; a state is posted until it is stored. */
async function play(url: string, key: string, played: Played, fate: Fate) {
  const post = async (body: object) => {
    for (;;) {
      try {
        if ((await postEntry(url, key, body, AbortSignal.timeout(10_000))) === 200) return
      } catch {
        // The server is down.
      }
      await wait(200)
    }
  }
  for (let game = 1; !fate.isOver; game += 1) {
    const session_uuid = crypto.randomUUID()
    const final = played.board * 100_000 + game
    for (const [at, score] of [1, Math.floor(final / 2), final].entries()) {
      await post({
        session_uuid,
        session_sequence: at + 1,
        current_p1_score: score,
        current_p2_score: score * 2,
        active: score !== final,
      })
      await wait(300 + Math.random() * 400)
    }
    played.finals.push(final)
    const ended = performance.now()
    // The end of a game is there to be seen for as long, however long the server takes to start on a busy machine.
    while (performance.now() - Math.max(ended, fate.upSince) < restMs) await wait(50)
  }
}

async function watchKills({ viewers, boards, kills, patienceMs, isBroken }: Run): Promise<Row[]> {
  const product = await startProduct(
    { LOG_LEVEL: 'error', ...(isBroken && { BROKEN: 'lose some' }) },
    isBroken ? 'bench/src/scale/brokenServer.ts' : undefined,
  )
  const url = product.url.replace('localhost', '127.0.0.1')
  const crowd = runFile('bench/src/viewerFaults/crowd.ts', [])
  const tell = async () => {
    const told = once(crowd, 'message') as Promise<[Seen[]]>
    crowd.send('tell')
    return (await told)[0]
  }
  try {
    await once(crowd, 'message')
    const owner = await registerOwner(url, 'faults')
    const machines: { key: string; played: Played }[] = []
    for (let made = 0; made < boards; made += 1) {
      const venueMachine = await addVenueMachine(owner, `Faults ${made}`, 'Medieval')
      const board = await owner.call<{ id: number }>('POST', '/api/scoreboard/', {
        title: `Board ${made}`,
        is_public: true,
        venuemachine_items: [{ venuemachine: venueMachine }],
      })
      const { key } = await owner.call<{ key: string }>('POST', `/api/venuemachine/${venueMachine}/device_key/`)
      machines.push({ key, played: { board: board.id, finals: [] } })
    }
    crowd.send({ url, boards: machines.map(({ played }) => played.board), viewers, speed, isBroken } satisfies Orders)
    const allLive = async () => {
      const begun = performance.now()
      for (;;) {
        const live = (await tell()).filter(({ isLive }) => isLive).length
        if (live === viewers || performance.now() - begun > patienceMs) return { live, ms: performance.now() - begun }
        await wait(100)
      }
    }
    await allLive()

    const fate: Fate = { isOver: false, upSince: 0 }
    const playing = Promise.all(machines.map(({ key, played }) => play(url, key, played, fate)))
    for (let kill = 0; kill < kills; kill += 1) {
      await wait(upMs * (1 + Math.random()))
      fate.upSince = Infinity
      await product.kill()
      await wait(downMs)
      await product.start()
      fate.upSince = performance.now()
      console.log(`  kill ${kill + 1} of ${kills}`)
    }
    const back = await allLive()
    fate.isOver = true
    await playing
    await wait(restMs)

    const seen = await tell()
    const finalsOf = new Map(machines.map(({ played }) => [played.board, played.finals]))
    const missed = seen.reduce(
      (sum, { board, settled }) => sum + finalsOf.get(board)!.filter((final) => !settled.includes(final)).length,
      0,
    )
    const games = machines.reduce((sum, { played }) => sum + played.finals.length, 0)
    const backwards = seen.reduce((sum, one) => sum + one.backwards, 0)
    return [
      {
        what: `settled games missed, of ${games} on ${boards} boards, each with ${viewers / boards} viewers, ${kills} kills`,
        ours: String(missed),
        target: '0',
        holds: missed === 0,
      },
      { what: 'states that went backwards', ours: String(backwards), target: '0', holds: backwards === 0 },
      {
        what: 'viewers with a socket again, by themselves',
        ours: `${back.live} of ${viewers}`,
        target: 'all',
        holds: back.live === viewers,
      },
      { what: `until the last of them had it, times ${speed}`, ours: `${((back.ms * speed) / 1000).toFixed(0)} s` },
    ]
  } finally {
    crowd.disconnect()
    await product.stop()
  }
}

/** What 500 viewers of 100 boards see while their server is killed and started, again and again. */
export async function run(): Promise<Row[]> {
  const rows = await watchKills(usual)
  return [
    ...rows,
    caughtRow(
      'viewers that stay away and show old states, and a server that loses the ends of games',
      await watchKills(broken),
    ),
  ]
}
