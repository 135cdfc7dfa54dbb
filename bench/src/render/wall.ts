import { addVenueMachine, registerOwner } from '@multiball/e2e/account'
import { startProduct } from '@multiball/e2e/product'

/** A comboboard of running games in the real product. */
interface Wall {
  url: string
  /** of its viewer page */
  path: string
  /** lets every board have another state with four higher scores, now */
  post(): Promise<void>
  stop(): Promise<void>
}

/** A wall of so many games of four, each with its first state. */
export async function startWall(boards: number, environment: Record<string, string> = {}): Promise<Wall> {
  const product = await startProduct({ LOG_LEVEL: 'warn', ...environment })
  const url = product.url.replace('localhost', '127.0.0.1')
  const owner = await registerOwner(url, 'wall')
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
        }).then((answer) => answer.arrayBuffer()),
      ),
    )
  }
  await post()
  return { url, path: `/viewer/comboboards/${id}`, post, stop: product.stop }
}
