import { ClockContext, CountUpContext, Stage } from '@multiball/shared/display'
import { fakeClock, fakeCountUps, makeCustomBootstrap, makeCustomScores, makeGame } from '@multiball/shared/testing'
import { fireEvent, render, screen, within } from '@testing-library/react'
import type { EventDocument } from '@multiball/shared/schema'
import { display } from '../display'

const { Display } = display
const start = Date.parse('2026-11-20T21:00:00Z')

const names = ['Maria', 'Teo', 'Anh', 'Bex', 'Jo', 'Sam', 'Priya', 'Hiro']
const event = (more: Partial<EventDocument> = {}): EventDocument => ({
  format: 'multiball-event/1',
  name: 'Friday Flippers',
  status: 'playing',
  round: { name: 'Round 5', of: 8 },
  players: names.map((name, at) => ({ id: `p${at}`, name, out: false })),
  machines: [
    { id: 'm', name: 'Moon Miner', venuemachine: 7 },
    { id: 'n', name: 'Neon Harbor' },
  ],
  matches: [],
  standings: [],
  queues: [],
  ...more,
})
const match = (id: string, more: Partial<EventDocument['matches'][number]> = {}): EventDocument['matches'][number] => ({
  id,
  state: 'playing',
  machine: 'n',
  players: ['p0', 'p1'],
  ...more,
})

type Feeds = Parameters<typeof makeCustomScores>[0]
const posted = (document: unknown, fields: object = {}, game: ReturnType<typeof makeGame> | null = null): Feeds => ({
  event: { kind: 'posted', document, sequence: 1, as_of: '2026-11-20T20:42:00Z', is_old: false, ...fields },
  games: {
    kind: 'game',
    games: [
      {
        venuemachine: {
          id: 7,
          venue: { id: 1, name: 'Arcade' },
          machine: { id: 1, name: 'Moon Miner', display: null },
        },
        game,
      },
    ],
  },
})

function board(feeds: Feeds, settings: object = {}, clock = fakeClock(start).clock, hasAttract = false) {
  const bootstrap = makeCustomBootstrap({
    id: 61,
    title: 'Friday',
    settings: { machines: [{ venuemachine: 7 }], ...settings },
  })
  return (
    <ClockContext value={clock}>
      <Stage background="#000" layout="screen">
        <Display
          bootstrap={bootstrap}
          scores={makeCustomScores(feeds)}
          layout="screen"
          options={{ winnerMachineTitle: null, hasAttract }}
        />
      </Stage>
    </ClockContext>
  )
}

const cards = () => screen.queryAllByRole('article').slice(1)
const card = (name: string) => within(screen.getByRole('article', { name }))
const lines = (list: ReturnType<typeof card>) => list.getAllByRole('listitem').map((line) => line.textContent)
const standings = () => within(screen.getByRole('region', { name: 'Standings' }))
const many = (count: number) =>
  event({
    players: Array.from({ length: count }, (_, at) => ({ id: `p${at}`, name: `Player${at}`, out: false })),
    matches: Array.from({ length: count / 4 }, (_, at) =>
      match(`r${at}`, { players: [0, 1, 2, 3].map((slot) => `p${at * 4 + slot}`) }),
    ),
    standings: Array.from({ length: count }, (_, at) => ({ player: `p${at}`, place: at + 1, points: count - at })),
  })

describe('matches', () => {
  test('EVT-03 EVT-04 a match has its machine, players, the game’s running scores, who is up, the ball, and who would win', () => {
    render(
      board(
        posted(
          event({ matches: [match('a', { machine: 'm' })] }),
          {},
          makeGame([5_000, '9007199254740993000'], { current_player: 1, current_ball: 2 }),
        ),
      ),
    )
    expect(lines(card('Moon Miner'))).toEqual([
      expect.stringMatching(/^Mariaup5,000/),
      expect.stringMatching(/^1stTeo9,007,199,254,740,993,000/),
    ])
    expect(card('Moon Miner').getByText('Ball 2')).toBeInTheDocument()
    expect(card('Moon Miner').getAllByRole('listitem')[0]).toHaveAttribute('aria-current', 'true')
  })

  test('CHA-07 who leads is marked once the numbers on show have crossed', () => {
    const { countUps, frame } = fakeCountUps()
    const played = (...scores: number[]) => (
      <CountUpContext value={countUps}>
        {board(posted(event({ matches: [match('a', { machine: 'm' })] }), {}, makeGame(scores)))}
      </CountUpContext>
    )
    const leader = () => lines(card('Moon Miner')).findIndex((line) => line?.startsWith('1st'))
    const { rerender } = render(played(98_765_432, 6_500_000))
    expect(leader()).toBe(0)
    rerender(played(98_765_432, 226_500_000))
    expect(leader()).toBe(0)
    frame(1000)
    expect(leader()).toBe(1)
  })

  test('EVT-04 of two matches that are said to be on one machine neither has its scores', () => {
    const { container } = render(
      board(
        posted(
          event({ matches: [match('a', { machine: 'm' }), match('b', { machine: 'm', players: ['p2', 'p3'] })] }),
          {},
          makeGame([5, 9]),
        ),
      ),
    )
    expect(container.textContent).not.toMatch(/1st/)
    expect(container.textContent).toMatch(/Playing.*Playing/)
  })

  test('EVT-04 a finished match has its result, and not the scores of the next game on its machine', () => {
    const result = match('a', {
      machine: 'm',
      state: 'finished',
      order: ['p1', 'p0'],
      points: [1, 7],
      started_at: '2026-11-20T20:00:00Z',
    })
    const game = makeGame([5, 9], { started_on: '2026-11-20T20:05:00Z', settled_on: '2026-11-20T20:30:00Z' })
    const view = render(board(posted(event({ matches: [result] }), {}, game)))
    expect(lines(card('Moon Miner'))).toEqual(['2ndMaria+15', '1stTeo+79'].map((text) => expect.stringContaining(text)))
    view.rerender(
      board(
        posted(
          event({
            matches: [
              result,
              match('b', {
                machine: 'm',
                players: ['p2', 'p3'],
                state: 'finished',
                started_at: '2026-11-20T20:10:00Z',
              }),
            ],
          }),
          { sequence: 2 },
          game,
        ),
      ),
    )
    expect(lines(within(screen.getByText('Teo').closest('article')!))).toEqual(['2ndMaria+1', '1stTeo+7'])
  })

  test('EVT-06 what was just called, began or ended stands first and is framed, then takes its turn again', () => {
    const { clock, pass } = fakeClock(start)
    const names = () => cards().map((one) => one.querySelector('li')?.textContent)
    const document = many(40)
    const view = render(board(posted(document), {}, clock))
    const before = names()
    const others = document.matches.map((one, at) => (at === 9 ? { ...one, state: 'called' as const } : one))
    view.rerender(board(posted({ ...document, matches: others }, { sequence: 2 }), {}, clock))
    expect(names()[0]).toBe('Player36')
    expect(cards()[0]).toHaveClass('news')
    expect(cards()[0]).toHaveTextContent('Called')
    expect(before[0]).not.toBe('Player36')
    pass(60_000)
    expect(document.matches).toHaveLength(10)
    expect(screen.queryAllByRole('article').filter((one) => one.classList.contains('news'))).toEqual([])
  })

  test('EVT-06 a new round is no news: its matches take turns', () => {
    const view = render(board(posted(many(40))))
    const document = many(40)
    view.rerender(
      board(
        posted(
          { ...document, matches: document.matches.map((one) => ({ ...one, id: `next ${one.id}`, state: 'called' })) },
          { sequence: 2 },
        ),
      ),
    )
    expect(cards()).toHaveLength(6)
    expect(cards().filter((one) => one.classList.contains('news'))).toEqual([])
  })

  test.each([8, 24, 60, 200])(
    'EVT-07 of %i players a page has as many matches as can be read, each comes by, and two screens show the same',
    (count) => {
      const { clock, pass } = fakeClock(start)
      const view = render(board(posted(many(count)), {}, clock))
      const seen = new Set<string | null | undefined>()
      for (let page = 0; page < 12; page += 1) {
        expect(cards().length).toBeLessThanOrEqual(6)
        for (const one of cards()) seen.add(one.querySelector('li')?.textContent)
        pass(10_000)
      }
      expect(seen.size).toBe(count / 4)
      const shown = cards().map(({ textContent }) => textContent)
      view.unmount()
      render(board(posted(many(count)), {}, clock))
      expect(cards().map(({ textContent }) => textContent)).toEqual(shown)
    },
  )
})

describe('standings', () => {
  const rows = () =>
    standings()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)

  test('EVT-08 a row has its place, what was won or lost since the round began, and points', () => {
    render(
      board(
        posted(
          event({
            status: 'between',
            standings: [
              { player: 'p1', place: 1, points: 12.5, place_before: 4 },
              { player: 'p0', place: 2, points: 10, place_before: 1 },
              { player: 'p2', place: 3, points: 9, place_before: 3 },
            ],
          }),
        ),
      ),
    )
    expect(rows()).toEqual(['1up3Teo12.5', '2down1Maria10', '3Anh9'])
    expect(screen.getByText('BETWEEN ROUNDS')).toBeInTheDocument()
  })

  const running = event({
    scoring: { by: 'points', awards: [[1], [7, 1]] },
    matches: [match('a', { machine: 'm' })],
    standings: [
      { player: 'p0', place: 1, points: 10 },
      { player: 'p1', place: 2, points: 8 },
    ],
  })

  test('EVT-05 if it ended now stands beside the places while a game runs, unless the owner hides it', () => {
    const view = render(board(posted(running, {}, makeGame([5, 9]))))
    expect(standings().getByText('If it ended now')).toBeInTheDocument()
    expect(rows()).toEqual(['1Maria102nd', '2Teo81st'])
    view.rerender(board(posted(running, {}, makeGame([5, 9])), { show_projection: false }))
    expect(rows()).toEqual(['1Maria10', '2Teo8'])
  })

  test('EVT-05 nothing is said while somebody has not scored', () => {
    render(board(posted(running, {}, makeGame([0, 9]))))
    expect(rows()).toEqual(['1Maria10', '2Teo8'])
  })

  test('EVT-09 strikes are drawn, and who would be out is said', () => {
    const strikes = event({
      scoring: { by: 'strikes', awards: [[0], [0, 1]], out_at: 3 },
      matches: [match('a', { machine: 'm' })],
      standings: [
        { player: 'p1', place: 1, strikes: 1 },
        { player: 'p0', place: 2, strikes: 2 },
        { player: 'p2', place: 3, strikes: 3 },
      ],
    })
    render(board(posted(strikes, {}, makeGame([5, 9]))))
    expect(screen.getAllByRole('img').map((drawing) => drawing.getAttribute('aria-label'))).toEqual([
      '1 of 3 strikes',
      '2 of 3 strikes',
      '3 of 3 strikes',
    ])
    expect(rows()).toEqual(['1Teo1st', '2MariaOut', '3Anh'])
    expect(screen.getByText('7 players')).toBeInTheDocument()
  })

  test('EVT-07 pages of rows are alike, and say which places they are', () => {
    const { clock, pass } = fakeClock(start)
    render(board(posted(many(200)), { show_matches: false }, clock))
    const pages = new Map<string, number>()
    for (let page = 0; page < 10; page += 1) {
      pages.set(standings().getByText(/of 200$/).textContent, rows().length)
      pass(10_000)
    }
    expect([...pages.values()].reduce((sum, count) => sum + count)).toBe(200)
    expect(Math.min(...pages.values())).toBeGreaterThan(30)
  })
})

test('EVT-10 who waits is called at the foot with the machine; called matches too where matches are hidden', () => {
  const queued = event({
    matches: [match('a', { state: 'called' })],
    queues: [{ machine: 'm', players: ['p2', 'p3'] }, { players: ['p4'] }],
  })
  const view = render(board(posted(queued)))
  const calls = () => lines(within(screen.getByRole('region', { name: 'Next up' })))
  expect(calls()).toEqual(['Moon MinerAnhBex', 'Next free machineJo'])
  view.rerender(board(posted(queued), { show_matches: false }))
  expect(calls()).toEqual(['Neon HarborMariaTeo', 'Moon MinerAnhBex', 'Next free machineJo'])
  view.rerender(board(posted(queued), { show_queue: false }))
  expect(screen.queryByRole('region', { name: 'Next up' })).toBeNull()
})

describe('EVT-11 what is shown follows how far the tournament is', () => {
  test('before it starts, its players', () => {
    render(board(posted(event({ status: 'planned' }))))
    expect(lines(within(screen.getByRole('region', { name: 'Players' })))).toEqual(names)
    expect(screen.getByText('STARTS SOON')).toBeInTheDocument()
  })
  test('at its end a podium, beside all places', () => {
    // The last match was never closed.
    const matches = [match('a', { state: 'playing' })]
    const best = [0, 6, 4, 1, 2, 3, 5, 7]
    const { container } = render(
      board(
        posted(
          event({
            status: 'finished',
            matches,
            standings: best.map((player, at) => ({ player: `p${player}`, place: at + 1, points: 20 - at })),
          }),
        ),
      ),
    )
    expect(
      within(screen.getByRole('list', { name: 'Podium' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Priya219', 'Maria120', 'Jo318'])
    // Second and third are set in one size, that of the longer name.
    const [second, , third] = [...container.querySelectorAll<HTMLElement>('[data-place] > .name')].map(({ style }) =>
      style.getPropertyValue('--chars'),
    )
    expect([second, third]).toEqual(['5', '5'])
    expect(standings().getAllByRole('listitem')).toHaveLength(8)
    expect(screen.getByText('FINAL RESULT')).toBeInTheDocument()
    expect(screen.queryByText(/in play/)).toBeNull()
  })
  test('a bracket has every third page, with who won', () => {
    const { clock, pass } = fakeClock(start)
    const bracket = event({
      matches: [match('s', { state: 'finished', order: ['p1', 'p0'] }), match('t', { players: ['p2', 'p3'] })],
      bracket: [
        { name: 'Semifinals', matches: ['s', 't'] },
        { name: 'Final', matches: [null] },
      ],
      standings: [{ player: 'p0', place: 1 }],
    })
    render(board(posted(bracket), {}, clock))
    const has: boolean[] = []
    for (let page = 0; page < 6; page += 1) {
      const shown = screen.queryByRole('region', { name: 'Bracket' })
      has.push(shown !== null)
      if (shown) expect(within(shown).getByText('Teo').closest('li')).toHaveClass('winner')
      pass(10_000)
    }
    expect(has.filter(Boolean)).toHaveLength(2)
  })
})

test.each([
  [
    true,
    [
      'Friday FlippersNeon HarborNext up · Round 5 of 81Anh2Jo3Sam+2',
      'Friday FlippersNext free machineNext up · Round 5 of 81Priya',
    ],
  ],
  [false, []],
])('EVT-12 the lower third has one match at a time, then who is next (%p), then who leads', (show_queue, calls) => {
  const { clock, pass } = fakeClock(start)
  const document = event({
    matches: [match('a', { machine: 'm' })],
    standings: [{ player: 'p3', place: 1, points: 9 }],
    queues: [{ machine: 'n', players: ['p2', 'p4', 'p5', 'p6', 'p7'] }, { players: ['p6'] }],
  })
  render(board(posted(document, {}, makeGame([5, 9])), { layout: 'lower third', show_queue }, clock))
  const shown = new Set<string | null>()
  for (let page = 0; page < 4; page += 1) {
    shown.add(screen.getByRole('region', { name: 'Lower third' }).textContent)
    pass(10_000)
  }
  expect([...shown].sort()).toEqual([
    'Friday FlippersMoon MinerRound 5 of 8Maria51stTeo9',
    ...calls,
    'Friday FlippersStandingsRound 5 of 81Bex9',
  ])
})

test('EVT-12 the lower third says of a match that has just ended that it is final', () => {
  const show = (state: 'playing' | 'finished', sequence: number) =>
    board(posted(event({ matches: [match('a', { state, order: ['p1', 'p0'] })] }), { sequence }), {
      layout: 'lower third',
    })
  const view = render(show('playing', 1))
  view.rerender(show('finished', 2))
  expect(screen.getByRole('region', { name: 'Lower third' })).toHaveTextContent('Final · Round 5 of 8Maria1stTeo')
})

describe('EVT-13 what cannot be shown', () => {
  test('what is posted twice is there once', () => {
    const twice = <Entry,>(entries: Entry[]) => [...entries, ...entries]
    const document = event({
      matches: twice([match('a', { players: ['p0', 'p0'] })]),
      standings: twice([{ player: 'p1', place: 1 }]),
    })
    const view = render(board(posted({ ...document, players: twice(document.players) })))
    expect(cards()).toHaveLength(1)
    expect(standings().getAllByRole('listitem')).toHaveLength(1)
    view.rerender(
      board(
        posted(
          { ...document, players: twice(document.players), status: 'planned', matches: [], standings: [] },
          { sequence: 2 },
        ),
      ),
    )
    expect(within(screen.getByRole('region', { name: 'Players' })).getAllByRole('listitem')).toHaveLength(8)
  })
  test('EVT-13 before the first post guests read that it starts soon, and nothing that is for its owner', () => {
    render(board(posted(null, { sequence: null, as_of: null })))
    expect(screen.getByRole('heading', { name: 'Friday' })).toBeInTheDocument()
    expect(screen.getByText('Starts soon')).toBeInTheDocument()
    expect(document.body).not.toHaveTextContent('/api/')
  })
  test('a document that is no event is said so, and where it is wrong', () => {
    render(board(posted({ ...event(), matches: [{ id: 'a', state: 'lost', players: ['p0'] }] })))
    expect(screen.getByText('This tournament cannot be read')).toBeInTheDocument()
    expect(screen.getByText(/^matches\.0\.state: /)).toBeInTheDocument()
  })
  test('but the one before it stays, with its time', () => {
    const view = render(board(posted(event())))
    view.rerender(board(posted({ nonsense: true }, { sequence: 2, as_of: '2026-11-20T20:58:00Z' })))
    expect(screen.getByRole('heading', { name: 'Friday Flippers' })).toBeInTheDocument()
    expect(screen.getByText('The newest post cannot be read')).toBeInTheDocument()
    expect(screen.getByText(/^As of \d\d:42$/)).toBeInTheDocument()
  })
  test.each(['wall', 'lower third'])('an old one stays, with its time: %s', (layout) => {
    render(board(posted(event({ matches: [match('a')] }), { is_old: true }), { layout }))
    expect(screen.getByText('Maria')).toBeInTheDocument()
    expect(screen.getByText(/^As of \d\d:42$/)).toBeInTheDocument()
  })
})

describe('on a phone', () => {
  const screenOf = (width: number, height: number, isTouched: boolean) => {
    jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(width)
    jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(height)
    Object.assign(globalThis, { matchMedia: () => ({ matches: isTouched }) })
  }
  const all = () => screen.queryByRole('group', { name: 'Tournament' })
  const big = posted({ ...many(40), queues: [{ machine: 'm', players: ['p39', 'p38'] }] })
  beforeEach(() => localStorage.clear())
  afterEach(() => jest.restoreAllMocks())

  test('EVT-15 everything is there to be scrolled, page by page no more', () => {
    screenOf(390, 844, true)
    render(board(big))
    expect(all()).toBeInTheDocument()
    expect(standings().getAllByRole('listitem')).toHaveLength(40)
    expect(screen.getAllByRole('article')).toHaveLength(1 + 10)
    expect(within(screen.getByRole('region', { name: 'Next up' })).getByText('Player38')).toBeInTheDocument()
  })

  test.each([
    ['a TV that hangs upright, without touch', 540, 960, false, {}],
    ['a phone held wide', 844, 390, true, {}],
    ['a lower third', 390, 844, true, { layout: 'lower third' }],
  ])('EVT-15 %s has its pages', (_what, width, height, isTouched, settings) => {
    screenOf(width, height, isTouched)
    render(board(big, settings, undefined, true))
    expect(all()).toBeNull()
  })

  test('EVT-16 EVT-17 who finds their name sees their place, their match first, and that it is their turn; the phone keeps the name', () => {
    screenOf(390, 844, true)
    const { unmount } = render(board(big))
    fireEvent.change(screen.getByRole('combobox', { name: 'Find me' }), { target: { value: 'Player17' } })
    expect(screen.getByRole('button', { name: 'Player17 · 18th' })).toBeInTheDocument()
    expect(standings().getByText('Player17').closest('li')).toHaveClass('mine')
    expect(within(screen.getAllByRole('article')[1]!).getByText('Player17')).toBeInTheDocument()
    expect(screen.getByRole('status')).toHaveTextContent(
      'You play on Neon Harbor, player 2with Player16, Player18, Player19',
    )
    unmount()
    const called = { ...many(40), matches: [match('c', { state: 'called', players: ['p17', 'p3'] })] }
    const view = render(board(posted(called)))
    expect(screen.getByRole('status')).toHaveTextContent('Go to Neon Harborwith Player3')
    view.rerender(board(posted(called, { is_old: true })))
    expect(screen.getByRole('status')).toBeEmptyDOMElement()
    fireEvent.change(screen.getByRole('combobox', { name: 'Find me' }), { target: { value: '' } })
    expect(screen.queryByRole('button')).toBeNull()
    expect(localStorage).toHaveLength(0)
  })
})
