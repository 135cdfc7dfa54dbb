import { once } from 'node:events'
import { WebSocket } from 'ws'
import { makeScoreboard, makeUser, makeVenueMachine, useTestDatabase } from '../../testing'
import { makeDeviceKey } from '../../testing/devices'
import { buildWholeApp } from '../../testing/wholeApp'
import { startCollector } from './collector'

const database = useTestDatabase()

const sampled = (traceId: string, flags = '01') => `00-${traceId}-${'b'.repeat(16)}-${flags}`
const given = 'a'.repeat(32)

/** A server with a machine, a viewer of its board, and these posts, each shown before the next; answers the traceparents of the frames. */
async function play(collector: string | undefined, sampler: string, posts: { traceparent?: string; more?: string }[]) {
  process.env.OTEL_TRACES_SAMPLER = sampler
  const whole = await buildWholeApp(
    database.db,
    {},
    collector === undefined ? {} : { OTEL_EXPORTER_OTLP_ENDPOINT: collector },
  )
  const address = await whole.listen()
  const owner = await makeUser(database.db)
  const machine = await makeVenueMachine(database.db, owner.id)
  const board = await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine] })
  const key = await makeDeviceKey(database.db, machine)
  const frames: { traceparent?: string }[] = []
  const viewer = new WebSocket(`${address.replace('http', 'ws')}/scoreboard/${board.id}/scores/websocket/`)
  const next = () => once(viewer, 'message').then(([text]) => void frames.push(JSON.parse(String(text)) as object))
  await once(viewer, 'open')
  const first = next()
  viewer.send(JSON.stringify({ type: 'GET_SCORES', name: `scoreboard:${board.id}:scores` }))
  await first
  for (const [at, { traceparent, more = '' }] of posts.entries()) {
    const shown = next()
    const { status } = await fetch(`${address}/api/entry/`, {
      method: 'POST',
      headers: {
        authorization: `Token ${key}`,
        'content-type': 'application/json',
        ...(traceparent !== undefined && { traceparent }),
      },
      body: `{"session_uuid":"${given}","session_sequence":${at + 1},"current_p1_score":${at + 1}${more}}`,
    })
    expect(status).toBe(200)
    await shown
  }
  viewer.terminate()
  await whole.close()
  return frames.slice(1).map(({ traceparent }) => traceparent)
}

test('OPS-13 a post that is followed has one trace, from the post, by the quick way or by the framework, to the frame that shows it', async () => {
  const collector = await startCollector()
  const another = 'c'.repeat(32)
  // The first one makes the machine known.
  const posts = [
    { traceparent: sampled(given, '00') },
    { traceparent: sampled(given) },
    { traceparent: sampled(another), more: ',"nonsense":"constructor"' },
  ]
  const [, ...frames] = await play(collector.url, 'parentbased_always_off', posts)
  await collector.close()
  for (const [at, traceId] of [given, another].entries()) {
    expect(collector.trace(traceId).sort()).toEqual([
      ['POST /api/entry/', undefined],
      ['commit games', 'POST /api/entry/'],
      ['make a state', 'commit games'],
      ['send frames', 'make a state'],
    ])
    const sending = collector.spans.find((span) => span.traceId === traceId && span.name === 'send frames')!
    expect(frames[at]).toBe(`00-${traceId}-${sending.spanId}-01`)
  }
})

test('OPS-13 a post without a trace begins one if it is drawn, and what is not followed says nothing', async () => {
  const collector = await startCollector()
  const drawn = await play(collector.url, 'parentbased_always_on', [
    {},
    { traceparent: sampled(given, '00') },
    { traceparent: 'no traceparent' },
  ])
  const traces = new Set(collector.spans.map(({ traceId }) => traceId))
  expect(drawn.map((traceparent) => traces.has(traceparent?.split('-')[1] ?? ''))).toEqual([true, false, true])
  expect(traces.size).toBe(2)
  await collector.close()
  expect(await play(undefined, 'always_on', [{ traceparent: sampled(given) }])).toEqual([undefined])
})

test('OPS-13 a collector that is away delays nobody', async () => {
  const [frame] = await play('http://127.0.0.1:1', 'always_on', [{ traceparent: sampled(given) }])
  expect(frame).toContain(given)
})
