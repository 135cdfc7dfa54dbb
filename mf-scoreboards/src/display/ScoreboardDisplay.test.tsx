import { CountUpContext, Stage, type CountUps } from '@multiball/shared/display'
import type { Game, MachineDisplay, ScoreboardBootstrap } from '@multiball/shared/schema'
import { act, render, screen, within } from '@testing-library/react'
import { display } from '../display'
import { aBootstrap, aGame, aPlayer, displayProps, showBoard } from './samples'

const { Display } = display
const layouts = ['screen', 'cell'] as const

test('it is the display of scoreboards', () => expect(display.type).toBe('scoreboard'))

describe.each(layouts)('in a %s', (layout) => {
  test('VSB-01 the header names title, machine and venue', () => {
    showBoard(displayProps([aGame([10, 20])], { layout }))
    const header = within(screen.getByRole('banner'))
    expect(header.getByRole('heading', { name: "Dragon's Keep" })).toBeInTheDocument()
    expect(header.getByText('Friday League Night')).toBeInTheDocument()
    expect(header.getByText('Silver Lane Arcade')).toBeInTheDocument()
  })

  test('VSB-01 a title that is switched off is not there', () => {
    showBoard(displayProps([aGame([10])], { layout, bootstrap: aBootstrap({ display_title: false }) }))
    expect(screen.queryByText('Friday League Night')).not.toBeInTheDocument()
    expect(screen.getByText('Silver Lane Arcade')).toBeInTheDocument()
  })

  test('ATT-01 a test game says what it is for as long as it shows, and leaves the wall a minute after its end', () => {
    const { update, pass } = showBoard(
      displayProps([aGame([10], { game_modes: ['MB:Castle Multiball'], is_test: true })], { layout }),
    )
    expect(screen.getAllByText('TEST GAME')).not.toHaveLength(0)
    expect(screen.queryByText('Castle Multiball')).not.toBeInTheDocument()
    update(displayProps([aGame([10], { is_test: true, settled_on: '2026-11-20T21:42:00Z' })], { layout }))
    pass(59_999)
    expect(screen.getAllByText('TEST GAME OVER')).not.toHaveLength(0)
    pass(1)
    expect(screen.queryAllByText('TEST GAME OVER')).toHaveLength(0)
    expect(screen.queryAllByText('Ready for the next game')).toHaveLength(layout === 'screen' ? 1 : 0)
    expect(screen.getByText("Dragon's Keep")).toBeInTheDocument()
    update(displayProps([aGame([77], { id: 2 })], { layout }))
    expect(screen.getByText('77')).toBeInTheDocument()
  })

  test('VSB-03 ranks only where the owner wants them', () => {
    const { update } = showBoard(displayProps([aGame([10, 20])], { layout }))
    expect(screen.getByText('1st Place')).toBeInTheDocument()
    expect(screen.getByText('2nd Place')).toBeInTheDocument()
    update(displayProps([aGame([10, 20])], { layout, bootstrap: aBootstrap({ enablePlayerRank: false }) }))
    expect(screen.queryByText('1st Place')).not.toBeInTheDocument()
  })

  test('VSB-12 banners of modes only where the owner wants them', () => {
    const playing = [aGame([10], { game_modes: ['MB:Castle Multiball'] })]
    const { update } = showBoard(displayProps(playing, { layout }))
    expect(screen.getAllByText('Castle Multiball')).not.toHaveLength(0)
    update(displayProps(playing, { layout, bootstrap: aBootstrap({ display_modes: false }) }))
    expect(screen.queryByText('Castle Multiball')).not.toBeInTheDocument()
    expect(screen.getAllByText('GAME ON')).not.toHaveLength(0)
  })

  test.each([1, 2, 3, 4, 5, 6])('VSB-01 %i players: each has a name and a score', (players) => {
    const scores = Array.from({ length: players }, (_, index) => 1_000_000 * (index + 1))
    showBoard(displayProps([aGame(scores)], { layout }))
    scores.forEach((score, index) => {
      expect(screen.getByText(`Player ${index + 1}`)).toBeInTheDocument()
      expect(screen.getByText(score.toLocaleString('en-US'))).toBeInTheDocument()
    })
  })

  test('VSB-01 scores of 13 and 19 digits are exact', () => {
    showBoard(displayProps([aGame(['9999999999990', '9223372036854775807'])], { layout }))
    expect(screen.getByText('9,999,999,999,990')).toBeInTheDocument()
    expect(screen.getByText('9,223,372,036,854,775,807')).toBeInTheDocument()
  })

  test('VSB-02 the player who is up is marked', () => {
    const { container } = showBoard(displayProps([aGame([10, 20], { current_player: 2 })], { layout }))
    const marked = container.querySelectorAll('[aria-current]')
    expect(marked).toHaveLength(1)
    expect(marked[0]).toHaveTextContent('Player 2')
  })

  test('VSB-02 a settled game says GAME OVER, without ball and without anybody up', () => {
    const { container } = showBoard(
      displayProps([aGame([10, 20], { settled_on: '2026-11-20T21:42:00Z', game_modes: ['MB:Dragon'] })], { layout }),
    )
    expect(screen.getByText('GAME OVER')).toBeInTheDocument()
    expect(screen.queryByText('Dragon')).not.toBeInTheDocument()
    expect(container.querySelector('[aria-current]')).not.toBeInTheDocument()
    expect(screen.queryByText(/^Ball/)).not.toBeInTheDocument()
  })

  test('OFF-12 the players are an ordered list, in which the one who is up is said to be', () => {
    showBoard(displayProps([aGame([10, 20], { current_player: 2 })], { layout }))
    const [first, second] = within(screen.getByRole('list')).getAllByRole('listitem')
    expect(first).not.toHaveTextContent('up')
    expect(second).toHaveTextContent('Player 2up')
    expect(second).toHaveAttribute('aria-current', 'true')
  })

  test.each([
    ['the winner', [10, 20], 'The game is over. Player 2 won with 20.'],
    ['all who won', [20, 20, 10], 'The game is over. Player 1 and Player 2 won with 20.'],
    ['nobody where nobody scored', [0, 0], 'The game is over.'],
    ['nobody where one played alone', [500], 'The game is over.'],
  ])('OFF-12 the end of a game is read out, with %s', (_whom, scores, words) => {
    const { container, update } = showBoard(displayProps([aGame(scores)], { layout }))
    const told = container.querySelector('[aria-live=polite]')
    expect(told?.textContent).toBe('')
    update(displayProps([aGame(scores, { settled_on: '2026-11-20T21:42:00Z' })], { layout }))
    expect(told).toHaveTextContent(words)
    expect(container.querySelector('[aria-live=polite]')).toBe(told)
  })

  test('VSB-05 no mode: GAME ON', () => {
    showBoard(displayProps([aGame([10, 20])], { layout }))
    expect(screen.getByText('GAME ON')).toBeInTheDocument()
  })

  test('VSB-07 modes take turns each second; a new one has 3 s alone', () => {
    const { pass, update } = showBoard(
      displayProps([aGame([10, 20], { game_modes: ['NA:One', 'NA:Two'] })], { layout }),
    )
    expect(screen.getByText('One')).toBeInTheDocument()
    pass(1000)
    expect(screen.getByText('Two')).toBeInTheDocument()
    pass(400)
    update(displayProps([aGame([10, 20], { game_modes: ['NA:One', 'NA:Two', 'MB:New'] })], { layout }))
    expect(screen.getByText('New')).toBeInTheDocument()
    pass(2999)
    expect(screen.getByText('New')).toBeInTheDocument()
    pass(1)
    expect(screen.getByText('One')).toBeInTheDocument()
    pass(1000)
    expect(screen.getByText('Two')).toBeInTheDocument()
    pass(1000)
    expect(screen.getByText('New')).toBeInTheDocument()
  })

  test('VSB-01 a score that changes as the game gets more players is counted up from what was on show', () => {
    const told: [string, number][] = []
    const countUps: CountUps = {
      finish: () => {},
      counter: (start, write) => {
        const counter = {
          shown: start,
          stop: () => {},
          count: (target: bigint) => void told.push([String(counter.shown), Number(target)]),
        }
        write(start)
        return counter
      },
    }
    const board = (game: Game) => (
      <CountUpContext value={countUps}>
        <Stage background="#000" layout={layout}>
          <Display {...displayProps([game], { layout })} />
        </Stage>
      </CountUpContext>
    )
    const { rerender } = render(board(aGame([1_000])))
    told.length = 0
    rerender(board(aGame([5_000, 300])))
    expect(told).toEqual([
      ['1000', 5_000],
      ['300', 300],
    ])
  })

  test('VSB-11 before the first game: Waiting for data...', () => {
    showBoard(displayProps([], { layout }))
    expect(screen.getByText('Waiting for data...')).toBeInTheDocument()
    expect(screen.queryAllByText('Ready for its first game')).toHaveLength(layout === 'screen' ? 1 : 0)
    expect(screen.getByText("Dragon's Keep")).toBeInTheDocument()
  })

  test('VSB-11 of a machine that was removed before its first game nobody waits for one', () => {
    showBoard(displayProps([], { layout, bootstrap: aBootstrap({ items: [] }) }))
    expect(screen.getByText('Waiting for data...')).toBeInTheDocument()
    expect(screen.queryByText('Ready for its first game')).toBeNull()
  })
})

test('MOM-42 a jackpot that is won has larger dots than GAME ON, and than one to be had', () => {
  const rowsOfDots = (game_modes: string[]) => {
    const { container, unmount } = showBoard(displayProps([aGame([10, 20], { game_modes })]))
    const box = container.querySelector('[data-color] svg')?.getAttribute('viewBox')?.split(' ')
    unmount()
    return Number(box?.[3])
  }
  expect([[], ['NA:Jackpot lit'], ['NA:Super Jackpot']].map(rowsOfDots)).toEqual([11, 11, 9])
})

describe('WAL-01 WAL-02 the look of a board', () => {
  const [first] = aBootstrap().items.filter(({ venuemachine }) => venuemachine.id === 7)
  const itemsOf = (display: MachineDisplay | null | undefined) => [
    { ...first!, venuemachine: { ...first!.venuemachine, machine: { ...first!.venuemachine.machine, display } } },
  ]

  test.each<[MachineDisplay | null | undefined, ScoreboardBootstrap['figures'], string | undefined]>([
    ['reels', 'machine', 'reelsStage'],
    ['lights', 'machine', 'lightsStage'],
    ['numeric', 'machine', 'numericStage'],
    ['alphanumeric', 'machine', 'alphanumericStage'],
    ['dot-matrix', 'machine', 'dotsStage'],
    ['reels', 'lcd', 'lcdStage'],
    ['lcd', 'reels', 'reelsStage'],
    [null, 'numeric', 'numericStage'],
    [null, 'machine', undefined],
    [undefined, 'machine', undefined],
  ])('of a machine with %p where the owner chose %s is %p', async (shown, figures, expected) => {
    for (const layout of layouts) {
      const { container, unmount } = showBoard(
        displayProps([aGame([10, 2_000])], { layout, bootstrap: aBootstrap({ items: itemsOf(shown), figures }) }),
      )
      await act(() => new Promise<void>((resolve) => setTimeout(resolve)))
      const units = container.querySelector('.units')!
      expect([...units.classList].slice(1)).toEqual(expected === undefined ? [] : [expected])
      expect(screen.getAllByText('2,000')).not.toHaveLength(0)
      unmount()
    }
  })

  test.each<[MachineDisplay, (number | string)[], number]>([
    ['reels', [420], 5],
    ['reels', [61_420, 1_120_400], 7],
    ['lights', [420], 6],
  ])('WAL-08 %s that show %j have no more cells than they need: %i', async (shown, scores, cells) => {
    const { container } = showBoard(displayProps([aGame(scores)], { bootstrap: aBootstrap({ items: itemsOf(shown) }) }))
    await act(() => new Promise<void>((resolve) => setTimeout(resolve)))
    const banks = [...container.querySelectorAll('.bank')].filter((bank) => bank.childElementCount > 1)
    expect(banks.map((bank) => bank.querySelectorAll('[data-face]').length)).toEqual(scores.map(() => cells))
  })
})

test('VSB-02 the ball in play', () => {
  showBoard(displayProps([aGame([10, 20], { current_ball: 3 })]))
  expect(within(screen.getByRole('banner')).getByText('3')).toBeInTheDocument()
})

test.each([null, 0, -1])('VSB-02 current_ball %p shows no ball', (current_ball) => {
  showBoard(displayProps([aGame([10, 20], { current_ball })]))
  expect(screen.queryByText('Ball')).not.toBeInTheDocument()
})

test.each([
  [19, 'YOU WIN'],
  [20, 'YOU FAILED'],
])('VSB-04 the winner machine: a top score of %i says %s', (top, words) => {
  const game = aGame([top, 9], { settled_on: '2026-11-20T21:42:00Z' })
  showBoard(displayProps([game], { options: { winnerMachineTitle: "Dragon's Keep" } }))
  expect(screen.getByText(words)).toBeInTheDocument()
})

test('one player has the whole screen, and a final score at the end', () => {
  const { update } = showBoard(
    displayProps([
      aGame([1_046_218_340], { scores: [{ position: 1, score: 1_046_218_340, player: aPlayer('Maria Okonkwo') }] }),
    ]),
  )
  expect(screen.getByText('Maria Okonkwo')).toBeInTheDocument()
  expect(screen.queryByText('Final score')).not.toBeInTheDocument()
  update(displayProps([aGame([1_046_218_340], { settled_on: '2026-11-20T21:42:00Z' })]))
  expect(screen.getByText('Final score')).toBeInTheDocument()
  expect(screen.getByText(/^Finished /)).toBeInTheDocument()
})

test('VSB-11 the Powered-by line stands below the board', () => {
  const { container } = showBoard(displayProps([aGame([10, 20])]))
  expect(container.querySelector('footer')).toHaveTextContent('Powered by Multiball')
})

test('text is text: a name that is markup stays letters', () => {
  const name = '<img src=x onerror=alert(1)>'
  const { container } = showBoard(
    displayProps([aGame([1], { scores: [{ position: 1, score: 1, player: aPlayer(name) }] })]),
  )
  expect(screen.getByText(name)).toBeInTheDocument()
  expect(container.querySelector('img')).not.toBeInTheDocument()
})

test('400 modes run on one timer, and nothing is left when the board goes', () => {
  const modes = Array.from({ length: 400 }, (_, index) => `NA:Mode ${index}`)
  const { waiting, unmount, pass } = showBoard(displayProps([aGame([10], { game_modes: modes })]))
  const before = waiting.size
  pass(5000)
  expect(waiting.size).toBe(before)
  unmount()
  expect(waiting.size).toBe(0)
})
