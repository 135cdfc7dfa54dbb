import * as v from 'valibot'
import { ComboboardInput, ComboboardScores } from './comboboard'
import { referencePlaces, referencesIn } from './references'
import { SlideshowInput } from './slideshow'

const items = (...types: string[]) => ({
  title: 'Wall',
  items: types.map((item_type, at) => ({ item_type, item_id: at + 1 })),
})
const messages = (schema: v.GenericSchema, input: unknown) =>
  v.safeParse(schema, input).issues?.map(({ message }) => message)

test.each([
  ['comboboard', ComboboardInput, 'Each item must have a scoreboard or leaderboard'],
  ['slideshow', SlideshowInput, 'Each screen must have a scoreboard, leaderboard, or comboboard'],
] as const)(
  'BTY-41 a %s takes boards of types from remotes, and says of what is none what it always said',
  (_type, schema, sentence) => {
    expect(messages(schema, items('scoreboard', 'taplist'))).toBeUndefined()
    for (const wrong of ['venuemachine', 'slideshow', 'streamboard', 'Tap List', ''])
      expect(messages(schema, items('scoreboard', wrong))).toEqual([sentence])
    const named = referencesIn(referencePlaces(schema), v.parse(schema, items('scoreboard', 'taplist')))
    expect(named.map(({ kind, id }) => [kind, id])).toEqual([
      ['scoreboard', 1],
      ['taplist', 2],
    ])
  },
)

test('BTY-41 the state of a comboboard has the feeds of such a board, and the sentence where it may not be seen', () => {
  const shown = { item_type: 'taplist', item_id: 2, order: 1 }
  const state = (more: object) => ({ boards: [{ ...shown, ...more }], epoch: 'one', seq: 1 })
  for (const more of [{ feeds: { best: { kind: 'ranking', scores: [] } } }, { error: 'This board is private' }])
    expect(v.parse(ComboboardScores, state(more))).toEqual(state(more))
})
