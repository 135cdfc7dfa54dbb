import { ClockContext, Stage, type Clock } from '@multiball/shared/display'
import { FakeAnswer, FakeServer } from '@multiball/shared/testing'
import { render, screen, waitFor } from '@testing-library/react'
import { ScoreboardDisplay } from '../ScoreboardDisplay'
import { aGame, aPlayer, displayProps } from '../samples'

const clock: Clock = { now: () => 0, after: () => () => {} }
const options = { winnerMachineTitle: null, hasClaimCodes: true }

const show = (props: ReturnType<typeof displayProps>) =>
  render(
    <ClockContext value={clock}>
      <Stage background="#000" layout={props.layout}>
        <ScoreboardDisplay {...props} />
      </Stage>
    </ClockContext>,
  )
const links = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'))

/** the newest game of each machine has this code */
let code = 'K7RM2X'
let server: FakeServer
beforeEach(() => {
  code = 'K7RM2X'
  server = new FakeServer().on('GET', '/api/venuemachine/7/claim_code/', ({ query }) =>
    query.key === 'k1' ? { game: 1, code } : new FakeAnswer(404, { detail: 'Item not found.' }),
  )
})
afterEach(() => server.close())

const asked = () => server.sent('GET', '/api/venuemachine/7/claim_code/').length

test('CLM-03 a screen with a key leads to the claim page of a free slot, with the code of the game and never the key', async () => {
  show(displayProps([aGame([10, 20])], { options, viewerKey: 'k1' }))
  expect(
    await screen.findByRole('img', { name: 'QR code of the address at which player 1 claims this score' }),
  ).toBeInTheDocument()
  expect(links()).toEqual([`${location.origin}/claim/7/1?code=K7RM2X`])
  expect(screen.getByRole('link')).toHaveTextContent('Player 1? Claim it')
})

test('CLM-03 the code is asked for once a game, and again when somebody comes or goes', async () => {
  const { rerender } = show(displayProps([aGame([10, 20])], { options, viewerKey: 'k1' }))
  await screen.findByRole('link')
  const next = (game: ReturnType<typeof aGame>) =>
    rerender(
      <ClockContext value={clock}>
        <Stage background="#000">
          <ScoreboardDisplay {...displayProps([game], { options, viewerKey: 'k1' })} />
        </Stage>
      </ClockContext>,
    )
  next(aGame([11, 20], { current_ball: 3 }))
  expect(asked()).toBe(1)
  const claimed = aGame([10, 20])
  claimed.scores[0]!.player = aPlayer('Maria Okonkwo')
  next(claimed)
  await waitFor(() => expect(links()).toEqual([`${location.origin}/claim/7/2?code=K7RM2X`]))
  code = 'W4TCHA'
  // Her owner has taken her off.
  next(aGame([10, 20]))
  expect(links()).toEqual([])
  await waitFor(() => expect(links()).toEqual([`${location.origin}/claim/7/1?code=W4TCHA`]))
  // The next game is on the wall, but not yet at the server that was asked.
  next(aGame([0], { id: 2 }))
  await waitFor(() => expect(asked()).toBe(4))
  expect(links()).toEqual([])
})

test('CLM-10 of a game that is over, the code is shown until the server gives it no longer, whatever this screen’s clock says', async () => {
  let isGiven = true
  server.on('GET', '/api/venuemachine/7/claim_code/', () =>
    isGiven ? { game: 1, code } : new FakeAnswer(404, { detail: 'Item not found.' }),
  )
  let again = () => {}
  const early: Clock = { now: () => 0, after: (delayMs, run) => (delayMs === 300_000 && (again = run), () => {}) }
  const props = displayProps([aGame([10, 20], { settled_on: '2026-11-20T21:42:00Z' })], { options, viewerKey: 'k1' })
  render(
    <ClockContext value={early}>
      <Stage background="#000" layout={props.layout}>
        <ScoreboardDisplay {...props} />
      </Stage>
    </ClockContext>,
  )
  await waitFor(() => expect(links()).toHaveLength(1))
  again()
  await waitFor(() => expect(asked()).toBe(2))
  expect(links()).toHaveLength(1)
  isGiven = false
  again()
  await waitFor(() => expect(links()).toEqual([]))
})

test('ENT-19 while nothing can be claimed, a wall leads to where guests send scores, with the code of the day; its owner must want it', async () => {
  let link: unknown = { code: 'k3y', day_code: '4071' }
  server.on('GET', '/api/venuemachine/7/guest_link/', ({ query }) =>
    query.key === 'k1' ? link : new FakeAnswer(404, { detail: 'Item not found.' }),
  )
  const { unmount } = show(displayProps([], { options, viewerKey: 'k1' }))
  await waitFor(() => expect(links()).toEqual([`${location.origin}/send/k3y`]))
  expect(screen.getByRole('link')).toHaveTextContent('Send a score 4071')
  unmount()
  const { unmount: end } = show(displayProps([aGame([10, 20])], { options, viewerKey: 'k1' }))
  await waitFor(() => expect(links()).toEqual([`${location.origin}/claim/7/1?code=K7RM2X`]))
  end()
  link = { code: null, day_code: null }
  show(displayProps([], { options, viewerKey: 'k1' }))
  await waitFor(() => expect(server.sent('GET', '/api/venuemachine/7/guest_link/')).toHaveLength(3))
  expect(links()).toEqual([])
})

test('CLM-03 a screen whose key opens nothing shows none', async () => {
  show(displayProps([aGame([10, 20])], { options, viewerKey: 'old' }))
  await waitFor(() => expect(asked()).toBe(1))
  expect(links()).toEqual([])
})

test.each([
  ['that was not asked for codes', displayProps([aGame([10, 20])], { viewerKey: 'k1' })],
  ['without a key, where nobody is signed in', displayProps([aGame([10, 20])], { options })],
  ['in a grid', displayProps([aGame([10, 20])], { options, layout: 'cell', viewerKey: 'k1' })],
  ['that was never played', displayProps([], { options, viewerKey: 'k1' })],
])('CLM-03 a scoreboard %s has none, and asks for none', (_name, props) => {
  const { container } = show(props)
  expect(links()).toEqual([])
  expect(asked()).toBe(0)
  if (props.viewerKey === undefined) expect(container.querySelector('.claimed')).toBeNull()
})
