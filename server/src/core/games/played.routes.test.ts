import type { PlayedGame } from '@multiball/shared/schema'
import { playedCsv } from './played.routes'

const player = (cached_display_name: string) => ({ id: 1, cached_display_name, initials: 'AB', prefer_initials: false, profile_picture: null })

const game = (names: (string | null)[], score: number | string = 0): PlayedGame => ({
  id: 7,
  started_on: '2026-05-01T10:00:00.000Z',
  settled_on: '2026-05-01T10:09:30.000Z',
  successful: true,
  scores: names.map((name, slot) => ({ position: slot + 1, score, player: name === null ? null : player(name) })),
})

const fieldsOf = (played: PlayedGame) => playedCsv([played]).split('\r\n')[1]!

test('one game a line under a header, players and scores by slot, every digit of a score', () => {
  const [header, line, end, ...rest] = playedCsv([game([null, 'Ann'], '9007199254740993')]).split('\r\n')
  expect(header).toMatch(/^game,started,settled,successful,player 1,score 1,.*player 6,score 6$/)
  expect(line).toBe('7,2026-05-01T10:00:00.000Z,2026-05-01T10:09:30.000Z,yes,,9007199254740993,Ann,9007199254740993,,,,,,,,')
  expect([end, rest]).toEqual(['', []])
})

test.each([
  ['a comma', 'Ann, B', '"Ann, B"'],
  ['a quote', 'the "A"', '"the ""A"""'],
  ['a line break', 'a\nb', '"a\nb"'],
  ['what a spreadsheet would calculate', '=1+1', "'=1+1"],
  ['what it would call', '@SUM(A1)', "'@SUM(A1)"],
  ['a formula in wide letters', '＝1+1', "'＝1+1"],
  ['what another spreadsheet would part', 'a;=1+1;b', '"a;=1+1;b"'],
  ['both', '-1,"x"', `"'-1,""x"""`],
])('a name with %s stays one field of text', (_what, name, field) => {
  expect(fieldsOf(game([name], 5))).toContain(`,yes,${field},5,`)
})
