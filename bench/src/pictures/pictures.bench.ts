import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { addKeyedMachines, postEntry, registerOwner } from '@multiball/e2e/account'
import type { BoardPicture } from '../../../server/src/edges/pictures/boardPicture'
import { besideRelease } from '../besideRelease'
import { fourPlayerEntry } from '../stage'
import { quantile, type Row } from '../table'

const root = path.resolve(import.meta.dirname, '../../..')
const rounds = 60
/** The engine is still optimising the code of both. */
const warmUp = 8
const brokenRounds = 20
/** ms, p95 */
const target = 80
/** Cached pictures take a few ms, which other work of the machine moves by more than five percent. */
const dearer = 1.3

interface Board {
  what: string
  type: string
  id: number
}

/** A running server with boards that show games in progress. */
interface Side {
  boards: readonly Board[]
  change(board: Board, round: number): Promise<unknown>
  /** ms until the picture is there */
  read(board: Board): Promise<number>
}

async function startSide(url: string): Promise<Side> {
  const owner = await registerOwner(url, 'bench')
  const machines = await addKeyedMachines(
    owner,
    'Bench',
    Array.from({ length: 20 }, (_, at) => String.fromCharCode(97 + at)),
  )
  const post = (key: string, at: number, more: object = {}) =>
    postEntry(url, key, { ...fourPlayerEntry(String(at).padStart(32, '0'), 1, 128_490 * (at + 1)), ...more })
  // A game that is over, for the leaderboard, and the next.
  for (const [at, { deviceKey }] of machines.entries()) {
    await post(deviceKey, at, { active: false })
    await post(deviceKey, at + 100)
  }
  const make = async (type: string, title: string, more: object) =>
    (await owner.call<{ id: number }>('POST', `/api/${type}/`, { title, is_public: true, ...more })).id
  const scoreboards: number[] = []
  for (const [at, { id }] of machines.entries())
    scoreboards.push(await make('scoreboard', `Board ${at}`, { venuemachine_items: [{ venuemachine: id, order: 0 }] }))
  const items = (count: number) => ({
    high_density: count > 6,
    items: scoreboards.slice(0, count).map((item_id, order) => ({ item_type: 'scoreboard', item_id, order })),
  })
  const boards: Board[] = [
    { what: 'scoreboard', type: 'scoreboard', id: scoreboards[0]! },
    {
      what: 'leaderboard',
      type: 'leaderboard',
      id: await make('leaderboard', 'Best', {
        items: machines.map(({ id }, order) => ({ type: 'venuemachine', id, order })),
      }),
    },
    { what: 'comboboard of 4', type: 'comboboard', id: await make('comboboard', 'Four', items(4)) },
    { what: 'comboboard of 20', type: 'comboboard', id: await make('comboboard', 'Twenty', items(20)) },
  ]
  let calls = 0
  return {
    boards,
    change: ({ type, id }, round) => owner.call('PATCH', `/api/${type}/${id}/`, { title: `Round ${round} of ${id}` }),
    async read({ type, id }) {
      calls += 1
      const begun = performance.now()
      // Of one address alone no server has to take that many.
      const answer = await fetch(`${url}/${type}/${id}.png`, {
        headers: { 'x-forwarded-for': `10.0.${(calls >> 8) & 255}.${calls & 255}` },
      })
      const bytes = (await answer.arrayBuffer()).byteLength
      if (!answer.ok || bytes < 10_000) throw new Error(`No picture of ${type} ${id}: ${answer.status}`)
      return performance.now() - begun
    },
  }
}

/** ms, by what was asked */
type Times = Map<string, { ours: number[]; old: number[] }>

async function compare(ours: Side, old: Side, count: number): Promise<Times> {
  const times: Times = new Map()
  for (let round = 0; round < warmUp + count; round += 1) {
    for (const [at, { what }] of ours.boards.entries()) {
      for (const kind of ['cold', 'cached']) {
        const found = times.get(`${what}, ${kind}`) ?? { ours: [], old: [] }
        // Who is first changes from round to round.
        for (const name of round % 2 === 0 ? (['ours', 'old'] as const) : (['old', 'ours'] as const)) {
          const side = { ours, old }[name]
          const board = side.boards[at]!
          if (kind === 'cold') await side.change(board, round)
          const ms = await side.read(board)
          if (round >= warmUp) found[name].push(ms)
        }
        times.set(`${what}, ${kind}`, found)
      }
    }
  }
  return times
}

const ratioOf = ({ ours, old }: { ours: number[]; old: number[] }) =>
  quantile(
    ours.map((ms, at) => ms / old[at]!),
    0.5,
  )

/** Six games of four whose titles and names were never set before. */
const unknownPicture = (round: number): BoardPicture => ({
  title: `Night ${round}`,
  venue: `Venue ${round}`,
  boards: 20,
  ground: '#000000',
  panels: Array.from({ length: 6 }, (_, panel) => ({
    title: `Machine ${round} ${panel}`,
    kind: 'game' as const,
    ball: 2,
    isLive: true,
    banner: { text: 'DRAGON MULTIBALL', color: '#4df08a' },
    rows: [1, 2, 3, 4].map((place) => ({
      place,
      name: `Maria ${round} ${panel}${place} Olivares`,
      unnamed: `Player ${place}`,
      score: '1,284,906,530',
      isAhead: place === 2,
    })),
  })),
})

interface Drawing {
  drawPicture(picture: BoardPicture): Promise<Buffer>
}
const drawingIn = (folder: string) =>
  import(path.join(folder, 'server/src/edges/pictures/drawPicture.ts')) as Promise<Drawing>

/** ms of drawing alone, of both in this process. */
async function drawUnknown(oldFolder: string) {
  const drawings = { ours: await drawingIn(root), old: await drawingIn(oldFolder) }
  const times = { ours: [] as number[], old: [] as number[] }
  for (let round = 0; round < warmUp + rounds; round += 1) {
    for (const name of round % 2 === 0 ? (['ours', 'old'] as const) : (['old', 'ours'] as const)) {
      const begun = performance.now()
      await drawings[name].drawPicture(unknownPicture(round))
      if (round >= warmUp) times[name].push(performance.now() - begun)
      await wait(1)
    }
  }
  return times
}

/** Pictures of boards by the server of today and that of an earlier release, and what finds out one that draws once more. */
export async function run(ref = '2b0a758'): Promise<Row[]> {
  const p95 = (values: number[]) => `${quantile(values, 0.95).toFixed(1)} ms`
  const rowOf = (what: string, found: { ours: number[]; old: number[] }): Row => ({
    what: `${what}, p95`,
    ours: p95(found.ours),
    peer: p95(found.old),
    ratio: ratioOf(found).toFixed(2),
    target: `<= ${target} ms`,
    holds: quantile(found.ours, 0.95) <= target,
  })
  return besideRelease(ref, async ({ ours, old, start }) => {
    const before = await startSide((await start(old)).url)
    const now = await startSide((await start(ours)).url)
    const found = await compare(now, before, rounds)
    const dear = await compare(
      await startSide((await start(ours, 'bench/src/pictures/dearServer.ts')).url),
      now,
      brokenRounds,
    )
    const caught = [...dear.values()].filter((times) => ratioOf(times) > dearer)
    return [
      ...[...found].map(([what, times]) => rowOf(what, times)),
      rowOf('drawing six games whose titles and names are all new', await drawUnknown(old.folder)),
      {
        what: `figures that find out a server that draws once more for whoever asks, of ${dear.size}`,
        ours: String(caught.length),
        target: 'all',
        holds: caught.length === dear.size,
      },
    ]
  })
}
