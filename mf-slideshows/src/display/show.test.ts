import { afterPhase, begin, fadeMs, phaseMs, withState, withTurns, type Show, type SlideState, type Turn } from './show'

const turns: Turn[] = [
  { name: 'a', durationMs: 5000 },
  { name: 'b', durationMs: 30_000 },
  { name: 'c', durationMs: 10_000 },
]

/** Lets a show run for so many phases, every slide as `stateOf` says once it is mounted. */
function run(phases: number, stateOf: (name: string) => SlideState, list = turns) {
  let show = begin(list)!
  let ms = 0
  const seen: { at: number; phase: Show['phase']; stage: string }[] = []
  for (let step = 0; step < phases; step += 1) {
    for (const name of [show.shown, show.next]) if (name) show = withState(show, name, stateOf(name))
    seen.push({ at: ms, phase: show.phase, stage: [show.shown, show.next].filter(Boolean).join('+') })
    ms += phaseMs(show, list, fadeMs)
    show = afterPhase(show, list)
  }
  return seen
}
const changes = (seen: ReturnType<typeof run>) =>
  seen.filter(({ phase }) => phase === 'changing').map(({ at, stage }) => [at, stage])

test('VSS-01 each screen has its turn for its own duration, and after the last one comes the first', () => {
  const starts = changes(run(13, () => 'ready'))
  expect(starts).toEqual([
    [4760, 'a+b'],
    [34_760, 'b+c'],
    [44_760, 'c+a'],
    [49_760, 'a+b'],
  ])
})

test('VSS-01 the next screen is mounted five seconds before its turn, and never more than two are', () => {
  const seen = run(30, () => 'ready')
  expect(seen.slice(0, 6)).toEqual([
    { at: 0, phase: 'showing', stage: 'a' },
    { at: 0, phase: 'preparing', stage: 'a+b' },
    { at: 4760, phase: 'changing', stage: 'a+b' },
    { at: 5000, phase: 'showing', stage: 'b' },
    { at: 30_000, phase: 'preparing', stage: 'b+c' },
    { at: 34_760, phase: 'changing', stage: 'b+c' },
  ])
})

test('VSS-01 a screen with a sentence in its place has a short turn', () => {
  expect(changes(run(13, (name) => (name === 'b' ? 'sentence' : 'ready'))).slice(0, 3)).toEqual([
    [4760, 'a+b'],
    [9760, 'b+c'],
    [19_760, 'c+a'],
  ])
})

test('VSS-01 a screen that does not come is left out after five seconds; the shown one stays until then', () => {
  expect(changes(run(13, (name) => (name === 'b' ? 'waiting' : 'ready'))).slice(0, 2)).toEqual([
    [9760, 'a+c'],
    [19_760, 'c+a'],
  ])
})

test('VSS-01 with all others missing the shown one goes on', () => {
  const seen = run(12, (name) => (name === 'a' ? 'ready' : 'waiting'))
  expect(changes(seen)).toEqual([])
  expect(seen.filter(({ phase, stage }) => phase === 'showing' && stage === 'a').map(({ at }) => at)).toEqual([
    0, 14_760, 29_520,
  ])
})

test('VSS-01 a single screen stands alone, turn after turn', () => {
  const seen = run(6, () => 'ready', turns.slice(1, 2))
  expect(seen.map(({ stage }) => stage)).toEqual(Array(6).fill('b'))
  expect(changes(seen)).toEqual([])
})

describe('what happens in between', () => {
  const preparing = afterPhase(withState(begin(turns)!, 'a', 'ready'), turns)
  const holding = afterPhase(preparing, turns)

  test('one that is held for comes as soon as it is ready', () => {
    expect(holding).toMatchObject({ phase: 'holding', shown: 'a', next: 'b' })
    expect(withState(holding, 'b', 'ready')).toMatchObject({ phase: 'changing', shown: 'a', next: 'b' })
  })

  test('one that was shown waiting has its whole turn once it is there', () => {
    const late = afterPhase(begin(turns.slice(1))!, turns)
    expect(late).toMatchObject({ phase: 'preparing', shown: 'b', next: 'c' })
    const there = withState(late, 'b', 'ready')
    expect(there).toEqual({ phase: 'showing', shown: 'b', states: { b: 'ready' }, turn: 1 })
    expect(phaseMs(there, turns, fadeMs)).toBe(25_000)
  })

  test('one that loses its board in its turn ends it early', () => {
    const shown = withState({ phase: 'showing', shown: 'b', states: { b: 'ready' }, turn: 7 }, 'b', 'sentence')
    expect([phaseMs(shown, turns, fadeMs), phaseMs(afterPhase(shown, turns), turns, fadeMs)]).toEqual([0, 4760])
  })

  test('what is told of a screen that is not on the stage, or known already, changes nothing', () => {
    expect(withState(preparing, 'c', 'ready')).toBe(preparing)
    expect(withState(preparing, 'a', 'ready')).toBe(preparing)
  })
})

describe('other screens', () => {
  const show: Show = { phase: 'preparing', shown: 'a', next: 'b', states: { a: 'ready', b: 'ready' }, turn: 3 }

  test.each<[string, Turn[], object | undefined]>([
    ['the same', turns, show],
    [
      'the hidden one is gone',
      [turns[0]!, turns[2]!],
      { phase: 'showing', shown: 'a', states: { a: 'ready' }, turn: 4 },
    ],
    ['the shown one is gone', turns.slice(1), { phase: 'showing', shown: 'b', states: {}, turn: 0 }],
    ['none', [], undefined],
  ])('%s', (_name, list, expected) => expect(withTurns(show, list)).toEqual(expected))

  test('the first ones begin the show', () => expect(withTurns(undefined, turns)).toEqual(begin(turns)))
})
