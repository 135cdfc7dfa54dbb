import { numeralsWidth } from '@multiball/shared/display'
import type { LeaderboardScore } from '@multiball/shared/schema'
import { makeGame, makeScores } from '@multiball/shared/testing'
import { render } from '@testing-library/react'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ThumbnailDrawing } from './ThumbnailDrawing'

const draw = (drawing: React.ReactElement) => render(<svg>{drawing}</svg>)
const textsOf = (drawing: React.ReactElement) =>
  [...draw(drawing).container.querySelectorAll('text')].map((text) => text.textContent)
const row = (position: number, score: number): LeaderboardScore => ({
  position,
  score,
  player: null,
  settled_on: '2026-01-01T00:00:00Z',
})
const stamp = { epoch: 'test', seq: 1 }

test.each([
  ['nothing while there is no game', [], []],
  ['one number for one player', [makeGame([147_959_700])], ['147,959,700']],
  [
    'a number for each player, exact at any size',
    [makeGame([1, '9223372036854775807'])],
    ['1', '9,223,372,036,854,775,807'],
  ],
])('draws %s', (_name, games, numbers) =>
  expect(textsOf(<ThumbnailDrawing type="scoreboard" scores={makeScores(...games)} />)).toEqual(numbers),
)

test.each([147_959_700, '9223372036854775807'])('keeps %s within its frame, alone and beside a name', (score) => {
  for (const [scores, room] of [
    [[score], 68],
    [[score, 1], 49],
  ] as const) {
    const [text] = draw(
      <ThumbnailDrawing type="scoreboard" scores={makeScores(makeGame([...scores]))} />,
    ).container.querySelectorAll('text')
    expect(Number(text!.getAttribute('font-size')) * numeralsWidth(String(score).length)).toBeLessThanOrEqual(
      room + 0.01,
    )
  }
})

test('draws the best five of a leaderboard', () => {
  const scores = { data: [{ scores: [1, 2, 3, 4, 5, 6].map((position) => row(position, 100 - position)) }], ...stamp }
  expect(textsOf(<ThumbnailDrawing type="leaderboard" scores={scores} />)).toEqual(['99', '98', '97', '96', '95'])
})

test('draws a comboboard as a grid of its boards, in their order, without numbers', () => {
  const boards = [
    { item_type: 'leaderboard' as const, item_id: 5, order: 1, data: [{ scores: [row(1, 10), row(2, 5)] }] },
    { item_type: 'scoreboard' as const, item_id: 7, order: 0, sessions: [makeGame([1, 2, 3, 4])] },
    { item_type: 'scoreboard' as const, item_id: 8, order: 2, error: 'This board is private' },
  ]
  const { container } = draw(<ThumbnailDrawing type="comboboard" scores={{ boards, ...stamp }} />)
  expect(container.querySelectorAll('text')).toHaveLength(0)
  // Ground, strip and a bar a score; a list has no strip.
  expect([...container.querySelectorAll('svg svg')].map((cell) => cell.querySelectorAll('rect').length)).toEqual([
    6, 3, 2,
  ])
})

test('a comboboard of which nothing is known is unlit', () => {
  const { container } = draw(<ThumbnailDrawing type="comboboard" scores={undefined} />)
  expect(container.querySelector('pattern')).toBeInTheDocument()
})

test('its numbers are as narrow while their face is on its way', () => {
  const styles = readFileSync(path.join(import.meta.dirname, 'Thumbnail.module.css'), 'utf8')
  expect(styles).toMatch(/font-family: 'Multiball Figures', 'Multiball Figures Instead',/)
})
