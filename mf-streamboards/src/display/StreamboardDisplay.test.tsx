import { BoardScreen } from '@multiball/shared/boards'
import { ClockContext, lettering, Stage } from '@multiball/shared/display'
import { streamboardLayouts, type Moment, type StreamboardConfig } from '@multiball/shared/schema'
import { fakeClock, makeGame, makeMoment, makePlayer } from '@multiball/shared/testing'
import { render, screen, within } from '@testing-library/react'
import { display } from '../display'
import { aBootstrap, someScores } from './samples'

jest.mock('@multiball/shared/remotes', () => ({}))

type Game = ReturnType<typeof makeGame>

const show = (config: Partial<StreamboardConfig>, game: Game | null, connection: 'live' | 'polling' = 'live') =>
  render(
    <BoardScreen display={display} bootstrap={aBootstrap(config)} scores={someScores(game)} connection={connection} />,
  )
const canvas = () => document.querySelector<HTMLElement>('[data-layout]')!
const cells = () => [...document.querySelectorAll<HTMLElement>('[data-style]')]
const fourPlayers = makeGame([412_305_870, 38_914_220, 1_046_218_340_110, 97], {
  current_player: 3,
  current_ball: 2,
  game_modes: ['MB:Dragon Multiball'],
})

test('VST-01 an empty configuration is ThreeCam at 1280 × 720, with nothing around it', () => {
  const { container } = show({}, fourPlayers)
  expect(canvas()).toHaveAttribute('data-layout', 'ThreeCam')
  expect(canvas()).toHaveStyle({ width: '1280px', height: '720px' })
  expect(container.children).toHaveLength(1)
  expect(screen.queryByText('Live')).toBeNull()
})

test.each(streamboardLayouts)('VSB-11 %s has the Powered-by line', (layout) => {
  show({ layout }, fourPlayers)
  expect(canvas()).toHaveTextContent('Powered by Multiball')
})

test('VST-01 the frame leaves a hole for each camera; without cameras there is no frame', () => {
  const { unmount } = show({ layout: 'FourCam' }, fourPlayers)
  const surface = document.querySelector('svg path[fill-rule="evenodd"]')!.getAttribute('d')!
  expect(surface.match(/M/g)).toHaveLength(1 + 4)
  unmount()
  show({ layout: 'LowerThirdVertical' }, fourPlayers)
  expect(document.querySelector('path[fill-rule="evenodd"]')).toBeNull()
})

test('VST-02 VST-03 four players: machine, mode, ball, who is up, and what the owner says of them', () => {
  fourPlayers.scores[0]!.player = makePlayer({ cached_display_name: 'Maria Okonkwo' })
  const players = [
    { playerName: '', playerInfo: '', playerAddress: '' },
    { playerName: 'Zed', playerInfo: 'She/her', playerAddress: '@zed' },
  ]
  show({ scoreboardsConfig: [{ numPlayers: 4, players }] }, fourPlayers)
  expect(screen.getByRole('heading', { level: 2, name: 'Dragon’s Keep' })).toBeInTheDocument()
  expect(screen.getByText('Dragon Multiball')).toBeInTheDocument()
  expect(screen.getByText('Ball').parentElement).toHaveTextContent('Ball 2')
  expect(cells().map((cell) => [cell.dataset.style, cell.getAttribute('aria-current')])).toEqual([
    ['four', null],
    ['four', null],
    ['four', 'true'],
    ['four', null],
  ])
  expect(within(cells()[0]!).getByText('Maria Okonkwo')).toBeInTheDocument()
  expect(within(cells()[1]!).getByText('Zed')).toBeInTheDocument()
  expect(within(cells()[1]!).getByText('She/her · @zed')).toBeInTheDocument()
  expect(within(cells()[2]!).getByText('1,046,218,340,110')).toBeInTheDocument()
  expect(within(cells()[3]!).getByText('Player 4')).toBeInTheDocument()
})

test('VST-03 a game that is over says so, and has no ball', () => {
  show({}, makeGame([10, 20], { current_player: null, current_ball: null, settled_on: '2026-01-01T00:00:00Z' }))
  expect(screen.getByText('GAME OVER')).toBeInTheDocument()
  expect(screen.queryByText('Ball')).toBeNull()
})

test('ATT-01 a test game is said to be one for as long as it shows', () => {
  const test = { is_test: true, game_modes: ['MB:Dragon Multiball'] }
  const { unmount } = show({}, makeGame([10, 20], test))
  expect(screen.getByText('TEST GAME')).toBeInTheDocument()
  expect(screen.queryByText('Dragon Multiball')).toBeNull()
  unmount()
  show({}, makeGame([10, 20], { ...test, settled_on: '2026-01-01T00:00:00Z' }))
  expect(screen.getByText('TEST GAME OVER')).toBeInTheDocument()
})

test('VST-02 before the first game the players wait without scores', () => {
  show({ layout: 'TwoCam', scoreboardsConfig: [{ numPlayers: 2, players: [] }] }, null)
  expect(cells().map((cell) => cell.dataset.style)).toEqual(['two', 'two'])
  expect(screen.queryByText('0')).toBeNull()
})

test('VST-03 the three colours are the owner’s, and text on the highlight can be read', () => {
  show({ backgroundColor: '#123456', textColor: '#abcdef', highlightColor: '#ffff00' }, fourPlayers)
  const { style } = canvas()
  expect(
    ['--s-back', '--s-text', '--s-highlight', '--s-on-highlight'].map((name) => style.getPropertyValue(name)),
  ).toEqual(['#123456', '#abcdef', '#ffff00', '#000000'])
})

test('VST-03 the status marker has two states, in shape as well as colour', () => {
  const shapeOf = (name: string) => screen.getByRole('img', { name }).firstElementChild!.tagName
  const { rerender } = show({}, fourPlayers)
  expect(shapeOf('Live')).toBe('circle')
  rerender(
    <BoardScreen
      display={display}
      bootstrap={aBootstrap()}
      scores={someScores(fourPlayers, 2)}
      connection="polling"
      error="An error has occurred."
    />,
  )
  expect(shapeOf('Not live')).toBe('path')
  expect(screen.queryByRole('alert')).toBeNull()
})

describe('CTL-02 the newest state says how it looks', () => {
  const onePlayer = makeGame([412_305_870])
  const state = (config: Partial<StreamboardConfig>, is_hidden = false) => {
    const { config_json } = aBootstrap(config)
    return { ...someScores(onePlayer), control: { revision: 1, is_hidden, config_json } }
  }
  const screenOf = (scores: ReturnType<typeof state>) => (
    <BoardScreen display={display} bootstrap={aBootstrap({ layout: 'OneCam' })} scores={scores} connection="live" />
  )

  test('its layout, names and colours go before those of the bootstrap', () => {
    const players = [{ playerName: 'Ann', playerInfo: '', playerAddress: '' }]
    const { rerender } = render(
      screenOf(state({ layout: 'TwoCam', highlightColor: '#00ff00', scoreboardsConfig: [{ numPlayers: 1, players }] })),
    )
    expect(canvas()).toHaveAttribute('data-layout', 'TwoCam')
    expect(canvas().style.getPropertyValue('--s-highlight')).toBe('#00ff00')
    expect(cells()).toHaveLength(1)
    expect(screen.getByText('Ann')).toBeInTheDocument()
    rerender(
      screenOf(
        state({
          layout: 'TwoCam',
          scoreboardsConfig: [{ numPlayers: 1, players: [{ ...players[0]!, playerName: '<b>Bob</b>' }] }],
        }),
      ),
    )
    expect(screen.getByText('<b>Bob</b>')).toBeInTheDocument()
  })

  test('CTL-05 hidden, it goes on underneath, and is back with the newest', () => {
    const { rerender } = render(screenOf(state({}, true)))
    expect(canvas()).toHaveAttribute('data-hidden')
    rerender(
      screenOf(
        state({
          scoreboardsConfig: [{ numPlayers: 1, players: [{ playerName: 'Zoë', playerInfo: '', playerAddress: '' }] }],
        }),
      ),
    )
    expect(canvas()).not.toHaveAttribute('data-hidden')
    expect(screen.getByText('Zoë')).toBeInTheDocument()
  })
})

test.each(streamboardLayouts)('CTL-14 in %s custom CSS finds every part by its name', (layout) => {
  const players = [{ playerName: 'Zed', playerInfo: 'She/her', playerAddress: '' }]
  show({ layout, scoreboardsConfig: [{ numPlayers: 4, players }] }, fourPlayers)
  const parts = [
    'overlay',
    'panel',
    'heading',
    'machine',
    'mode',
    'ball',
    'status',
    'player',
    'number',
    'name',
    'info',
    'score',
    'brand',
  ]
  expect(parts.filter((part) => document.querySelector(`.mb-${part}`) === null)).toEqual([])
  expect(document.querySelector('.mb-player[data-player="1"] .mb-name')).toHaveTextContent('Zed')
})

describe('moments', () => {
  const banner = () => document.querySelector('.mb-moment')
  const ann = { playerName: 'Ann', playerInfo: '', playerAddress: '' }
  let games = 0
  /** of a game of its own: a page shows each once */
  const fresh = (more: Partial<Moment> = {}) => {
    games += 1
    return makeMoment({ id: `venue_record:${games}:1`, game: games, position: 1, player: null, ...more })
  }

  function stream(layout: StreamboardConfig['layout'], first: Moment) {
    const time = fakeClock(Date.parse('2026-11-20T20:42:00Z'))
    const { config_json, ...bootstrap } = aBootstrap({ layout, scoreboardsConfig: [{ numPlayers: 2, players: [ann] }] })
    const game = makeGame([505_719_942, 97], { id: first.game, settled_on: '2026-11-20T20:42:00Z' })
    const overlay = (moments: Moment[], holds_moments: boolean) => {
      const control = { revision: 1, is_hidden: false, holds_moments, config_json }
      return (
        <ClockContext value={time.clock}>
          <BoardScreen
            display={display}
            bootstrap={{ ...bootstrap, config_json }}
            scores={{ ...someScores(game), moments, control }}
            connection="live"
          />
        </ClockContext>
      )
    }
    const view = render(overlay([first], false))
    return { ...time, update: (moments: Moment[], isHeld = false) => view.rerender(overlay(moments, isHeld)) }
  }

  test.each(streamboardLayouts)('MOM-43 CTL-14 in %s a record is announced for six seconds, once', async (layout) => {
    const record = fresh()
    const { pass, update } = stream(layout, record)
    await screen.findByText('House record')
    expect(banner()).toHaveTextContent('House recordAnn')
    pass(6000)
    expect(banner()).toBeNull()
    update([record])
    expect(banner()).toBeNull()
  })

  test('MOM-43 MOM-44 none of a machine that is not on the stream; held back, a banner goes at once and none comes', async () => {
    const elsewhere = fresh({ venuemachine: { ...makeMoment().venuemachine, id: 12 } })
    const own = fresh({ kind: 'month_record' })
    const { update } = stream('OneCam', elsewhere)
    update([elsewhere, own])
    await screen.findByText('Best of the month')
    update([elsewhere, own, fresh()], true)
    expect(banner()).toBeNull()
  })
})

test('NAM-03 names on an overlay are in the faces of a stage', () => {
  const { unmount } = render(<Stage background="#000">wall</Stage>)
  expect(screen.getByText('wall').closest(`.${lettering}`)).not.toBeNull()
  unmount()
  show({}, fourPlayers)
  expect(canvas()).toHaveClass(lettering)
})
