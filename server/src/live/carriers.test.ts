import type { LiveMessage } from '@multiball/shared/schema'
import { WebSocket } from 'ws'
import { settle, stage, until } from '../testing/hubStage'

describe('a socket that carries several boards', () => {
  const ask = (id: number, key?: string) => ({ type: 'GET_SCORES', name: `scoreboard:${id}:scores`, key })
  const carrier = async () => {
    const made = await stage()
    for (const id of [2, 3]) made.setBoard(id)
    for (const id of [1, 2, 3]) made.score(id, id * 100)
    return { ...made, socket: await made.open('/scores/websocket/') }
  }
  const namesOf = (heard: readonly LiveMessage[]) => heard.map((message) => ('name' in message ? message.name : ''))

  test('each board is told by its name, once for each of its states, and is one viewer', async () => {
    const { socket, score, pass, hub } = await carrier()
    for (const id of [1, 2]) socket.say(ask(id))
    await socket.hears(2)
    expect(namesOf(socket.heard).sort()).toEqual(['scoreboard:1:scores', 'scoreboard:2:scores'])
    score(2, 555)
    await pass(1000)
    await socket.hears(3)
    expect([namesOf(socket.heard).at(-1), socket.scores().at(-1)]).toEqual(['scoreboard:2:scores', 555])
    expect(hub.viewerCount).toBe(1)
  })

  test('a board that was left is told no more, the others are; also when it was left before it came', async () => {
    const { socket, score, pass } = await carrier()
    for (const id of [1, 2, 3]) socket.say(ask(id))
    socket.say({ type: 'LEAVE_SCORES', name: 'scoreboard:3:scores' })
    await socket.hears(2)
    socket.say({ type: 'LEAVE_SCORES', name: 'scoreboard:1:scores' })
    await settle()
    const before = socket.heard.length
    for (const id of [1, 2, 3]) score(id, 777)
    await pass(1000)
    await socket.hears(before + 1)
    await settle()
    expect(namesOf(socket.heard).slice(before)).toEqual(['scoreboard:2:scores'])
  })

  test('a board that may not be seen costs no other one its socket', async () => {
    const { socket, setBoard, score, pass } = await carrier()
    setBoard(9, { isPublic: false })
    socket.say(ask(9))
    socket.say({ type: 'GET_SCORES', name: 'user:1:scores' })
    await socket.hears(2)
    expect(socket.heard).toEqual([
      { type: 'ERROR', name: expect.stringMatching(/^(?:scoreboard:9|user:1):scores$/) as unknown, detail: 'Item not found.', status: 404 },
      { type: 'ERROR', name: expect.stringMatching(/^(?:scoreboard:9|user:1):scores$/) as unknown, detail: 'Item not found.', status: 404 },
    ])
    socket.say(ask(9, 'right'))
    socket.say(ask(1))
    await socket.hears(4)
    score(1, 4)
    await pass(1000)
    await socket.hears(5)
    expect(socket.socket.readyState).toBe(WebSocket.OPEN)
  })

  test.each([
    ['without a key', undefined],
    ['with a wrong one', 'wrong'],
  ])('LIV-06 a board that is asked for %s and at once with the right one is told', async (_title, key) => {
    const { socket, setBoard } = await carrier()
    setBoard(9, { isPublic: false })
    socket.say(ask(9, key))
    socket.say(ask(9, 'right'))
    await socket.hears(1)
    await settle()
    expect(socket.heard).toMatchObject([{ type: 'SCORES', name: 'scoreboard:9:scores' }])
  })

  test('one that is closed leaves nothing, and one that asks for too much is closed', async () => {
    const { socket, hub, open, setBoard } = await carrier()
    for (let id = 4; id <= 40; id += 1) setBoard(id)
    socket.say(ask(1))
    await socket.hears(1)
    socket.socket.close()
    await socket.closed
    await until(() => hub.viewerCount === 0)
    const greedy = await open('/scores/websocket/')
    for (let id = 1; id <= 40; id += 1) greedy.say(ask(id))
    expect(await greedy.closed).toBe(1008)
  })
})
