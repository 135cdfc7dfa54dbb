import { boardView } from './boardView'
import { aBootstrap, aGame } from './samples'

const scores = (...data: ReturnType<typeof aGame>[]) => ({ data, epoch: 'a', seq: 1 })

test('VSB-01 machine and venue of the newest game', () => {
  expect(boardView(aBootstrap(), scores(aGame([1], { venuemachine_id: 8 })))).toMatchObject({
    machine: 'Moon Miner',
    venue: 'Silver Lane Arcade',
  })
  expect(boardView(aBootstrap(), scores(aGame([1], { venuemachine_id: 7 }))).machine).toBe("Dragon's Keep")
})

test('VSB-01 before the first game, or for a machine that is gone, the first machine of the board', () => {
  expect(boardView(aBootstrap(), undefined).machine).toBe("Dragon's Keep")
  expect(boardView(aBootstrap(), scores(aGame([1], { venuemachine_id: 99 }))).machine).toBe("Dragon's Keep")
  expect(boardView(aBootstrap({ items: [] }), undefined)).toMatchObject({ machine: '', venue: '' })
})

test('VSB-01 the title is optional', () => {
  expect(boardView(aBootstrap(), undefined).title).toBe('Friday League Night')
  expect(boardView(aBootstrap({ display_title: false }), undefined).title).toBe('')
  expect(boardView(aBootstrap({ title: "Dragon's  keep" }), undefined)).toMatchObject({
    machine: "Dragon's Keep",
    title: '',
  })
})

test('a board with a past starts with it', () => {
  const game = aGame([5])
  expect(boardView(aBootstrap({ scores: scores(game) }), undefined).game).toBe(game)
  expect(boardView(aBootstrap({ scores: scores(game) }), scores()).game).toBeUndefined()
})
