import type { DisplayProps } from '@multiball/shared/boards'
import { ClockContext, Foot, Stage } from '@multiball/shared/display'
import { fakeClock, makeLeaderboardBootstrap, makeLeaderboardScores } from '@multiball/shared/testing'
import { render, screen, within } from '@testing-library/react'
import { display } from '../display'

type Props = DisplayProps<'leaderboard'>

const { Display } = display

const props = (
  scores: Props['scores'],
  fields: Partial<Props['bootstrap']> = {},
  layout: Props['layout'] = 'screen',
): Props => ({
  bootstrap: makeLeaderboardBootstrap(fields),
  scores,
  layout,
  options: { winnerMachineTitle: null },
})

/** @param now of the screen's clock; without it, long after all scores */
function show(given: Props, now = '2027-01-01T00:00:00Z') {
  const { clock } = fakeClock(Date.parse(now))
  const board = (next: Props) => (
    <ClockContext value={clock}>
      <Stage background={next.bootstrap.background_color} layout={next.layout}>
        <Display {...next} />
        <Foot connection="live" />
      </Stage>
    </ClockContext>
  )
  const view = render(board(given))
  return { ...view, update: (next: Props) => view.rerender(board(next)) }
}

const twelve = makeLeaderboardScores(...Array.from({ length: 12 }, (_, at) => (12 - at) * 1_000_000))
const rows = () => screen.getAllByRole('listitem')

test('it is the display of leaderboards', () => expect(display.type).toBe('leaderboard'))

test('VLB-01 the header: machine, title, counts, time scope', () => {
  show(
    props(twelve, {
      machine_count: null,
      player_count: 148,
      leaderboard_time_type: 'last_rolling',
      last_time_count: 30,
      one_score_per_player: true,
    }),
  )
  const header = within(screen.getByRole('banner'))
  expect(header.getByRole('heading', { name: 'Dragon’s Keep' })).toBeInTheDocument()
  expect(header.getByText('House records')).toBeInTheDocument()
  expect(screen.getByRole('banner')).toHaveTextContent('All machines148 playersLast 30 days one score per player')
})

describe.each(['screen', 'cell'] as const)('in a %s', (layout) => {
  test('VLB-01 machine, players and scope are said', () => {
    const { container } = show(props(twelve, {}, layout))
    expect(screen.getByRole('heading', { name: 'Dragon’s Keep' })).toBeInTheDocument()
    expect(container).toHaveTextContent('All time')
    expect(container).toHaveTextContent(/all players/i)
    expect(container).toHaveTextContent('1 machine')
  })

  test('VLB-02 a row has position, name and score', () => {
    show(props(makeLeaderboardScores([1_284_906_530, 'Wilhelmina'], 974_022_510), {}, layout))
    expect(rows()[0]).toHaveTextContent('1Wilhelmina1,284,906,530')
    expect(rows()[1]).toHaveTextContent('2Guest974,022,510')
  })

  test('VLB-04 a row says on which of several machines its score was made', () => {
    const {
      data: [list],
      ...stamp
    } = makeLeaderboardScores([9_000, 'Teo'], 8_000)
    const scores = list!.scores.map((row, at) => ({ ...row, machine: ['Moon Miner', 'Tidal Run'][at]! }))
    show(props({ data: [{ scores }], ...stamp }, {}, layout))
    expect(rows()[0]).toHaveTextContent('1TeoMoon Miner9,000')
    expect(rows()[1]).toHaveTextContent('2GuestTidal Run8,000')
  })

  test('MOM-40 a row from this evening says that it is new, except on a board that counts only today', () => {
    const now = '2026-11-02T23:00:00Z'
    const { unmount } = show(props(makeLeaderboardScores([9_000, 'Teo'], 8_000), {}, layout), now)
    expect(rows()[0]).toHaveTextContent('1Teo9,000')
    expect(rows()[1]).toHaveTextContent('2GuestNew8,000')
    unmount()
    const today = { leaderboard_time_type: 'last_calendar', last_time_bucket: 'day' } as const
    show(props(makeLeaderboardScores([9_000, 'Teo'], 8_000), today, layout), now)
    expect(rows()[1]).toHaveTextContent('2Guest8,000')
  })

  test('VLB-02 scores of 13 and 19 digits are exact', () => {
    show(props(makeLeaderboardScores('9223372036854775807', 1_003_284_906_530), {}, layout))
    expect(screen.getByText('9,223,372,036,854,775,807')).toBeInTheDocument()
    expect(screen.getByText('1,003,284,906,530')).toBeInTheDocument()
  })

  test('an empty list says so in the place of its best score', () => {
    show(props(makeLeaderboardScores(), {}, layout))
    expect(rows()).toHaveLength(1)
    expect(rows()[0]).toHaveTextContent('1No scores yet')
  })

  test('text is text: a name that is markup stays letters', () => {
    const name = '<img src=x onerror=alert(1)>'
    const { container } = show(props(makeLeaderboardScores([1, name]), {}, layout))
    expect(screen.getByText(name)).toBeInTheDocument()
    expect(container.querySelector('img')).not.toBeInTheDocument()
  })
})

test('VLB-02 a screen shows 10 rows, or what the owner asks for as far as it fits', () => {
  const { update } = show(props(twelve))
  expect(rows()).toHaveLength(10)
  update(props(twelve, { items_per_list: 3 }))
  expect(rows()).toHaveLength(3)
  const hundred = makeLeaderboardScores(...Array.from({ length: 100 }, (_, at) => 1000 - at))
  update(props(hundred, { items_per_list: 100 }))
  expect(rows()).toHaveLength(15)
})

describe.each([
  ['wide', 569, 298],
  ['high', 486, 835],
])('in a cell that is %s', (_shape, width, height) => {
  beforeEach(() => {
    jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(width)
    jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(height)
  })
  afterEach(() => jest.restoreAllMocks())

  test.each([
    [undefined, 10],
    [false, 10],
    [true, 5],
  ])('VLB-02 high density %s: %i rows', (isHighDensity, count) => {
    show({ ...props(twelve, {}, 'cell'), isHighDensity })
    expect(rows()).toHaveLength(count)
  })
})

test('VLB-01 a cell tells two leaderboards of one machine apart: title, machines, players', () => {
  const { container, update } = show(props(twelve, { machine_count: null, player_count: 12 }, 'cell'))
  expect(screen.getByText('House records')).toBeVisible()
  expect(container.querySelector('header')).toHaveTextContent('All time · All machines · 12 players')
  update(props(twelve, { machine_count: 3, player_count: null, display_title: false }, 'cell'))
  expect(screen.queryByText('House records')).toBeNull()
  expect(container.querySelector('header')).toHaveTextContent('All time · 3 machines · All players')
})

test('places still to be had are drawn, and not read out', () => {
  const { container } = show(props(makeLeaderboardScores(3, 2, 1)))
  expect(container.querySelectorAll('li')).toHaveLength(10)
  expect(rows()).toHaveLength(3)
})

test('a board with a past starts with it', () => {
  show(props(undefined, { scores: makeLeaderboardScores(42) }))
  expect(rows()[0]).toHaveTextContent('42')
})

describe('when something changes', () => {
  const animate = jest.fn<void, [Keyframe[], KeyframeAnimationOptions]>()
  const moved = () => animate.mock.contexts.map((element) => (element as HTMLElement).textContent)
  /** Rows have the height 10; jsdom lays nothing out. */
  const layOut = () =>
    jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const at = [...(this.parentElement?.children ?? [])].indexOf(this)
      return new DOMRect(0, at * 10, 100, 10)
    })

  beforeAll(() => {
    globalThis.DOMRect ??= class {
      constructor(
        readonly left: number,
        readonly top: number,
        readonly width: number,
        readonly height: number,
      ) {}
    } as unknown as typeof DOMRect
  })
  beforeEach(() => {
    Element.prototype.animate = animate as unknown as typeof Element.prototype.animate
    layOut()
  })
  afterEach(() => {
    jest.restoreAllMocks()
    animate.mockReset()
    delete (Element.prototype as Partial<Element>).animate
  })

  const made = (score: number, minute: number, name?: string) => ({
    position: 1,
    score,
    player:
      name === undefined
        ? null
        : { id: 1, cached_display_name: name, initials: '', prefer_initials: false, profile_picture: null },
    settled_on: `2026-11-20T20:${String(minute).padStart(2, '0')}:00Z`,
  })
  const state = (...scores: ReturnType<typeof made>[]) => ({
    data: [{ scores: scores.map((score, at) => ({ ...score, position: at + 1 })) }],
    epoch: 'a',
    seq: 1,
  })

  test('a new score comes in and the others make room in 240 ms', () => {
    const { update } = show(props(state(made(50, 1), made(30, 2)), { items_per_list: 3 }))
    update(props(state(made(50, 1), made(40, 3), made(30, 2)), { items_per_list: 3 }))
    expect(moved()).toEqual([expect.stringMatching(/^2Guest40/), expect.stringMatching(/^3Guest30/)])
    expect(animate.mock.calls[1]).toEqual([
      [{ transform: 'translateY(-10px)' }, { transform: 'none' }],
      { duration: 240, easing: 'ease-in-out' },
    ])
  })

  test('MOM-41 a score of this evening glows as it comes in, and no other', () => {
    const { update } = show(props(state(made(50, 1)), { items_per_list: 2 }), '2026-11-20T23:00:00Z')
    update(props(state(made(90, 3), made(50, 1)), { items_per_list: 2 }))
    const glows = animate.mock.calls.flatMap(([, { pseudoElement }], at) => (pseudoElement ? [moved()[at]] : []))
    expect(glows).toEqual([expect.stringContaining('90')])
  })

  test('a claimed score gets its name in place', () => {
    const { update } = show(props(state(made(50, 1)), { items_per_list: 1 }))
    update(props(state(made(50, 1, 'Maria')), { items_per_list: 1 }))
    expect(moved()).toEqual(['Maria'])
  })

  test('the same state again moves nothing', () => {
    const { update } = show(props(state(made(50, 1))))
    update(props(state(made(50, 1))))
    expect(animate).not.toHaveBeenCalled()
  })

  test('who wants no motion gets a cut', () => {
    jest
      .spyOn(globalThis, 'matchMedia')
      .mockImplementation((query) => ({ matches: query.includes('reduce') }) as MediaQueryList)
    const { update } = show(props(state(made(50, 1))))
    update(props(state(made(90, 2), made(50, 1))))
    expect(animate).not.toHaveBeenCalled()
    expect(rows()[0]).toHaveTextContent('90')
  })
})
