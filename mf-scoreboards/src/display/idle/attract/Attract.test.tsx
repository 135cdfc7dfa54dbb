import type { DisplayProps } from '@multiball/shared/boards'
import type { Game, ScoreboardAttract } from '@multiball/shared/schema'
import { FakeAnswer, FakeServer } from '@multiball/shared/testing'
import { act, screen, waitFor } from '@testing-library/react'
import { aBootstrap, aGame, aPlayer, displayProps, showBoard } from '../../samples'
import { ofToday } from './useAttractNews'

const over = (id: number): Game => aGame([10, 20], { id, settled_on: '2026-11-20T21:42:00Z' })
/** The fake clock begins here. */
const today = new Date(60_000).toISOString()
const told: ScoreboardAttract = {
  venuemachine: 7,
  records: [{ position: 1, score: 9_000, player: aPlayer('Maria Okafor'), settled_on: today }],
  best_today: {
    score: 5_000,
    player: aPlayer('Pat Lawlor', { initials: 'PAT', prefer_initials: true }),
    settled_on: today,
  },
  today: [
    { score: 5_000, player: null, settled_on: today },
    { score: 400, player: null, settled_on: today },
  ],
}

let server: FakeServer
let answer: ScoreboardAttract | FakeAnswer

beforeEach(() => {
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  answer = told
  server = new FakeServer().on('GET', '/api/scoreboard/1/attract/', () => answer)
})
afterEach(() => {
  server.close()
  jest.restoreAllMocks()
})

type Props = DisplayProps<'scoreboard'>

function show(games: Game[], more: Partial<Props> = {}) {
  let seq = 0
  const propsOf = (shown: Game[]) =>
    displayProps(shown, {
      options: { winnerMachineTitle: null, hasAttract: true },
      ...more,
      scores: { data: shown, epoch: 'a', seq: (seq += 1) },
    })
  const { update, ...view } = showBoard(propsOf(games))
  return { ...view, update: (shown: Game[]) => update(propsOf(shown)) }
}

const asked = () => server.sent('GET', '/api/scoreboard/1/attract/')
const onShow = () => document.querySelector('[data-scene][data-shown]')?.getAttribute('data-scene')
const isBoardHidden = () => document.querySelector('.own')!.hasAttribute('data-hidden')
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)))

/** Until just before the first scene, with everything loaded. */
async function rest(pass: (ms: number) => void) {
  pass(104_999)
  await settle()
  expect(asked()).toEqual([])
  pass(1)
  await settle()
  await waitFor(() => expect(asked().length + document.querySelectorAll('canvas').length).toBeGreaterThan(0))
  await settle()
}

test('ATT-02 ATT-03 after two minutes the scenes take turns, each there before it is seen, and the last result among them', async () => {
  const { pass } = show([over(1)])
  await rest(pass)
  expect(document.querySelectorAll('[data-scene]')).toHaveLength(3)
  pass(14_999)
  expect([onShow(), isBoardHidden()]).toEqual([undefined, false])
  expect(screen.getByText(/^Finished /)).toBeInTheDocument()
  pass(1)
  expect([onShow(), isBoardHidden()]).toEqual(['records', true])
  // It is of more than the last game.
  expect(screen.queryByText(/^Finished /)).toBeNull()
  expect(screen.getByText('Maria Okafor')).toBeInTheDocument()
  pass(12_000)
  expect(onShow()).toBe('player')
  expect(screen.getByText('PAT')).toBeInTheDocument()
  pass(8_000)
  expect(onShow()).toBe('chart')
  expect(screen.getByRole('img', { name: '2 scores of today, the best 5,000' })).toBeInTheDocument()
  pass(10_000)
  expect(onShow()).toBeUndefined()
  expect(isBoardHidden()).toBe(true)
  expect(document.querySelector('[data-variant="picture"]')).not.toBeNull()
  pass(10_000)
  expect([onShow(), isBoardHidden()]).toEqual([undefined, false])
  expect(document.querySelector('[data-variant="game-over"]')).not.toBeNull()
  pass(12_000)
  expect(onShow()).toBe('records')
  expect(asked()).toHaveLength(1)
})

test('ATT-05 a new game is on the wall in the same render, and its end begins the two minutes again', async () => {
  const { pass, update } = show([over(1)])
  await rest(pass)
  pass(15_000)
  expect(onShow()).toBe('records')
  update([aGame([1_234, 20], { id: 2 })])
  expect([onShow(), isBoardHidden()]).toEqual([undefined, false])
  expect(document.querySelector('.own')).toHaveAttribute('data-live')
  expect(document.querySelectorAll('[data-scene]')).toHaveLength(0)
  update([over(2)])
  pass(104_999)
  await settle()
  expect([onShow(), isBoardHidden()]).toEqual([undefined, false])
  expect(asked()).toHaveLength(1)
  pass(1)
  await settle()
  await waitFor(() => expect(asked()).toHaveLength(2))
})

test.each<[string, Partial<Props>]>([
  ['a cell', { layout: 'cell' }],
  ['a page that is no screen of its own', { options: { winnerMachineTitle: null } }],
  ['a board whose owner keeps the last result', { bootstrap: aBootstrap({ attract: false }) }],
  ['a board with an idle leaderboard', { bootstrap: aBootstrap({ idle_leaderboard_show: true, leaderboard: null }) }],
])('ATT-02 not in %s', async (_where, more) => {
  const { pass } = show([over(1)], more)
  pass(300_000)
  await settle()
  pass(300_000)
  expect([asked(), onShow(), isBoardHidden()]).toEqual([[], undefined, false])
})

test.each<[string, ScoreboardAttract | FakeAnswer]>([
  ['the server cannot say', new FakeAnswer(503, { detail: 'Away.' })],
  ['nothing was ever played', { venuemachine: 7, records: [], best_today: null, today: [] }],
  ['it speaks of another machine', { ...told, venuemachine: 8 }],
])('ATT-06 the loop goes on with what needs no answer where %s', async (_why, given) => {
  answer = given
  const { pass } = show([over(1)])
  await rest(pass)
  pass(15_000)
  expect(document.querySelectorAll('[data-scene]')).toHaveLength(0)
  expect(document.querySelector('[data-variant="picture"]')).not.toBeNull()
  pass(10_000)
  expect(isBoardHidden()).toBe(false)
})

test('ATT-06 it is asked again every minute, and what was known stays while there is no answer', async () => {
  const { pass } = show([over(1)])
  await rest(pass)
  answer = new FakeAnswer(503, { detail: 'Away.' })
  pass(59_999)
  await settle()
  expect(asked()).toHaveLength(1)
  pass(1)
  await settle()
  expect(asked()).toHaveLength(2)
  expect(document.querySelectorAll('[data-scene]')).toHaveLength(3)
})

test('ATT-06 scores that were told on a day that is over are not said to be of today; the server says which are, whatever the screen’s clock', () => {
  const [toldAt, hour] = [new Date(2031, 4, 7, 23, 30).getTime(), 3_600_000]
  expect(ofToday({ told, toldAt }, toldAt + hour / 4)).toBe(told)
  expect(ofToday({ told, toldAt }, toldAt + hour)).toEqual({ ...told, best_today: null, today: [] })
})
