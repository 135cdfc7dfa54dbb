import { rmSync } from 'node:fs'
import path from 'node:path'
import { addVenueMachine, registerOwner } from '@multiball/e2e/account'
import { startProduct } from '@multiball/e2e/product'
import { quantile, type Row } from '../table'
import { buildOneBundle } from '../viewer/oneBundle'
import { serveOneBundle } from '../viewer/servePage'
import { framesPerSecond } from './frames'

const boards = 20
const postEveryMs = 2_000
const throttle = 6
const rounds = 3
const seconds = 12
const remotes = path.join(import.meta.dirname, 'bundledRemotes.ts')

/** A wall of twenty games of four, each with a new value every 2 s. */
async function startWall() {
  const product = await startProduct({ LOG_LEVEL: 'warn' })
  const url = product.url.replace('localhost', '127.0.0.1')
  const owner = await registerOwner(url, 'render')
  const players: { key: string; session: string }[] = []
  const items: { item_type: string; item_id: number; order: number }[] = []
  for (let made = 0; made < boards; made += 1) {
    const machine = await addVenueMachine(owner, `Wall ${made}`, 'Medieval')
    const { id } = await owner.call<{ id: number }>('POST', '/api/scoreboard/', { title: `Wall ${made}`, is_public: true, venuemachine_items: [{ venuemachine: machine }] })
    const { key } = await owner.call<{ key: string }>('POST', `/api/venuemachine/${machine}/device_key/`)
    players.push({ key, session: crypto.randomUUID() })
    items.push({ item_type: 'scoreboard', item_id: id, order: made })
  }
  const { id } = await owner.call<{ id: number }>('POST', '/api/comboboard/', { title: 'Wall', is_public: true, high_density: true, items })
  let sequence = 0
  const post = async () => {
    sequence += 1
    await Promise.all(
      players.map(({ key, session }, at) =>
        fetch(`${url}/api/entry/`, {
          method: 'POST',
          headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            session_uuid: session,
            session_sequence: sequence,
            current_player: (sequence % 4) + 1,
            current_ball: 2,
            ...Object.fromEntries([1, 2, 3, 4].map((slot) => [`current_p${slot}_score`, sequence * 1_234_570 * slot + at * 10_000])),
          }),
        }),
      ),
    )
  }
  await post()
  const posting = setInterval(() => void post().catch(() => {}), postEveryMs)
  return {
    url,
    path: `/viewer/comboboards/${id}`,
    stop: () => {
      clearInterval(posting)
      return product.stop()
    },
  }
}

/** How smoothly a full wall counts on a slow TV stick, beside the same page counting with react-countup. */
export async function run(): Promise<Row[]> {
  const [ours, peer] = [
    await buildOneBundle({ remotes }),
    await buildOneBundle({ remotes, instead: { 'shared/src/display/Numerals.tsx': path.join(import.meta.dirname, 'CountUpNumerals.tsx') } }),
  ]
  const wall = await startWall()
  const pages = [await serveOneBundle(ours, wall.url), await serveOneBundle(peer, wall.url)]
  const found: number[][] = [[], []]
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const [side, page] of pages.entries()) found[side]!.push(await framesPerSecond(page.url + wall.path, { throttle, seconds, shows: 'Player 1' }))
    }
  } finally {
    for (const { server } of pages) server.close()
    for (const { folder } of [ours, peer]) rmSync(folder, { recursive: true })
    await wall.stop()
  }
  const [our = 0, their = 0] = found.map((all) => quantile(all, 0.5))
  const what = `frames a second, ${boards} boards of 4, a new value every ${postEveryMs / 1000} s, CPU at 1/${throttle}`
  return [
    { what, ours: our.toFixed(1), target: '>= 45', holds: our >= 45 },
    { what: 'the same page counting with react-countup', ours: our.toFixed(1), peer: their.toFixed(1), ratio: (our / their).toFixed(2), target: '>= 1.5', holds: our / their >= 1.5 },
  ]
}
