import { WebSocket } from 'ws'
import { settle, stage } from '../../testing/hubStage'

describe('who may watch', () => {
  const gone = { type: 'ERROR', name: 'scoreboard:1:scores', detail: 'Item not found.', status: 404 }

  test.each<[string, { key?: string; name?: string; id?: number }]>([
    ['a private board without its key', {}],
    ['a private board with another key', { key: 'wrong' }],
    ['a board that is missing', { id: 9 }],
    ['another board than the address says', { name: 'scoreboard:2:scores', key: 'right' }],
  ])('%s: the same refusal, closed with 4404', async (_title, { id = 1, name = `scoreboard:${id}:scores`, key }) => {
    const { watch, setBoard } = await stage()
    setBoard(1, { isPublic: false })
    setBoard(2)
    const viewer = await watch(id, { key, name })
    expect(await viewer.closed).toBe(4404)
    expect(viewer.heard).toEqual([{ ...gone, name }])
  })

  test('the viewer key opens a private board', async () => {
    const { watch, setBoard } = await stage()
    setBoard(1, { isPublic: false })
    const viewer = await watch(1, { key: 'right' })
    await viewer.hears(1)
    expect(viewer.heard).toMatchObject([{ type: 'SCORES' }])
  })

  test('a board that turns private sends those without its key away at once', async () => {
    const { watch, setBoard, hub } = await stage()
    const [stranger, guest] = await Promise.all([watch(), watch(1, { key: 'right' })])
    await Promise.all([stranger.hears(1), guest.hears(1)])
    setBoard(1, { isPublic: false })
    hub.boardChanged({ type: 'scoreboard', id: 1, reason: 'closed' })
    expect(await stranger.closed).toBe(4404)
    expect(stranger.heard.at(-1)).toEqual(gone)
    await settle()
    expect(guest.socket.readyState).toBe(WebSocket.OPEN)
  })

  test('a renewed key cuts the old link off; so does a deleted board', async () => {
    const { watch, setBoard, hub, views, stateOf } = await stage()
    setBoard(1, { isPublic: false, key: 'old' })
    const before = await watch(1, { key: 'old' })
    await before.hears(1)
    setBoard(1, { isPublic: false, key: 'new' })
    hub.boardChanged({ type: 'scoreboard', id: 1, reason: 'closed' })
    expect(await before.closed).toBe(4404)
    const after = await watch(1, { key: 'new' })
    await after.hears(1)
    views.delete('scoreboard 1')
    hub.boardChanged({ type: 'scoreboard', id: 1, reason: 'deleted' })
    expect(await after.closed).toBe(4404)
    await expect(stateOf('scoreboard', 1)).rejects.toMatchObject({ status: 404 })
  })

  test.each(['closed', 'deleted'] as const)(
    'a board that is %s while it is on its way into memory is not shown after that',
    async (reason) => {
      const { hub, setBoard, views } = await stage()
      const opening = hub.open('scoreboard', 1, { type: 'anonymous' }, undefined)
      if (reason === 'closed') setBoard(1, { isPublic: false })
      else views.delete('scoreboard 1')
      hub.boardChanged({ type: 'scoreboard', id: 1, reason })
      await opening.catch(() => {})
      await settle()
      await expect(hub.open('scoreboard', 1, { type: 'anonymous' }, undefined)).rejects.toMatchObject({ status: 404 })
    },
  )

  test('RUN-05 keys of what contains a board are looked at again one after the other, however long that takes', async () => {
    let asked = 0
    let answer: (() => void) | undefined
    const viewerKeysOf = () => {
      asked += 1
      const keys = ['of the container']
      return asked === 1 ? Promise.resolve(keys) : new Promise<string[]>((resolve) => (answer = () => resolve(keys)))
    }
    const { watch, setBoard, hub, clock } = await stage({ viewerKeysOf })
    setBoard(1, { isPublic: false })
    const viewer = await watch(1, { key: 'of the container' })
    await viewer.hears(1)
    for (let round = 0; round < 3; round += 1) {
      hub.tick((clock.now += 5_000))
      await settle()
    }
    expect(asked).toBe(2)
    answer?.()
    await settle()
    hub.tick((clock.now += 5_000))
    await settle()
    expect(asked).toBe(3)
    expect(viewer.socket.readyState).toBe(WebSocket.OPEN)
  })

  test('what another process changed is found out within 5 s', async () => {
    const { watch, setBoard, hub, clock } = await stage()
    const viewer = await watch()
    await viewer.hears(1)
    setBoard(1, { isPublic: false })
    hub.tick((clock.now += 5_000))
    expect(await viewer.closed).toBe(4404)
  })

  test('other machines on a board are shown at once', async () => {
    const { watch, setBoard, hub, score } = await stage()
    score(1, 10)
    score(5, 50)
    const viewer = await watch()
    await viewer.hears(1)
    setBoard(1, { venueMachines: [5] })
    hub.boardChanged({ type: 'scoreboard', id: 1, reason: 'updated' })
    await viewer.hears(2)
    expect(viewer.scores()).toEqual([10, 50])
  })
})

describe('a board that only some sites may show', () => {
  const gone = { type: 'ERROR', name: 'scoreboard:1:scores', detail: 'Item not found.', status: 404 }
  const sites = ['https://partner.example', 'https://*.club.example']

  test.each([
    ['a page of a site on its list', 'https://partner.example', 'SCORES'],
    ['a page below a domain on its list', 'https://www.club.example', 'SCORES'],
    ['our own page', 'https://multiball.example', 'SCORES'],
    ['what is no page', undefined, 'SCORES'],
    ['a page of another site', 'https://other.example', 'ERROR'],
    ['a page without an origin', 'null', 'ERROR'],
  ])('%s is answered as it should be, with and without its key', async (_who, origin, type) => {
    const { watch, setBoard } = await stage({ publicOrigin: 'https://multiball.example' })
    setBoard(1, { sites })
    setBoard(2, { sites, isPublic: false })
    for (const [id, key] of [
      [1, undefined],
      [2, 'right'],
    ] as const) {
      const viewer = await watch(id, { origin, key })
      await viewer.hears(1)
      expect(viewer.heard[0]!.type).toBe(type)
      if (type === 'ERROR')
        expect([viewer.heard[0], await viewer.closed]).toEqual([{ ...gone, name: `scoreboard:${id}:scores` }, 4404])
    }
  })

  test('the page that the socket’s own server gave needs no place on the list', async () => {
    const { watch, setBoard, address } = await stage()
    setBoard(1, { sites })
    const viewer = await watch(1, { origin: address.replace('ws:', 'http:') })
    await viewer.hears(1)
    expect(viewer.heard).toMatchObject([{ type: 'SCORES' }])
  })

  test('a socket that carries several boards carries it to those sites alone', async () => {
    const { open, setBoard } = await stage()
    setBoard(1, { sites })
    for (const [origin, type] of [
      ['https://other.example', 'ERROR'],
      ['https://partner.example', 'SCORES'],
    ] as const) {
      const shared = await open('/scores/websocket/', origin)
      shared.say({ type: 'GET_SCORES', name: 'scoreboard:1:scores' })
      await shared.hears(1)
      expect([origin, shared.heard[0]!.type]).toEqual([origin, type])
    }
  })

  test('who is taken from the list is sent away at once, the others stay', async () => {
    const { watch, setBoard, hub } = await stage()
    const [partner, other, wall] = await Promise.all([
      watch(1, { origin: 'https://partner.example' }),
      watch(1, { origin: 'https://other.example' }),
      watch(),
    ])
    await Promise.all([partner, other, wall].map((viewer) => viewer.hears(1)))
    setBoard(1, { sites })
    hub.boardChanged({ type: 'scoreboard', id: 1, reason: 'updated' })
    expect(await other.closed).toBe(4404)
    expect(other.heard.at(-1)).toEqual(gone)
    await settle()
    expect([partner, wall].map(({ socket }) => socket.readyState)).toEqual([WebSocket.OPEN, WebSocket.OPEN])
  })
})
