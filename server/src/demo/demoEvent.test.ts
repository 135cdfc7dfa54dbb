import { demoEntrants } from './cast'
import { DemoEvent, DemoEventPoster } from './demoEvent'
import { seededRandom } from './demoGame'

const machines = [11, 12, 13, 14].map((venueMachineId) => ({
  venueMachineId,
  name: `Machine ${venueMachineId}`,
  year: venueMachineId === 14 ? 1958 : 1995,
}))

interface Document {
  status: string
  matches: { id: string; state: string; machine: string; players: string[]; order?: string[]; points?: number[] }[]
  standings: { player: string; place: number; points: number; played: number }[]
  queues: { players: string[] }[]
}

function stage() {
  const time = { now: Date.parse('2026-11-24T20:00:00Z') }
  const random = seededRandom(3)
  const event = new DemoEvent(machines, random, () => time.now)
  const document = () => event.post().document as Document
  /** A game on a machine, from its first entry to its end. */
  const play = (machine: number) => {
    const players = event.playersOn(machine)
    event.begins(machine, players ?? 1)
    time.now += 60_000
    event.ends(
      machine,
      Array.from({ length: players ?? 1 }, () => random()),
    )
    return players
  }
  return { time, event, document, play }
}

describe('EVT-14 the tournament of the demo', () => {
  test('whoever waits longest is called to the next free machine; each match has a place for nobody twice, and as many players as the machine', () => {
    const { event, document, play } = stage()
    for (let result = 0; result < 20; result += 1) {
      const { matches, queues } = document()
      const open = matches.filter(({ state }) => state !== 'finished')
      expect(open.map(({ machine }) => machine).sort()).toEqual(['11', '12', '13', '14'])
      const busy = open.flatMap(({ players }) => players)
      expect(new Set(busy).size).toBe(busy.length)
      expect(queues[0]!.players.filter((player) => busy.includes(player))).toEqual([])
      const machine = machines[result % 4]!.venueMachineId
      const [next] = queues[0]!.players
      expect(play(machine)).toBeLessThanOrEqual(machine === 14 ? 2 : 4)
      expect(
        document().matches.find((match) => match.machine === String(machine) && match.state === 'called')!.players[0],
      ).toBe(next)
    }
    expect(event.post().over).toBe(false)
  })

  test('a match is called, playing with its players proposed for the machine’s scoreboards, and finished with the order of the scores', () => {
    const { event, document } = stage()
    const match = () => document().matches.find(({ machine }) => machine === '11')!
    const { players } = match()
    expect([match().state, event.post().players]).toEqual(['called', []])
    expect(event.begins(11, players.length + 1)).toBe(false)
    expect(event.begins(11, players.length)).toBe(true)
    expect(match().state).toBe('playing')
    expect(event.post().players).toEqual([
      {
        venuemachine: 11,
        since: '2026-11-24T20:00:00.000Z',
        players: players.map((id) => ({ name: demoEntrants[Number(id)], initials: '' })),
      },
    ])
    event.ends(
      11,
      players.map((_, slot) => slot),
    )
    // Its names stay beside its result until somebody else plays there.
    expect(event.post().players).toHaveLength(1)
    const finished = document().matches.find(({ state }) => state === 'finished')!
    expect(finished.order).toEqual([...players].reverse())
    event.begins(11, 9)
    expect(event.post().players).toEqual([])
    expect(document().standings[0]).toMatchObject({
      player: players.at(-1),
      place: 1,
      points: finished.points!.at(-1),
      played: 1,
    })
  })

  test('it ends, its podium stands for three minutes, and the next evening begins with nothing of it', () => {
    const { time, event, document, play } = stage()
    for (let turn = 0; document().status !== 'finished'; turn += 1) {
      expect(turn).toBeLessThan(60)
      play(machines[turn % 4]!.venueMachineId)
    }
    expect(event.post()).toMatchObject({ over: true, players: [] })
    expect(document().matches.every(({ state }) => state === 'finished')).toBe(true)
    expect(event.playersOn(11)).toBeUndefined()
    // However the clock goes.
    time.now -= 179_000
    event.tick()
    expect(document().status).toBe('finished')
    time.now -= 1_000
    event.tick()
    expect(document()).toMatchObject({
      status: 'playing',
      standings: demoEntrants.map(() => ({ points: 0, place: 1 })),
    })
  })

  test('it is posted when something changes and as a sign of life, and no more once its key opens nothing', async () => {
    const { time, event, play } = stage()
    const posts: { at: number; address: string; sequence: number }[] = []
    const errors: unknown[] = []
    const begun = time.now
    let seconds = 0
    await new Promise<void>((resolve) => {
      const poster = new DemoEventPoster({
        baseUrl: 'http://here',
        event,
        // The board is there after a while.
        makeKey: async () => (seconds > 3 ? { board: 5, key: 'k' } : undefined),
        now: () => time.now,
        wait: async (ms) => {
          time.now += ms
          seconds += 1
          if (seconds === 10) event.begins(11, event.playersOn(11)!)
          if (seconds > 300) throw new Error('It went on for too long')
        },
        fetch: async (address, options) => {
          posts.push({
            at: (time.now - begun) / 1000,
            address: String(address),
            sequence: (JSON.parse(options!.body as string) as { sequence: number }).sequence,
          })
          if (posts.length === 2) throw new Error('away')
          // Left by a clock that was ahead.
          if (posts.length === 4)
            return Response.json({ detail: 'There is a newer one', sequence: time.now + 1_000_000 }, { status: 409 })
          if (posts.length === 5) time.now -= 1_000_000
          return new Response('{}', { status: posts.length === 7 ? 401 : 200 })
        },
        onError: (error) => errors.push(error),
      })
      poster.start()
      void (poster as unknown as { posting: Promise<void> }).posting.then(resolve)
    })
    expect(posts.map(({ at }) => at)).toEqual([4, 10, 11, 56, 57, -898, -853])
    const sequences = posts.map(({ sequence }) => sequence)
    expect(sequences).toEqual([...new Set(sequences)].sort((one, other) => one - other))
    expect(sequences[4]).toBeGreaterThan(begun + 1_000_000)
    expect(posts[0]!.address).toBe('http://here/api/board/eventboard/5/feed/event/')
    expect(errors).toEqual([new Error('away')])
    expect(play(12)).toBeGreaterThan(1)
  })
})
