import type { BusEvent, SentEvent } from './bus'
import { Relay, WorkersBus, type ToPrimary, type ToWorker } from './workersBus'

/* Workers and their primary in one process, with messages that arrive when a test says so. */

const renamed = (user: number): SentEvent => ({ type: 'renamed', user })

function workersOf(count: number, most?: number) {
  const relay = new Relay<object>(most)
  const messages: { run: () => void; done: () => void; message: ToPrimary | ToWorker }[] = []
  const workers = Array.from({ length: count }, () => {
    const heard: BusEvent[] = []
    const bus: WorkersBus = new WorkersBus(
      (message, done) => messages.push({ message, run: () => take(message), done }),
      undefined,
      most,
    )
    const take = relay.add(bus, (message, done) => messages.push({ message, run: () => bus.hear(message), done }))
    bus.subscribe((event) => heard.push(event))
    return { bus, heard }
  })
  /** Has all messages arrive, and those that follow from them; answers the types of all. */
  const arrive = async () => {
    const arrived: string[] = []
    for (await Promise.resolve(); messages.length > 0; await Promise.resolve()) {
      const { message, run, done } = messages.shift()!
      arrived.push(message.type)
      run()
      done()
    }
    return arrived
  }
  return { relay, workers, arrive }
}

test('RUN-08 what a worker tells in one turn goes in one message to the primary, and in one to each of the others, in its order', async () => {
  const { workers, arrive } = workersOf(3)
  for (let user = 1; user <= 50; user += 1) workers[0]!.bus.publish(renamed(user))
  expect(await arrive()).toEqual(['publish', 'events', 'events'])
  const all = Array.from({ length: 50 }, (_, at) => renamed(at + 1))
  expect(workers.map(({ heard }) => heard)).toEqual([[], all, all])
})

test('RUN-08 an event with a topic reaches those that follow it', async () => {
  const { workers, arrive } = workersOf(3)
  void workers[2]!.bus.follow('machine.1')
  await arrive()
  workers[0]!.bus.publish(renamed(1), 'machine.1')
  workers[0]!.bus.publish(renamed(2), 'machine.2')
  await arrive()
  expect(workers.map(({ heard }) => heard)).toEqual([[], [], [renamed(1)]])
})

test('RUN-08 of events that are too many for a worker that takes none, it hears that some are missing', async () => {
  const { workers, arrive } = workersOf(2, 3)
  for (let user = 1; user <= 5; user += 1) workers[0]!.bus.publish(renamed(user))
  await arrive()
  expect(workers[1]!.heard).toEqual([renamed(1), renamed(2), renamed(3), { type: 'gap' }])
})

test('RUN-08 what was told last is on its way when the bus is closed', async () => {
  const { workers, arrive } = workersOf(2)
  workers[0]!.bus.publish(renamed(1))
  const closed = workers[0]!.bus.close()
  await arrive()
  await closed
  expect(workers[1]!.heard).toEqual([renamed(1)])
})
