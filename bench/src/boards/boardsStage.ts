import http from 'node:http'
import { addVenueMachine, registerOwner, type Owner } from '@multiball/e2e/account'
import pg from 'pg'

const machines = 50
const players = 20
const stock = 100

/** A body to make a board of, and what is changed of it. */
export interface Sample {
  type: 'scoreboard' | 'leaderboard' | 'comboboard' | 'slideshow'
  what: string
  body: object
}

/** A running server with an owner's machines and boards. */
export interface Side {
  samples: readonly Sample[]
  /** the numbers of the owner's machines */
  machines: readonly number[]
  /** Sends a call as the owner, on one connection; what a POST makes is answered. Throws for what is refused. */
  send<Made = { id: number }>(method: string, path: string, body?: object): Promise<Made>
  close(): void
}

/** One kept-alive connection: a call takes as little of the client as may be. */
function connection(url: string, { token }: Owner) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  let calls = 0
  const send = <Made = { id: number }>(method: string, path: string, body?: object) =>
    new Promise<Made>((resolve, reject) => {
      const text = body && JSON.stringify(body)
      calls += 1
      // Of one address alone no server has to take that many.
      const forwarded = `10.0.${(calls >> 8) & 255}.${calls & 255}`
      const headers = {
        authorization: `Token ${token}`,
        'x-forwarded-for': forwarded,
        ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      }
      const request = http.request(url + path, { method, agent, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const answer = Buffer.concat(chunks).toString()
          if (response.statusCode! >= 300)
            reject(new Error(`${method} ${path}: ${response.statusCode} ${answer.slice(0, 300)}`))
          else resolve((method === 'POST' ? JSON.parse(answer) : {}) as Made)
        })
      })
      request.on('error', reject)
      request.end(text)
    })
  return { send, close: () => agent.destroy() }
}

/** Makes the owner's machines, and 100 scoreboards of 20 of them, which are listed and shown by the other boards. */
export async function startSide(url: string, databaseUrl: string): Promise<Side> {
  const owner = await registerOwner(url, 'bench')
  const { send, close } = connection(url, owner)
  const ids: number[] = []
  for (let made = 0; made < machines; made += 1) ids.push(await addVenueMachine(owner, `Bench ${made}`, 'Medieval'))
  const twenty = ids.slice(0, 20).map((venuemachine, order) => ({ venuemachine, order }))
  const scoreboards: number[] = []
  for (let made = 0; made < stock; made += 1)
    scoreboards.push(
      (await send('POST', '/api/scoreboard/', { title: `Stock ${made}`, is_public: true, venuemachine_items: twenty }))
        .id,
    )
  // Nobody may register that often.
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    `insert into users (username, email, password_hash, first_name, last_name) select 'player' || n, 'player' || n || '@example.org', '-', 'Pat', 'Lawlor' from generate_series(1, $1) n returning id`,
    [players],
  )
  // As the server of the database does by itself after a minute.
  await client.query('analyze')
  await client.end()
  const parts = (count: number, more: object) =>
    scoreboards.slice(0, count).map((item_id, order) => ({ item_type: 'scoreboard', item_id, order, ...more }))
  return {
    send,
    close,
    machines: ids,
    samples: [
      { type: 'scoreboard', what: 'scoreboard of 20 machines', body: { venuemachine_items: twenty } },
      {
        type: 'leaderboard',
        what: 'leaderboard of 50 machines and 20 players',
        body: {
          items: ids.map((id, order) => ({ type: 'venuemachine', id, order })),
          leaderboard_player_type: 'invited',
          players: rows.map(({ id }) => Number(id)),
        },
      },
      { type: 'comboboard', what: 'comboboard of 20', body: { high_density: true, items: parts(20, {}) } },
      { type: 'slideshow', what: 'slideshow of 100', body: { items: parts(100, { duration: 10 }) } },
    ],
  }
}
