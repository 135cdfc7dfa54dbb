import { makeBoardType, makeRegistry } from '@multiball/shared/testing'
import { boardTypesIn, builtInTypeInfos, viewedPlace } from './boardTypes'

const customIn = (registry: Parameters<typeof boardTypesIn>[0]) => boardTypesIn(registry).slice(builtInTypeInfos.length)

test('BTY-18 a type from a remote is known by what the registry says of it, after the built-in ones', () => {
  const types = boardTypesIn(
    makeRegistry({
      boardType: makeBoardType({
        gridCell: true,
        feeds: { beers: { kind: 'posted', silent_after: 60 }, games: { kind: 'game', from: 'machine' } },
      }),
    }),
  )
  expect(types.map(({ type }) => type)).toEqual([
    'scoreboard',
    'leaderboard',
    'comboboard',
    'slideshow',
    'streamboard',
    'taplist',
  ])
  expect(types.at(-1)).toEqual({
    type: 'taplist',
    remote: 'mf-taps',
    path: 'tap-lists',
    singular: 'tap list',
    plural: 'tap lists',
    purpose: 'A tap list shows what is on tap.',
    icon: 'beer',
    listPath: '/tap-lists',
    isOverlay: false,
    hasGridCell: true,
    shows: [],
    postedFeeds: ['beers'],
    isAvailable: true,
  })
})

test('BTY-18 one whose remote is switched off is known, and not available; one that no remote brings is not known', () => {
  expect(customIn(makeRegistry({ boardType: makeBoardType(), isEnabled: false }))).toMatchObject([
    { type: 'taplist', isAvailable: false },
  ])
  expect(customIn(makeRegistry())).toEqual([])
})

test('BTY-18 a built-in type is available where a remote that is switched on shows it', () => {
  const available = (isEnabled: boolean) =>
    boardTypesIn(makeRegistry({ display: 'leaderboard', isEnabled }))
      .filter(({ isAvailable }) => isAvailable)
      .map(({ type }) => type)
  expect([available(true), available(false)]).toEqual([['leaderboard'], []])
})

test('BTY-18 of two remotes that say one name the first one counts', () => {
  const one = makeRegistry({ boardType: makeBoardType() }).remotes['mf-taps']!
  const other = makeRegistry({ boardType: makeBoardType({ plural: 'barrels' }) }).remotes['mf-taps']!
  expect(customIn({ rev: 1, remotes: { 'mf-one': one, 'mf-other': other } })).toMatchObject([{ plural: 'tap lists' }])
})

test.each([
  ['/viewer/scoreboards/12', { type: 'scoreboard', id: 12 }],
  ['/viewer/tap-lists/12/', { type: 'taplist', id: 12 }],
  ['/viewer/tap-list/12', undefined],
  ['/viewer/tap-lists/012', undefined],
])('BTY-19 the address %s names %j', (pathname, place) => {
  expect(viewedPlace(pathname, boardTypesIn(makeRegistry({ boardType: makeBoardType() })))).toEqual(place)
})
