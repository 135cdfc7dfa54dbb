import type { PlayedGame } from '@multiball/shared/schema'
import { makeVenueMachine } from '@multiball/shared/testing'
import { columnsOf, momentLabels, pointsOf, scoreLabel } from './scores/chartSeries'
import { exampleIn, languages } from './connect/examples'
import { fileName, openable, saveFile } from './scores/gamesFile'
import { nextStep } from './nextStep'
import { scoreboardFor, viewerPath } from './boards/scoreboardFor'

test.each([
  [[false, false, false], 'connect'],
  [[true, false, false], 'play'],
  [[true, true, false], 'show'],
  [[true, true, true], undefined],
  // A test game is a first score, and connects nothing.
  [[false, true, true], 'connect'],
  [[true, false, true], 'play'],
] as const)('connected, played and shown: %j leaves %s', ([isConnected, hasScore, isShown], step) => {
  expect(nextStep({ isConnected, hasScore, isShown })).toBe(step)
})

test('marks of scores are short, however high the scores', () => {
  expect([0, 20_000_000, 1.5e12, 2e18].map(scoreLabel)).toEqual(['0', '20M', '1.5T', '2E18'])
})

test.each(languages)('the example in %s has the server and the key', (language) => {
  const code = exampleIn(language, { server: 'https://boards.example', key: 'k3y', sessionUuid: 'ab'.repeat(16) })
  expect(code).toContain('https://boards.example/api/entry/')
  expect(code).toContain('Token k3y')
})
test('the example in curl is four lines', () => {
  expect(exampleIn('curl', { server: '', key: '', sessionUuid: '' }).split('\n')).toHaveLength(4)
})

describe('a scoreboard in one click', () => {
  const machine = makeVenueMachine({ machine: { id: 3, name: 'Godzilla' } })
  test.each([
    [[], 'Godzilla'],
    [['Godzilla'], 'Godzilla 2'],
    [['Godzilla', 'Godzilla 2'], 'Godzilla 3'],
  ])('beside %j it is called %s', (taken, title) => {
    expect(scoreboardFor(machine, false, new Set(taken))).toMatchObject({
      title,
      is_public: false,
      venuemachine_items: [{ venuemachine: 11, order: 0 }],
    })
  })
  test('a private one opens with its key', () => {
    expect(viewerPath({ id: 7, is_public: false, viewer_key: 'k' })).toBe('/viewer/scoreboards/7?key=k')
    expect(viewerPath({ id: 7, is_public: true, viewer_key: 'k' })).toBe('/viewer/scoreboards/7')
  })
})

test('the chart has the best score of each game, the oldest first, and a record of those that count', () => {
  const played = (id: number, scores: (number | string)[], successful = true): PlayedGame => ({
    id,
    started_on: '2026-11-01T10:00:00Z',
    settled_on: `2026-11-0${id}T10:05:00Z`,
    successful,
    scores: scores.map((score, at) => ({ position: at + 1, score, player: null })),
  })
  const points = pointsOf([
    played(5, []),
    played(4, [90]),
    played(3, ['9223372036854775807'], false),
    played(2, [10, 40]),
    played(1, [50]),
  ])
  expect(points.map(({ best }) => best)).toEqual([50n, 40n, 9_223_372_036_854_775_807n, 90n])
  const [at, counted, uncounted, record] = columnsOf(points)
  expect(at).toEqual([...at].sort((one, other) => one - other))
  expect(counted).toEqual([50, 40, null, 90])
  expect(uncounted).toEqual([null, null, Number('9223372036854775807'), null])
  expect(record).toEqual([50, 50, 50, 90])
})

test.each([
  ['Medieval Madness', 'medieval-madness-games.csv'],
  ['Dragon’s Keep (LE)', 'dragon-s-keep-le-games.csv'],
  ['…', 'machine-games.csv'],
])('the games of %s are saved as %s', (name, file) => expect(fileName(name, 'csv')).toBe(file))

test.each([
  ['seconds', 10, [/^\d\d:\d\d:00/, /^\d\d:\d\d:10/]],
  ['an hour', 3_600, [/^\d\d:\d\d/, /^\d\d:\d\d/]],
  ['a day', 86_400, [/Mar 1|1 Mar/, /Mar 2|2 Mar/]],
  ['a month', 31 * 86_400, [/^Mar 2026$/, /^Apr 2026$/]],
])('marks that stand %s apart say when', (_, apartSeconds, labels) => {
  const noon = new Date(2026, 2, 1, 12).getTime() / 1000
  momentLabels([noon, noon + apartSeconds]).forEach((label, at) => expect(label).toMatch(labels[at]!))
})

test.each([
  ['csv', [0xef, 0xbb, 0xbf, 0xc3, 0xa9]],
  ['json', [0xc3, 0xa9]],
] as const)('a spreadsheet that opens the %s knows its letters: they are UTF-8', async (format, bytes) => {
  const file = openable(new Blob(['é'], { type: 'text/csv' }), format)
  const read = await new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve([...new Uint8Array(reader.result as ArrayBuffer)])
    reader.readAsArrayBuffer(file)
  })
  expect([read, file.type]).toEqual([bytes, 'text/csv'])
})

test('a file is there for as long as an iPhone asks whether it is wanted', () => {
  jest.useFakeTimers()
  const { createObjectURL, revokeObjectURL } = URL
  const revoke = jest.fn()
  Object.assign(URL, { createObjectURL: () => 'blob:games', revokeObjectURL: revoke })
  const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  saveFile(new Blob(['when,score']), 'kraken-bay-games.csv')
  jest.advanceTimersByTime(30_000)
  expect([clicked.mock.calls.length, revoke.mock.calls.length]).toEqual([1, 0])
  jest.advanceTimersByTime(60_000)
  expect(revoke).toHaveBeenCalledWith('blob:games')
  clicked.mockRestore()
  Object.assign(URL, { createObjectURL, revokeObjectURL })
  jest.useRealTimers()
})
