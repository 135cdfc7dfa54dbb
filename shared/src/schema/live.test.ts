import * as v from 'valibot'
import { boardPath } from './boards/board'
import { CustomBootstrap, CustomScores } from './boards/customBoard'
import { ScoreboardBootstrap, ScoreboardScores } from './boards/scoreboard'
import { bootstrapSchema, isBuiltInLiveType, isLiveBoardType, scoresSchema } from './live'

const stamp = { epoch: 'one', seq: 3 }

// `constructor` is what every object has, and a name that a type could have.
test.each(['taplist', 'constructor'])(
  'BTY-16 a %s is live, and read as boards of all types from remotes are',
  (type) => {
    const scores = { feeds: { tonight: { kind: 'ranking', scores: [] } }, ...stamp }
    expect([isLiveBoardType(type), isBuiltInLiveType(type), boardPath(type)]).toEqual([
      true,
      false,
      `/api/board/${type}/`,
    ])
    expect([scoresSchema(type), bootstrapSchema(type)]).toEqual([CustomScores, CustomBootstrap])
    expect(v.parse(scoresSchema(type), { type: 'SCORES', name: `${type}:4:scores`, ...scores })).toEqual(scores)
  },
)

test('BTY-16 built-in types keep their own', () => {
  expect([scoresSchema('scoreboard'), bootstrapSchema('scoreboard'), boardPath('scoreboard')]).toEqual([
    ScoreboardScores,
    ScoreboardBootstrap,
    '/api/scoreboard/',
  ])
  expect(isLiveBoardType('slideshow')).toBe(false)
})
