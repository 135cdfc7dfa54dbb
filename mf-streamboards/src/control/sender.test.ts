import { ApiError } from '@multiball/shared/client'
import { StreamboardConfig, type StreamControl, type StreamControlChange } from '@multiball/shared/schema'
import * as v from 'valibot'
import { withChange } from './changes'
import { createSender, type Outgoing } from './sender'

/** A server that answers when it is told to, and a clock that stands still. */
function setup() {
  let control: StreamControl = {
    revision: 0,
    is_hidden: false,
    is_frozen: false,
    holds_moments: false,
    matches: [],
    match: -1,
    config_json: v.parse(StreamboardConfig, {}),
  }
  const calls: { change: StreamControlChange; settle(error?: ApiError): Promise<void> }[] = []
  const timers = new Map<number, { at: number; run: () => void }>()
  let now = 0
  let last: Outgoing = { change: undefined, state: 'sent' }
  let kept: StreamControlChange | undefined
  const settled = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  }
  const sender = createSender({
    send: (change) =>
      new Promise((resolve, reject) => {
        calls.push({
          change,
          async settle(error) {
            if (error) reject(error)
            else resolve((control = { ...withChange(control, change), revision: control.revision + 1 }))
            await settled()
          },
        })
      }),
    onTaken: () => {},
    onOutgoing: (outgoing) => (last = outgoing),
    keep: (change) => (kept = change),
    setTimeout: (run, ms) => {
      const id = timers.size + calls.length * 1000 + now
      timers.set(id, { at: now + ms, run })
      return id
    },
    clearTimeout: (id) => void timers.delete(id as number),
  })
  return {
    sender,
    calls,
    sent: () => calls.map(({ change }) => change),
    last: () => last,
    kept: () => kept,
    server: () => control,
    async pass(ms: number) {
      now += ms
      for (const [id, { at, run }] of [...timers]) {
        if (at > now) continue
        timers.delete(id)
        run()
      }
      await settled()
    },
  }
}

const name = (playerName: string): StreamControlChange => ({ players: [{ station: 0, player: 0, playerName }] })
const away = new ApiError({ status: 0 })

test('CTL-02 a change goes at once; those made meanwhile go together, after it', async () => {
  const { sender, calls, sent, last, pass } = setup()
  sender.push(name('A'))
  expect(sent()).toEqual([name('A')])
  sender.push(name('An'))
  sender.push(name('Ann'))
  sender.push({ is_hidden: true })
  expect([calls.length, last().state]).toEqual([1, 'sending'])
  await calls[0]!.settle()
  await pass(99)
  expect(calls).toHaveLength(1)
  await pass(1)
  expect(sent()[1]).toEqual({ ...name('Ann'), is_hidden: true })
  await calls[1]!.settle()
  expect(last()).toEqual({ change: undefined, state: 'sent' })
})

test('CTL-08 while the network is away it is tried again and again, with all that came since, and kept', async () => {
  const { sender, calls, sent, last, kept, server, pass } = setup()
  sender.push(name('Ann'))
  await calls[0]!.settle(away)
  expect(last()).toEqual({ change: name('Ann'), state: 'unsent' })
  sender.push({ is_frozen: true })
  expect(calls).toHaveLength(1)
  expect(kept()).toEqual({ ...name('Ann'), is_frozen: true })
  for (const [at, wait] of [500, 1000, 2000, 4000, 4000].entries()) {
    await pass(wait - 1)
    expect(calls).toHaveLength(at + 1)
    await pass(1)
    expect(calls).toHaveLength(at + 2)
    if (at < 4) await calls.at(-1)!.settle(new ApiError({ status: 503 }))
  }
  expect(sent().at(-1)).toEqual({ ...name('Ann'), is_frozen: true })
  await calls.at(-1)!.settle()
  expect(last().state).toBe('sent')
  expect(kept()).toBeUndefined()
  expect(server()).toMatchObject({ is_frozen: true })
})

test('CTL-08 the network is back: at once', async () => {
  const { sender, calls, last } = setup()
  sender.push(name('Ann'))
  await calls[0]!.settle(away)
  sender.wake()
  expect(calls).toHaveLength(2)
  await calls[1]!.settle()
  expect(last().state).toBe('sent')
})

test('CTL-08 a server that says nothing is asked again, and told when to', async () => {
  const { sender, calls, last, pass } = setup()
  sender.push(name('Ann'))
  await pass(5000)
  expect(last().state).toBe('unsent')
  await pass(500)
  expect(calls).toHaveLength(2)
  await calls[1]!.settle(new ApiError({ status: 429, retryAfterSeconds: 3 }))
  await pass(2999)
  expect(calls).toHaveLength(2)
  await pass(1)
  expect(calls).toHaveLength(3)
})

test('CTL-08 what is refused stays as it was typed and is said until it is changed, and holds up nothing else', async () => {
  const { sender, calls, sent, last, kept, pass } = setup()
  const refusal = () => new ApiError({ status: 400, fields: { players: ['At most 256 characters'] } })
  const wrong = name('x'.repeat(300))
  sender.push(wrong)
  await calls[0]!.settle(refusal())
  expect(last()).toMatchObject({ state: 'refused', message: 'At most 256 characters', change: wrong })
  await pass(60_000)
  expect(calls).toHaveLength(1)
  sender.push({ is_hidden: true })
  expect(sent()[1]).toEqual({ is_hidden: true })
  await calls[1]!.settle()
  expect(last()).toMatchObject({ state: 'refused', message: 'At most 256 characters', change: wrong })
  expect(kept()).toEqual(wrong)
  await pass(100)
  sender.push(name('Ann'))
  await calls[2]!.settle()
  expect(sent()[2]).toEqual(name('Ann'))
  expect(last()).toEqual({ change: undefined, state: 'sent' })
})

test('CTL-08 of what is refused together, each part goes again by itself', async () => {
  const { sender, calls, sent, last, server, pass } = setup()
  const wrong = name('x'.repeat(300))
  sender.push({ is_frozen: true })
  sender.push({ is_hidden: true })
  sender.push(wrong)
  sender.push({ players: [{ station: 0, player: 0, playerInfo: 'she/her' }] })
  await calls[0]!.settle()
  await pass(100)
  await calls[1]!.settle(new ApiError({ status: 400 }))
  await pass(100)
  await calls[2]!.settle(away)
  expect(last().state).toBe('unsent')
  await pass(500)
  await calls[3]!.settle()
  await pass(100)
  await calls[4]!.settle(new ApiError({ status: 400, fields: { players: ['At most 256 characters'] } }))
  await pass(100)
  await calls[5]!.settle()
  expect(sent().slice(2)).toEqual([
    { is_hidden: true },
    { is_hidden: true },
    wrong,
    { players: [{ station: 0, player: 0, playerInfo: 'she/her' }] },
  ])
  expect(server()).toMatchObject({ is_hidden: true, is_frozen: true })
  expect(last()).toMatchObject({ state: 'refused', message: 'At most 256 characters', change: wrong })
})

test('CTL-08 what was typed anew while it was refused is not said to be wrong', async () => {
  const { sender, calls, last, pass } = setup()
  sender.push(name('x'.repeat(300)))
  sender.push(name('Ann'))
  await calls[0]!.settle(new ApiError({ status: 400 }))
  expect(last()).toEqual({ change: name('Ann'), state: 'sending' })
  await pass(100)
  await calls[1]!.settle()
  expect(last().state).toBe('sent')
})
