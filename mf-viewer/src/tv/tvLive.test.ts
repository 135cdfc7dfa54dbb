import type { TvState } from '@multiball/shared/schema'
import { atStart, dismissed, heardCode, heardState, isCodeDue, unreachable } from './tvLive'
import type { TvLive } from './tvLive'

const pairing = {
  code: 'K7M2XD',
  token: 't',
  expires_in: 600,
  pair_url: 'https://multiball.example/displays?code=K7M2XD',
}
const paired = (fields: Partial<Extract<TvState, { type: 'paired' }>> = {}): TvState => ({
  type: 'paired',
  version: 'v',
  name: 'Bar left',
  board: { type: 'scoreboard', id: 1 },
  reloads: 3,
  identifies: 5,
  ...fields,
})
const unpaired: TvState = { type: 'unpaired', version: 'v' }
const withCode = heardCode(atStart, pairing, 0)
const onTheWall = heardState(atStart, paired(), 0)

test('a code stays on show while the server says that nobody typed it', () => {
  expect(heardState(withCode, unpaired, 20_000).steering).toEqual({
    type: 'unpaired',
    code: { code: 'K7M2XD', pair_url: pairing.pair_url, heardAt: 0, endsAt: 600_000 },
  })
})

test.each<[string, TvLive, boolean, number, boolean]>([
  ['without a token, a code', atStart, false, 0, true],
  ['with a token, what the server says of it first', atStart, true, 0, false],
  ['a token that waits, without a code', heardState(atStart, unpaired, 0), true, 0, true],
  ['a code that is good for long', withCode, true, 539_999, false],
  ['a code that is about to end', withCode, true, 540_000, true],
  ['a code whose end nobody knows, since the clock was put back', withCode, true, -1, true],
  ['a TV that was let go', dismissed(onTheWall, 0), false, 0, true],
  ['a TV with an owner', onTheWall, true, 0, false],
])('%s: what is asked for next', (_, live, hasToken, now, isDue) => expect(isCodeDue(live, hasToken, now)).toBe(isDue))

test.each<[string, TvLive, TvState, number, Partial<TvLive>]>([
  ['what was asked for before the page was opened is done', atStart, paired(), 0, { reloads: 0, identifies: 0 }],
  ['what was asked for before it was paired too', withCode, paired(), 0, { reloads: 0, identifies: 0 }],
  ['a reload', onTheWall, paired({ reloads: 4 }), 1, { reloads: 1, identifies: 0 }],
  ['its name', onTheWall, paired({ identifies: 6 }), 59_999, { reloads: 0, identifies: 1 }],
  ['a trial of its sound', onTheWall, paired({ sound_trial: { count: 1, volume: 'low' } }), 1, { soundTrials: 1 }],
  ['several at once are one', onTheWall, paired({ reloads: 9, identifies: 9 }), 1, { reloads: 1, identifies: 1 }],
  ['nothing new', onTheWall, paired({ name: 'Bar right' }), 1, { reloads: 0, identifies: 0 }],
  [
    'a name or a sound that was asked for while it was away does not come later, a reload is done',
    onTheWall,
    paired({ reloads: 4, identifies: 6, sound_trial: { count: 1, volume: 'low' } }),
    60_000,
    { reloads: 1, identifies: 0, soundTrials: 0 },
  ],
])('it is done once: %s', (_, live, state, now, expected) =>
  expect(heardState(live, state, now)).toMatchObject(expected),
)

test('while the server is away, what is shown stays', () => {
  expect(unreachable(onTheWall)).toEqual({ ...onTheWall, isReachable: false })
  expect(heardState(unreachable(onTheWall), paired(), 9).isReachable).toBe(true)
})
