import { parseLine } from './bcp'
import { applyCommand, connected, initial, modesOf, type MpfEvent, type MpfState } from './mpfGame'

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
const score = (value: number, player = 1) =>
  `player_variable?name=score&value=int:${value}&prev_value=int:0&change=int:0&player_num=int:${player}`
const playing = after([...start, score(500)]).state

test('a game from its start to its end', () => {
  const { state, events } = after([
    ...start,
    'player_added?player_num=int:2',
    'ball_start?player_num=int:2&ball=int:3',
    score(25_000, 2),
    'mode_stop?name=game',
  ])
  expect(state.game).toBeUndefined()
  expect(typesOf(events)).toEqual(['started', 'changed', 'changed', 'changed', 'changed', 'settled'])
  expect(events.at(-1)).toMatchObject({
    game: { currentPlayer: 2, players: [{ score: 0 }, { score: 25_000, ball: 3 }] },
  })
})

test.each<[string, string[], Partial<NonNullable<MpfState['game']>>]>([
  [
    'the turn changes',
    ['player_turn_start?player_num=int:2'],
    {
      currentPlayer: 2,
      players: [
        { score: 500, ball: null },
        { score: null, ball: null },
      ],
    },
  ],
  [
    'a player joins',
    ['player_added?player_num=int:2'],
    {
      players: [
        { score: 500, ball: null },
        { score: 0, ball: null },
      ],
    },
  ],
  [
    'a score of a player that was never added',
    [score(70, 3)],
    {
      players: [
        { score: 500, ball: null },
        { score: null, ball: null },
        { score: 70, ball: null },
      ],
    },
  ],
  [
    'the final scores',
    ['machine_variable?name=player1_score&value=int:900&prev_value=NoneType:&change=bool:True'],
    { players: [{ score: 900, ball: null }] },
  ],
  [
    'the scores of the game before, which MPF tells when it is asked',
    ['machine_variable?name=player1_score&value=int:900', 'machine_variable?name=player2_score&value=int:80'],
    { players: [{ score: 500, ball: null }] },
  ],
  [
    'other variables of the machine',
    ['machine_variable?name=credits&value=int:3&prev_value=int:2&change=int:1'],
    { players: [{ score: 500, ball: null }] },
  ],
  [
    'the ball as a variable',
    ['player_variable?name=ball&value=int:2&player_num=int:1'],
    { players: [{ score: 500, ball: 2 }] },
  ],
  ['a seventh player', [score(9, 7), 'player_added?player_num=int:7'], { players: [{ score: 500, ball: null }] }],
  [
    'variables of the game’s own',
    [
      'player_variable?name=ramps&value=int:4&player_num=int:1',
      'player_variable?name=score&value=NoneType:&player_num=int:1',
    ],
    { players: [{ score: 500, ball: null }] },
  ],
])('in a game: %s', (_what, lines, game) => {
  expect(after(lines, playing).state.game).toMatchObject(game)
})

test.each<[string, string[], string[]]>([
  [
    'those of MPF, which run from its boot',
    [
      'mode_list?json={"running_modes": [["credits", 1000010], ["tilt", 1000000], ["game", 20]]}',
      'mode_start?name=service',
    ],
    [],
  ],
  ['modes of its own', ['mode_start?name=multiball', 'mode_start?name=jackpot'], ['multiball', 'jackpot']],
  ['one that stops', ['mode_start?name=multiball', 'mode_start?name=jackpot', 'mode_stop?name=multiball'], ['jackpot']],
  ['none of those that every game has', ['mode_start?name=base', 'mode_start?name=attract'], []],
  ['one that starts twice', ['mode_start?name=multiball', 'mode_start?name=multiball'], ['multiball']],
  [
    'what a list says',
    ['mode_start?name=multiball', 'mode_list?json={"running_modes": [["wizard", 100], ["game", 20]]}'],
    ['wizard'],
  ],
])('modes: %s', (_what, lines, modes) => {
  expect(after(lines, playing).state.modes).toEqual(modes)
})

test('MAC-05 modes that ran before the game did are none of its own, in this game and after a list too', () => {
  const boot = ['mode_list?json={"running_modes": []}', 'mode_start?name=jukebox', 'mode_start?name=attract', ...start]
  const { state } = after([
    ...boot,
    'mode_start?name=multiball',
    'mode_list?json={"running_modes": [["jukebox", 5], ["multiball", 300], ["game", 20]]}',
  ])
  expect(modesOf(state)).toEqual(['multiball'])
  // The next game starts it itself.
  expect(
    modesOf(after(['mode_stop?name=game', 'mode_stop?name=jukebox', ...start, 'mode_start?name=jukebox'], state).state),
  ).toEqual(['jukebox'])
})

test.each<[string, string[], string | undefined, string]>([
  [
    'is shown until the next ball',
    ['trigger?name=tilt', 'mode_list?json={"running_modes": [["tilt", 1000000], ["game", 20]]}'],
    'Tilt',
    'settled',
  ],
  ['is over with the next ball', ['trigger?name=tilt', 'ball_start?player_num=int:1&ball=int:2'], undefined, 'settled'],
  [
    'of the whole machine ends a game that was not played to its end',
    ['trigger?name=slam_tilt', 'trigger?name=tilt'],
    'Slam tilt',
    'lost',
  ],
  ['is none yet where MPF only warns of one', ['trigger?name=tilt_warning'], undefined, 'settled'],
])('MAC-11 a tilt %s', (_what, lines, tilt, end) => {
  const { state } = after(lines, playing)
  expect(state.game?.tilt).toBe(tilt)
  expect(typesOf(after(['mode_stop?name=game'], state).events)).toEqual([end])
})

describe('connected again', () => {
  const [withGame, without] = [
    'mode_list?json={"running_modes": [["game", 20]]}',
    'mode_list?json={"running_modes": []}',
  ]

  test.each<[string, MpfState, string[], string[], boolean]>([
    ['a game that goes on is the same game', playing, ['reset', withGame], ['asked'], true],
    [
      'MAC-03 without a word of MPF about a start of its own: a game that is over is lost',
      connected(playing),
      [without],
      ['lost'],
      false,
    ],
    ['and a game that goes on is the same game', connected(playing), [withGame], ['asked'], true],
    ['a game that is over is lost', playing, ['reset', without], ['lost'], false],
    ['a game that we do not know begins', initial, ['reset', withGame], ['started', 'asked'], true],
    ['no game is no game', initial, ['reset', without], [], false],
    [
      'the list that MPF sends while a game starts ends nothing',
      initial,
      ['reset', without, 'mode_start?name=game', without],
      ['started', 'changed'],
      true,
    ],
    [
      'a game that starts where one is known: that one is lost',
      playing,
      ['mode_start?name=game'],
      ['lost', 'started'],
      true,
    ],
  ])('%s', (_what, from, lines, types, isPlayed) => {
    const { state, events } = after(lines, from)
    expect([typesOf(events), state.game !== undefined]).toEqual([types, isPlayed])
  })

  const answer = (value: string) => `evaluate_placeholder?value=${value}&error=bool:False`
  const none = answer('NoneType:')
  /** Of two players, the second of whom is up with his first ball: how many, each one's score and ball, then the turn. */
  const answers = [
    answer('int:2'),
    answer('int:1000'),
    answer('int:2'),
    answer('int:26230'),
    answer('int:1'),
    ...Array<string>(8).fill(none),
    answer('int:2'),
  ]
  const whole = {
    currentPlayer: 2,
    players: [
      { score: 1_000, ball: 2 },
      { score: 26_230, ball: 1 },
    ],
  }

  test('of a game that goes on MPF is asked for everything, in the order of its answers; it is shown once all are there', () => {
    const { events } = after([withGame], connected(initial))
    expect(events[1]).toMatchObject({
      placeholders: [
        'game.num_players',
        'players[0].score',
        'players[0].ball',
        'players[1].score',
        ...Array<unknown>(9).fill(expect.stringMatching(/^players/)),
        'current_player.number',
      ],
    })
    const { state, events: after1 } = after([withGame, ...answers], connected(initial))
    expect(state.game).toMatchObject(whole)
    expect(typesOf(after1)).toEqual(['started', 'asked', 'changed'])
  })

  test.each<[string, string[], Partial<NonNullable<MpfState['game']>>]>([
    [
      'nothing, by an MPF that does not know the question: what was known stays',
      [],
      { players: [{ score: 500, ball: null }] },
    ],
    ['that no player is left', Array<string>(14).fill(none), { players: [{ score: 500, ball: null }] }],
    [
      'an error',
      Array<string>(14).fill('evaluate_placeholder?error=Unknown'),
      { players: [{ score: 500, ball: null }] },
    ],
    [
      'everything, with changes in between',
      [...answers.slice(0, 4), score(27_000, 2), ...answers.slice(4)],
      {
        players: [
          { score: 1_000, ball: 2 },
          { score: 27_000, ball: 1 },
        ],
      },
    ],
    ['more than was asked', [...answers, answer('int:1')], whole],
  ])('it answers %s', (_what, lines, game) => {
    expect(after([withGame, ...lines], connected(playing)).state.game).toMatchObject(game)
  })

  const two = after(
    ['player_added?player_num=int:2', 'ball_start?player_num=int:1&ball=int:2', score(9_920), score(26_000, 2)],
    playing,
  ).state
  const restarted: MpfState = {
    ...initial,
    game: { players: [], currentPlayer: null, modesBefore: [] },
    kept: two.game!.players,
  }
  const answered = (count: string, ...players: [score: string, ball: string][]) => [
    ...[count, ...players.flat(), ...Array<string>(12 - players.length * 2).fill('NoneType:'), 'int:1'].map(answer),
  ]
  test.each<[string, string[], boolean]>([
    ['players are gone', answered('int:1', ['int:10000', 'int:3']), true],
    ['a score went back', answered('int:2', ['int:10000', 'int:3'], ['int:25999', 'int:3']), true],
    ['a ball went back', answered('int:2', ['int:10000', 'int:1'], ['int:26000', 'int:3']), true],
    ['nothing went back', answered('int:2', ['int:9920', 'int:2'], ['int:9007199254740993', 'NoneType:']), false],
    ['a player joined', answered('int:3', ['int:9920', 'int:2'], ['int:26000', 'int:2'], ['int:0', 'int:1']), false],
  ])(
    'MAC-10 a game that runs after an absence is another one where %s, and begins with nothing but what MPF says',
    (_what, said, isAnother) => {
      for (const from of [connected(two), connected(restarted)]) {
        const { state, events } = after([withGame, ...said], from)
        expect(typesOf(events)).toEqual(isAnother ? ['asked', 'lost', 'started', 'changed'] : ['asked', 'changed'])
        const { state: alone } = after([withGame, ...said], connected(initial))
        expect(state.game?.players.length).toBe(alone.game?.players.length)
        if (isAnother) expect(state.game).toEqual(alone.game)
      }
    },
  )

  test('an answer that comes after another connection was made is to no question of it', () => {
    const { state } = after([withGame], connected(playing))
    expect(after([answer('int:7')], connected(state)).state.game?.players).toEqual([{ score: 500, ball: null }])
  })
})
