import { parseLine } from './bcp'
import { applyCommand, initial, type MpfEvent, type MpfState } from './mpfGame'

/** What is known after these lines, and all that happened. */
function after(lines: readonly string[], from: MpfState = initial): { state: MpfState; events: MpfEvent[] } {
  return lines.reduce<{ state: MpfState; events: MpfEvent[] }>(
    ({ state, events }, line) => {
      const [next, happened] = applyCommand(state, parseLine(line)!)
      return { state: next, events: [...events, ...happened] }
    },
    { state: from, events: [] },
  )
}

const typesOf = (events: readonly MpfEvent[]) => events.map(({ type }) => type)

const start = ['mode_start?name=game&priority=int:20', 'player_added?player_num=int:1']
const score = (value: number, player = 1) => `player_variable?name=score&value=int:${value}&prev_value=int:0&change=int:0&player_num=int:${player}`
const playing = after([...start, score(500)]).state

test('a game from its start to its end', () => {
  const { state, events } = after([...start, 'player_added?player_num=int:2', 'ball_start?player_num=int:2&ball=int:3', score(25_000, 2), 'mode_stop?name=game'])
  expect(state.game).toBeUndefined()
  expect(typesOf(events)).toEqual(['started', 'changed', 'changed', 'changed', 'changed', 'settled'])
  expect(events.at(-1)).toMatchObject({ game: { currentPlayer: 2, players: [{ score: 0 }, { score: 25_000, ball: 3 }] } })
})

test.each<[string, string[], Partial<NonNullable<MpfState['game']>>]>([
  ['the turn changes', ['player_turn_start?player_num=int:2'], { currentPlayer: 2, players: [{ score: 500, ball: null }, { score: null, ball: null }] }],
  ['a player joins', ['player_added?player_num=int:2'], { players: [{ score: 500, ball: null }, { score: 0, ball: null }] }],
  ['a score of a player that was never added', [score(70, 3)], { players: [{ score: 500, ball: null }, { score: null, ball: null }, { score: 70, ball: null }] }],
  ['the final scores', ['machine_variable?name=player1_score&value=int:900&prev_value=NoneType:&change=bool:True'], { players: [{ score: 900, ball: null }] }],
  ['the scores of the game before, which MPF tells when it is asked', ['machine_variable?name=player1_score&value=int:900', 'machine_variable?name=player2_score&value=int:80'], { players: [{ score: 500, ball: null }] }],
  ['other variables of the machine', ['machine_variable?name=credits&value=int:3&prev_value=int:2&change=int:1'], { players: [{ score: 500, ball: null }] }],
  ['the ball as a variable', ['player_variable?name=ball&value=int:2&player_num=int:1'], { players: [{ score: 500, ball: 2 }] }],
  ['a seventh player', [score(9, 7), 'player_added?player_num=int:7'], { players: [{ score: 500, ball: null }] }],
  ['variables of the game’s own', ['player_variable?name=ramps&value=int:4&player_num=int:1', 'player_variable?name=score&value=NoneType:&player_num=int:1'], { players: [{ score: 500, ball: null }] }],
])('in a game: %s', (_what, lines, game) => {
  expect(after(lines, playing).state.game).toMatchObject(game)
})

test.each<[string, string[], string[]]>([
  ['modes of its own', ['mode_start?name=multiball', 'mode_start?name=jackpot'], ['multiball', 'jackpot']],
  ['one that stops', ['mode_start?name=multiball', 'mode_start?name=jackpot', 'mode_stop?name=multiball'], ['jackpot']],
  ['none of those that every game has', ['mode_start?name=base', 'mode_start?name=attract'], []],
  ['one that starts twice', ['mode_start?name=multiball', 'mode_start?name=multiball'], ['multiball']],
  ['what a list says', ['mode_start?name=multiball', 'mode_list?json={"running_modes": [["wizard", 100], ["game", 20]]}'], ['wizard']],
])('modes: %s', (_what, lines, modes) => {
  expect(after(lines, playing).state.modes).toEqual(modes)
})

describe('connected anew', () => {
  const [withGame, without] = ['mode_list?json={"running_modes": [["game", 20]]}', 'mode_list?json={"running_modes": []}']

  test.each<[string, MpfState, string[], string[], boolean]>([
    ['a game that goes on is the same game', playing, ['reset', withGame], ['changed'], true],
    ['a game that is over is lost', playing, ['reset', without], ['lost'], false],
    ['a game that we do not know begins', initial, ['reset', withGame], ['started'], true],
    ['no game is no game', initial, ['reset', without], [], false],
    ['the list that MPF sends while a game starts ends nothing', initial, ['reset', without, 'mode_start?name=game', without], ['started', 'changed'], true],
    ['a game that starts where one is known: that one is lost', playing, ['mode_start?name=game'], ['lost', 'started'], true],
  ])('%s', (_what, from, lines, types, isPlayed) => {
    const { state, events } = after(lines, from)
    expect([typesOf(events), state.game !== undefined]).toEqual([types, isPlayed])
  })

  test('scores of a game that goes on stay', () => {
    expect(after(['reset', withGame], playing).state.game?.players).toEqual([{ score: 500, ball: null }])
  })
})
