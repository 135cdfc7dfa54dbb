import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { EntryBody } from '../entry'
import { Outbox } from '../outbox'
import { VectorBoard } from './board'

const folder = mkdtempSync(path.join(tmpdir(), 'multiball-vector-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0

/** A board, and what the server is told of it; `restart` is a bridge that was killed and starts again. */
function setup() {
  const file = path.join(folder, `${(files += 1)}.json`)
  const told: (EntryBody | 'interrupted')[] = []
  let now = 1_000_000
  let isPresent = true
  const begin = () => {
    const outbox = new Outbox(file)
    return new VectorBoard({
      outbox,
      isPresent: () => isPresent,
      now: () => (now += 250),
      onChange: () => {
        for (let message = outbox.next(); message; message = outbox.next()) {
          told.push(message.type === 'entry' ? message.body : 'interrupted')
          outbox.sent(message)
        }
      },
    })
  }
  let board = begin()
  return {
    told,
    /** what was told last, in short: scores of the players, whether it goes on, their names, whose turn it is */
    last: () => {
      const entry = told.at(-1)!
      if (entry === 'interrupted') return entry
      const slots = [1, 2, 3, 4].filter((slot) => entry[`current_p${slot}_score`] !== undefined)
      const names = slots.flatMap((slot) => entry[`p${slot}_name`] ?? [])
      return [
        slots.map((slot) => entry[`current_p${slot}_score`]).join('-'),
        entry.active ? `player ${entry.current_player}` : 'over',
        ...names,
      ].join(' ')
    },
    games: () => new Set(told.flatMap((entry) => (entry === 'interrupted' ? [] : [entry.session_uuid]))).size,
    play: (ball: number, scores: number[], more: { current?: number; players?: number } = {}) =>
      board.take({ type: 'state', id: 'aa', isActive: true, ball, scores, ...more }),
    stop: (...scores: number[]) => board.take({ type: 'state', id: 'aa', isActive: false, ball: 0, scores }),
    end: (...plays: [string, number][]) =>
      board.take({
        type: 'end',
        id: 'aa',
        plays: plays.map(([initials, score]) => ({ initials, score })),
        said: JSON.stringify(plays),
      }),
    endOf: (number: number, ...plays: [string, number][]) =>
      board.take({
        type: 'end',
        id: 'aa',
        plays: plays.map(([initials, score]) => ({ initials, score })),
        said: JSON.stringify([number, plays]),
        number,
      }),
    reset: () => board.take({ type: 'reset', id: 'aa' }),
    isPlayed: () => board.isPlayed,
    goAway: () => void (isPresent = false),
    restart: () => void (board = begin()),
    outlast: (ms: number) => void (now += ms),
  }
}

test('MAC-30 a game goes on with its scores, and ends with them; players are those who score, and the turn is whose score rose', () => {
  const { play, stop, last, isPlayed, games } = setup()
  expect(isPlayed()).toBe(false)
  play(1, [0, 0, 0, 0])
  expect(last()).toBe('0 player 1')
  play(1, [500, 0, 0, 0])
  play(1, [500, 70, 0, 0])
  expect([last(), isPlayed()]).toEqual(['500-70 player 2', true])
  play(2, [500, 70, 0, 0])
  play(2, [900, 70, 0, 0])
  stop(900, 70, 0, 0)
  expect([last(), isPlayed(), games()]).toEqual(['900-70 over', false, 1])
})

test('MAC-30 a board that knows how many play and whose turn it is is believed', () => {
  const { play, last } = setup()
  play(1, [10, 0, 0, 0], { current: 3, players: 3 })
  expect(last()).toBe('10-0-0 player 3')
})

test('MAC-31 initials come after the end, by score, and once however often they are sent', () => {
  const { play, stop, end, last, told } = setup()
  play(1, [500, 70, 0, 0])
  stop(500, 70, 0, 0)
  end(['BOB', 70], ['ACE', 500])
  expect(last()).toBe('500-70 over ACE BOB')
  const count = told.length
  end(['BOB', 70], ['ACE', 500])
  expect(told).toHaveLength(count)
})

test('MAC-31 two players with one score, and one without points, keep their places', () => {
  const { play, stop, end, last } = setup()
  play(3, [70, 0, 70, 0], { players: 3 })
  stop(70, 0, 70, 0)
  end(['ANN', 70], ['CAT', 70])
  expect(last()).toBe('70-0-70 over ANN CAT')
})

test('MAC-31 an end whose scores are higher is believed: packets were lost', () => {
  const { play, end, last, games } = setup()
  play(3, [500, 70, 0, 0])
  play(0, [500, 70, 0, 0])
  end(['ACE', 900], ['BOB', 80])
  expect([last(), games()]).toEqual(['900-80 over ACE BOB', 1])
})

test('MAC-31 an end that comes a minute into a game is its own, although a ball was played when the board was heard last', () => {
  const { play, end, outlast, last, games } = setup()
  play(3, [500, 70, 0, 0])
  outlast(60_000)
  end(['ACE', 900], ['BOB', 80])
  expect([last(), games()]).toEqual(['900-80 over ACE BOB', 1])
})

test('MAC-31 an end with a higher number than that of the game before is the end of the game that is played', () => {
  const { play, stop, endOf, last, games, isPlayed } = setup()
  play(3, [500, 0, 0, 0])
  stop(500, 0, 0, 0)
  endOf(7, ['ACE', 500])
  play(1, [0, 0, 0, 0])
  play(2, [30, 0, 0, 0])
  endOf(7, ['BOB', 500])
  expect([last(), isPlayed()]).toEqual(['30 player 1', true])
  endOf(8, ['BOB', 90])
  expect([last(), games()]).toEqual(['90 over BOB', 2])
})

test('MAC-31 a board that clears its scores before it tells the end: the end settles the game', () => {
  const { play, stop, end, last, isPlayed } = setup()
  play(3, [500, 0, 0, 0])
  stop(0, 0, 0, 0)
  expect([last(), isPlayed()]).toEqual(['500 player 1', undefined])
  end(['ACE', 500])
  expect(last()).toBe('500 over ACE')
})

test('MAC-31 a game that was not seen is told by its end alone, once', () => {
  const { end, last, games, restart, told } = setup()
  end(['ACE', 500], ['', 20])
  expect([last(), games()]).toEqual(['500-20 over ACE', 1])
  restart()
  end(['ACE', 500], ['', 20])
  expect(told).toHaveLength(1)
})

test('MAC-31 a late end of the game before changes nothing of the one that is played', () => {
  const { play, stop, end, last, isPlayed } = setup()
  play(3, [500, 0, 0, 0])
  stop(500, 0, 0, 0)
  play(1, [0, 0, 0, 0])
  play(1, [30, 0, 0, 0])
  end(['ACE', 500])
  expect([last(), isPlayed()]).toEqual(['30 player 1', true])
})

test('MAC-32 a board that is switched off in mid-game leaves it without an end, and its next game is another one', () => {
  const { play, stop, last, games, isPlayed } = setup()
  play(2, [500, 0, 0, 0])
  stop(0, 0, 0, 0)
  expect(isPlayed()).toBeUndefined()
  play(1, [0, 0, 0, 0])
  expect([last(), games()]).toEqual(['0 player 1', 2])
})

test('MAC-32 a board that starts again says so: the game is over without an end', () => {
  const { play, reset, last, isPlayed } = setup()
  play(2, [500, 0, 0, 0])
  reset()
  expect([last(), isPlayed()]).toEqual(['interrupted', false])
})

test('MAC-32 what the last game left on the display is not a game', () => {
  const { play, stop, games } = setup()
  play(3, [500, 0, 0, 0])
  stop(500, 0, 0, 0)
  play(1, [500, 0, 0, 0])
  expect(games()).toBe(1)
  play(1, [0, 0, 0, 0])
  expect(games()).toBe(2)
})

test('MAC-32 a game without a point counts nowhere', () => {
  const { play, stop, last } = setup()
  play(1, [0, 0, 0, 0])
  stop(0, 0, 0, 0)
  expect(last()).toBe('interrupted')
})

test('MAC-32 a board that is not heard any more says nothing of its game', () => {
  const { play, goAway, isPlayed } = setup()
  play(1, [5, 0, 0, 0])
  goAway()
  expect(isPlayed()).toBeUndefined()
})

test('MAC-33 a bridge that is killed goes on with the game, or settles it by the end that it hears', () => {
  const { play, stop, end, restart, last, games, isPlayed } = setup()
  play(1, [500, 0, 0, 0])
  restart()
  expect(isPlayed()).toBeUndefined()
  play(2, [900, 0, 0, 0])
  expect([last(), games()]).toEqual(['900 player 1', 1])
  restart()
  end(['ACE', 1200])
  expect([last(), games()]).toEqual(['1200 over ACE', 1])
  restart()
  play(1, [0, 10, 0, 0])
  stop(0, 10, 0, 0)
  expect([last(), games()]).toEqual(['0-10 over', 2])
})

test('MAC-33 a bridge that missed the end and the next game takes neither for the other', () => {
  const { play, restart, end, last, games } = setup()
  play(1, [500, 0, 0, 0])
  restart()
  play(1, [40, 0, 0, 0])
  expect([last(), games()]).toEqual(['40 player 1', 2])
  restart()
  end(['BOB', 20])
  expect([last(), games()]).toEqual(['20 over BOB', 3])
})
