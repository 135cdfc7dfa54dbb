import { boardTypes, setBoardTypes } from '@multiball/shared/client'
import { boardTypesIn, emptyRegistry } from '@multiball/shared/schema'
import { makeBoardType, makeRegistry } from '@multiball/shared/testing'
import { parseViewerPath } from './viewerPath'

const builtIn = boardTypes()
afterEach(() => setBoardTypes(builtIn))

test('BTY-19 the path of a type from a remote is found by the registry, and only there', () => {
  const address = () => parseViewerPath('/viewer/tap-lists/4', '?key=k')
  setBoardTypes(boardTypesIn(makeRegistry({ boardType: makeBoardType() })))
  expect(address()).toEqual({ type: 'board', address: { type: 'taplist', id: 4, key: 'k' } })
  setBoardTypes(boardTypesIn(emptyRegistry))
  expect(address()).toEqual({ type: 'not-found' })
})

test.each([
  ['/viewer/scoreboards/12', '', { type: 'scoreboard', id: 12, key: undefined }],
  ['/viewer/scoreboards/12/', '', { type: 'scoreboard', id: 12, key: undefined }],
  ['/viewer/leaderboards/1', '', { type: 'leaderboard', id: 1, key: undefined }],
  ['/viewer/comboboards/1', '', { type: 'comboboard', id: 1, key: undefined }],
  ['/viewer/slideshows/1', '', { type: 'slideshow', id: 1, key: undefined }],
  ['/viewer/streamboards/1', '?utm=x', { type: 'streamboard', id: 1, key: undefined }],
  ['/viewer/scoreboards/12', '?key=ab%2Bcd', { type: 'scoreboard', id: 12, key: 'ab+cd' }],
  ['/viewer/scoreboards/12', '?key=', { type: 'scoreboard', id: 12, key: undefined }],
])('ACC-03 %s%s is a board', (pathname, search, address) => {
  expect(parseViewerPath(pathname, search)).toEqual({ type: 'board', address })
})

test.each(['/viewer/tv', '/viewer/tv/'])('%s is a TV that is steered', (pathname) =>
  expect(parseViewerPath(pathname, '')).toEqual({ type: 'tv' }),
)

test.each([
  '/viewer/',
  '/viewer/tv/1',
  '/viewer/tvs',
  '/viewer/scoreboards',
  '/viewer/scoreboards/0',
  '/viewer/scoreboards/x',
  '/viewer/scoreboards/1/2',
  '/viewer/scoreboard/1',
  '/viewer/clocks/1',
  '/viewer/scoreboards/99999999999999999999',
])('ACC-03 %s is no page', (pathname) => expect(parseViewerPath(pathname, '')).toEqual({ type: 'not-found' }))
