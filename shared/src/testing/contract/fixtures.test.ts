import { CustomBootstrap, CustomScores } from '@multiball/shared/schema'
import * as v from 'valibot'
import { makeBoardType } from '../makers'
import { shownBoards } from './fixtures'

test('BTY-17 a display is shown its example: before the first state, with empty feeds of each kind, and with full ones', () => {
  const { settings: _settings, ...said } = makeBoardType({
    feeds: {
      now: { kind: 'game', from: 'machine' },
      told: { kind: 'moments', from: 'machine' },
      best: { kind: 'ranking', from: 'question' },
      beside: { kind: 'board', from: 'board' },
      beers: { kind: 'posted', silent_after: 3_600 },
    },
  })
  const shown = shownBoards({ display: 'taplist', boardType: { ...said, settings: './src/settings.ts' } })!
  expect(shown.map(({ bootstrap }) => v.parse(CustomBootstrap, bootstrap).settings)).toEqual([
    said.example,
    said.example,
    said.example,
  ])
  expect(shown[0]!.scores).toBeUndefined()
  const kinds = shown
    .slice(1)
    .map(({ scores }) => Object.values(v.parse(CustomScores, scores).feeds).map(({ kind }) => kind))
  expect(kinds).toEqual([
    ['game', 'moments', 'ranking', 'board', 'posted'],
    ['game', 'moments', 'ranking', 'board', 'posted'],
  ])
})

test('BTY-17 of a built-in type it has boards of its own, of others that say nothing of themselves none', () => {
  expect(shownBoards({ display: 'scoreboard' })).toHaveLength(2)
  expect(shownBoards({ display: 'taplist' })).toBeUndefined()
})
