import type { Game } from '@multiball/shared/schema'
import { boardIsPrivate } from '@multiball/shared/schema'
import { WebSocket } from 'ws'
import type { BoardName } from '../../../core/boards/visibility'
import { settle, stage, until } from '../../../testing/hubStage'
import type { Scores } from '../../../testing/hubStage'

describe('API-08 boards that contain private ones', () => {
  const containerKey = 'key-of-the-comboboard'
  const outerKey = 'key-of-the-slideshow'
  const items: BoardName[] = [
    { type: 'scoreboard', id: 1 },
    { type: 'scoreboard', id: 2 },
    { type: 'scoreboard', id: 3 },
  ]

  /** A public comboboard of owner 1 over a public board, a private one of the same owner, and a private one of somebody else. */
  async function parted(isPublic = true) {
    const scene = await stage()
    scene.setBoard(2, { isPublic: false, key: 'of-2' })
    scene.setBoard(3, { isPublic: false, key: 'of-3', owner: 2 })
    scene.setContainer(4, items, { isPublic, key: containerKey })
    scene.containerKeys.set('comboboard 4', [containerKey, outerKey])
    const type = 'comboboard'
    return {
      ...scene,
      watch: (key?: string) => scene.watch(4, { type, key }),
      poll: (key?: string) => scene.stateOf(type, 4, key),
    }
  }

  const shown = (message: unknown) =>
    (message as { boards: (string | { data: Game[] })[] }).boards.map((board) =>
      typeof board === 'string' ? board : (board.data[0]?.scores[0]?.score ?? null),
    )

  test.each<[string, string | undefined, unknown[]]>([
    ['without a key', undefined, [null, boardIsPrivate, boardIsPrivate]],
    ['with a wrong key', 'wrong', [null, boardIsPrivate, boardIsPrivate]],
    ['with the key of a contained board', 'of-2', [null, boardIsPrivate, boardIsPrivate]],
    ['with its own key', containerKey, [null, null, boardIsPrivate]],
    ['with the key of what contains it', outerKey, [null, null, boardIsPrivate]],
  ])('%s: sockets and polls see the same', async (_title, key, boards) => {
    const { watch, poll } = await parted()
    const viewer = await watch(key)
    await viewer.hears(1)
    expect(shown(viewer.heard[0])).toEqual(boards)
    expect(shown(await poll(key))).toEqual(boards)
  })

  test('its owner sees them over HTTP', async () => {
    const { hub } = await parted()
    const see = async (userId: number) => {
      const { channel } = await hub.open('comboboard', 4, { type: 'user', userId }, undefined)
      return shown(JSON.parse(channel.scoresAnswer().bytes.toString()))
    }
    expect(await see(1)).toEqual([null, null, boardIsPrivate])
    expect(await see(2)).toEqual([null, boardIsPrivate, boardIsPrivate])
  })

  test('whoever puts a public board into another sees what everybody sees of it', async () => {
    const { hub, setContainer } = await parted()
    setContainer(5, [{ type: 'comboboard', id: 4 }], { type: 'streamboard', owner: 2, key: 'of-5' })
    setContainer(6, [{ type: 'comboboard', id: 4 }], { type: 'streamboard', owner: 1, key: 'of-6' })
    const inside = async (id: number, key: string) => {
      const { channel } = await hub.open('streamboard', id, { type: 'anonymous' }, key)
      return (JSON.parse(channel.scoresAnswer().bytes.toString()) as { boards: unknown[] }).boards.map(shown)
    }
    expect(await inside(5, 'of-5')).toEqual([[null, boardIsPrivate, boardIsPrivate]])
    expect(await inside(6, 'of-6')).toEqual([[null, null, boardIsPrivate]])
  })

  test('a private one shows all that its insiders may see, and nothing to others', async () => {
    const { watch } = await parted(false)
    const [insider, guest, stranger] = [await watch(containerKey), await watch(outerKey), await watch()]
    expect(await stranger.closed).toBe(4404)
    for (const viewer of [insider, guest]) {
      await viewer.hears(1)
      expect(shown(viewer.heard[0])).toEqual([null, null, boardIsPrivate])
    }
  })

  test('what moves for insiders only says nothing to everybody else', async () => {
    const { watch, score, pass } = await parted()
    const [insider, stranger] = [await watch(containerKey), await watch()]
    await Promise.all([insider.hears(1), stranger.hears(1)])
    score(2, 20)
    await insider.hears(2)
    score(3, 30)
    await pass(60)
    expect([insider.heard.length, stranger.heard.length]).toEqual([2, 1])
    score(1, 10)
    await pass(60)
    await Promise.all([insider.hears(3), stranger.hears(2)])
    expect([shown(insider.heard[2]), shown(stranger.heard[1])]).toEqual([
      [10, 20, boardIsPrivate],
      [10, boardIsPrivate, boardIsPrivate],
    ])
  })

  test.each([
    ['turns private', false],
    ['turns public', true],
  ])(
    'a contained board that %s is masked, or shown, at once; the keys that viewers gave count from then on',
    async (_title, isPublic) => {
      const { setBoard, watch, hub, pass } = await parted()
      setBoard(2, { isPublic: !isPublic, key: 'of-2' })
      hub.boardChanged({ type: 'scoreboard', id: 2, reason: 'updated' })
      await settle()
      const [insider, guest, stranger] = [await watch(containerKey), await watch(outerKey), await watch()]
      for (const viewer of [insider, guest, stranger]) await viewer.hears(1)
      expect(shown(stranger.heard[0])[1]).toBe(isPublic ? boardIsPrivate : null)
      setBoard(2, { isPublic, key: 'of-2' })
      hub.boardChanged({ type: 'scoreboard', id: 2, reason: 'closed' })
      await pass(60)
      for (const viewer of [stranger, insider, guest]) {
        await until(() => shown(viewer.heard.at(-1))[1] === (isPublic || viewer !== stranger ? null : boardIsPrivate))
      }
      // Each of them takes its newest state for newer than what it saw before.
      for (const { heard } of [stranger, insider, guest]) {
        for (const [at, after] of (heard as unknown as Scores[]).entries()) {
          const before = (heard as unknown as Scores[])[at - 1]
          if (before) expect(after.epoch !== before.epoch || after.seq > before.seq).toBe(true)
        }
      }
    },
  )

  test.each([
    ['a public board goes back to what everybody sees', true],
    ['a private board sends its viewer away', false],
  ])(
    'within 5 s after the key of a container opens nothing any more, %s; nobody else notices',
    async (_title, isPublic) => {
      const { watch, hub, clock, containerKeys, keyReads } = await parted(isPublic)
      const [insider, guest] = [await watch(containerKey), await watch(outerKey)]
      await Promise.all([insider.hears(1), guest.hears(1)])
      hub.tick((clock.now += 5_000))
      await settle()
      expect([guest.heard.length, guest.socket.readyState]).toEqual([1, WebSocket.OPEN])
      containerKeys.set('comboboard 4', [containerKey])
      const before = keyReads()
      hub.tick((clock.now += 5_000))
      if (isPublic) {
        await guest.hears(2)
        expect(shown(guest.heard[1])).toEqual([null, boardIsPrivate, boardIsPrivate])
        expect((guest.heard[1] as unknown as Scores).epoch).not.toBe((guest.heard[0] as unknown as Scores).epoch)
      } else expect(await guest.closed).toBe(4404)
      expect(keyReads() - before).toBeLessThanOrEqual(1)
      await settle()
      expect([insider.heard.length, insider.socket.readyState]).toEqual([1, WebSocket.OPEN])
    },
  )

  test('a flood of wrong keys asks for the keys of a board once', async () => {
    const { watch, poll, keyReads } = await parted(false)
    const before = keyReads()
    const refusals = await Promise.allSettled(Array.from({ length: 200 }, (_, at) => poll(`wrong-${at}`)))
    expect(refusals.every((refusal) => refusal.status === 'rejected' && refusal.reason.status === 404)).toBe(true)
    expect(await (await watch('wrong-socket')).closed).toBe(4404)
    expect(keyReads() - before).toBe(1)
    expect(shown(await poll(outerKey))).toEqual([null, null, boardIsPrivate])
  })

  test('a key is not even looked at where all see the same', async () => {
    const { stateOf, keyReads } = await stage()
    await stateOf('scoreboard', 1, 'whatever')
    expect(keyReads()).toBe(0)
  })

  test('a deleted board leaves its place out', async () => {
    const { watch, views, setContainer, hub } = await parted()
    const viewer = await watch()
    await viewer.hears(1)
    views.delete('scoreboard 1')
    setContainer(4, items.slice(1), { key: containerKey })
    hub.boardChanged({ type: 'scoreboard', id: 1, reason: 'deleted' })
    await viewer.hears(2)
    expect(shown(viewer.heard[1])).toEqual([boardIsPrivate, boardIsPrivate])
  })
})
