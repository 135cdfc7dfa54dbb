import { ClockContext, Stage, type Clock } from '@multiball/shared/display'
import { render, screen } from '@testing-library/react'
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

test('a scoreboard that has codes leads to the claim page of a free slot, with the key of a private board', async () => {
  const { rerender } = show(displayProps([aGame([10, 20])], { options, viewerKey: 'k1' }))
  expect(links()).toEqual([`${location.origin}/claim/7/1?key=k1`])
  expect(screen.getByRole('link')).toHaveTextContent('Player 1? Claim it')
  expect(await screen.findByRole('img', { name: 'QR code of the address at which player 1 claims this score' })).toBeInTheDocument()
  const claimed = aGame([10, 20])
  claimed.scores[0]!.player = aPlayer('Maria Okonkwo')
  rerender(
    <ClockContext value={clock}>
      <Stage background="#000">
        <ScoreboardDisplay {...displayProps([claimed], { options })} />
      </Stage>
    </ClockContext>,
  )
  expect(screen.getByText('Maria Okonkwo')).toBeInTheDocument()
  expect(links()).toEqual([`${location.origin}/claim/7/2`])
})

test.each([
  ['that was not asked for codes', displayProps([aGame([10, 20])])],
  ['in a grid', displayProps([aGame([10, 20])], { options, layout: 'cell' })],
  ['that was never played', displayProps([], { options })],
])('a scoreboard %s has none', (_name, props) => {
  show(props)
  expect(links()).toEqual([])
})
