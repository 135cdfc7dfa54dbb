import { FakeSocket } from '@multiball/shared/testing'
import { createSharedSocket } from './sharedSocket'
import { connect, type BoardAddress } from './socket'

const board = (id: number): BoardAddress => ({ type: 'scoreboard', id })

function setup() {
  const opened: FakeSocket[] = []
  const own: BoardAddress[] = []
  const openFor = createSharedSocket(
    () => {
      opened.push(new FakeSocket())
      return opened.at(-1)!
    },
    (address) => {
      own.push(address)
      return new FakeSocket()
    },
  )
  const subscribe = (id: number) => {
    const socket = openFor(board(id))
    const seen: string[] = []
    socket.onopen = () => seen.push('open')
    socket.onmessage = ({ data }) => seen.push(String(data))
    socket.onclose = ({ code }) => seen.push(`closed ${code}`)
    return { socket, seen }
  }
  /** as runBoard has it */
  const connected = (id: number) => {
    const seen: string[] = []
    const { end } = connect(() => openFor(board(id)), '{}', {
      opened: () => seen.push('open'),
      received: () => {},
      closed: (code) => seen.push(`closed ${code}`),
    })
    return { end, seen }
  }
  return { opened, own, subscribe, connected }
}

const state = (id: number) =>
  `{"type":"SCORES","name":"scoreboard:${id}:scores","data":[{"name":"scoreboard:9:scores"}]}`
const turn = () => Promise.resolve()

test('boards of a page share one socket, and each hears what is of it', async () => {
  const { opened, subscribe } = setup()
  const [one, two] = [subscribe(1), subscribe(2)]
  await turn()
  expect(opened).toHaveLength(1)
  const [connection] = opened
  connection!.accept()
  const late = subscribe(3)
  await turn()
  for (const text of [
    state(2),
    '{"type":"ERROR","name":"scoreboard:1:scores","detail":"x","status":404}',
    '{"type":"UNKNOWN"}',
    'nonsense',
    state(77),
  ])
    connection!.say(text)
  expect(one.seen).toEqual(['open', '{"type":"ERROR","name":"scoreboard:1:scores","detail":"x","status":404}'])
  expect(two.seen).toEqual(['open', state(2)])
  expect(late.seen).toEqual(['open'])
})

test('a board that goes says so; the last one closes the socket, and the next opens another', async () => {
  const { opened, subscribe } = setup()
  const [one, two] = [subscribe(1), subscribe(2)]
  await turn()
  opened[0]!.accept()
  one.socket.close()
  expect(opened[0]!.sent).toEqual([{ type: 'LEAVE_SCORES', name: 'scoreboard:1:scores' }])
  opened[0]!.say(state(1))
  expect(one.seen).toEqual(['open'])
  two.socket.close()
  expect(opened[0]!.ended).toBe(true)
  subscribe(1)
  await turn()
  expect(opened).toHaveLength(2)
})

test('when the socket is lost every board is told, and the first that comes back opens it again', async () => {
  const { opened, subscribe } = setup()
  const [one, two] = [subscribe(1), subscribe(2)]
  await turn()
  opened[0]!.fail(1012)
  expect([one.seen, two.seen]).toEqual([['closed 1012'], ['closed 1012']])
  subscribe(2)
  await turn()
  expect(opened).toHaveLength(2)
})

test('a socket that one board knows to be dead is dead for all, and whoever comes back opens another', async () => {
  const { opened, connected } = setup()
  const [busy, quiet] = [connected(1), connected(2)]
  await turn()
  opened[0]!.accept()
  busy.end(true)
  expect(opened[0]!.ended).toBe(true)
  expect([busy.seen, quiet.seen]).toEqual([['open'], ['open', 'closed 1006']])
  const again = connected(1)
  await turn()
  expect(opened).toHaveLength(2)
  opened[1]!.accept()
  // Another one has its name by now.
  busy.end(true)
  expect([again.seen, opened[1]!.ended]).toEqual([['open'], false])
})

test('a socket that does not come is given up by all that wait for it', async () => {
  const { opened, connected } = setup()
  const [one, two] = [connected(1), connected(2)]
  await turn()
  one.end(true)
  expect(opened[0]!.ended).toBe(true)
  expect(two.seen).toEqual(['closed 1006'])
  connected(2)
  await turn()
  expect(opened).toHaveLength(2)
})

test('a socket that nobody needs any more while it connects is closed when it has connected, or used by who comes', async () => {
  const { opened, subscribe } = setup()
  const one = subscribe(1)
  await turn()
  one.socket.close()
  expect(opened[0]!.ended).toBe(false)
  const two = subscribe(2)
  await turn()
  opened[0]!.accept()
  expect([opened.length, two.seen]).toEqual([1, ['open']])
  two.socket.close()
  expect(opened[0]!.ended).toBe(true)

  subscribe(3).socket.close()
  const last = subscribe(3)
  await turn()
  last.socket.close()
  opened[1]!.accept()
  expect(opened[1]!.ended).toBe(true)
})

test('one that is gone before it was opened opens nothing; the same board with another key has a socket of its own', async () => {
  const { opened, own, subscribe } = setup()
  subscribe(1).socket.close()
  await turn()
  expect(opened).toHaveLength(0)
  subscribe(1)
  subscribe(1)
  expect(own).toEqual([board(1)])
})
