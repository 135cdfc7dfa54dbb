import { onFields } from '@multiball/shared/forms'
import { idleImages, newBoard, ScoreboardInput, ScoreboardRules, ScoreboardSettings } from '@multiball/shared/schema'
import * as v from 'valibot'
import { scenesOf } from './samples'

const filled: ScoreboardInput = {
  ...newBoard(ScoreboardInput),
  title: 'Bar',
  venuemachine_items: [{ venuemachine: 11, order: 0 }],
}

const errorsOf = (more: Partial<ScoreboardInput>) =>
  v
    .safeParse(onFields(ScoreboardRules, ScoreboardInput.entries), { ...filled, ...more })
    .issues?.map(({ path, message }) => `${String(path?.[0]?.key)}: ${message}`)

const isNoTime = 'Please enter 1 to 86400 seconds'

test.each<[Partial<ScoreboardInput>, string[] | undefined]>([
  [{}, undefined],
  [{ idle_leaderboard_show: true, leaderboard: 21 }, undefined],
  [{ idle_leaderboard_show: true }, ['leaderboard: Please select a leaderboard']],
  [{ chase: 'leaderboard', leaderboard: 21 }, undefined],
  [{ chase: 'leaderboard' }, ['leaderboard: Please select a leaderboard']],
  [{ idle_hotgame_show: true, idle_hotgame_type: 4 }, undefined],
  [{ idle_scoreboard_sec: 1, idle_leaderboard_sec: 86_400 }, undefined],
  [
    { idle_scoreboard_sec: 0, idle_leaderboard_sec: 86_401 },
    [`idle_leaderboard_sec: ${isNoTime}`, `idle_scoreboard_sec: ${isNoTime}`],
  ],
  // All at once.
  [
    { title: ' ', idle_leaderboard_show: true },
    ['title: Title must not be blank', 'leaderboard: Please select a leaderboard'],
  ],
])('SB-02 CHA-08 with %j the form says %j', (more, errors) => {
  expect(errorsOf(more)).toEqual(errors)
})

test('SB-02 SB-03 a new scoreboard: nothing when idle, 10 seconds each, Random', () => {
  const { idle_hotgame_show, idle_hotgame_type, idle_leaderboard_sec, idle_leaderboard_show, idle_scoreboard_sec } =
    newBoard(ScoreboardInput)
  expect({ idle_leaderboard_show, idle_hotgame_show, idle_scoreboard_sec, idle_leaderboard_sec }).toEqual({
    idle_leaderboard_show: false,
    idle_hotgame_show: false,
    idle_scoreboard_sec: 10,
    idle_leaderboard_sec: 10,
  })
  expect(idleImages[idle_hotgame_type]).toBe('Random')
})

test.each([
  [false, false, []],
  [true, false, ['Idle leaderboard']],
  [false, true, ['Hot game', 'Idle image']],
])(
  'the preview of a leaderboard %s and hot games %s has the scenes %j besides',
  (idle_leaderboard_show, idle_hotgame_show, more) => {
    const usual = ['4 players', '1 player', 'Idle', '13 digits', 'Game over', 'Grid cell']
    expect(scenesOf({ idle_leaderboard_show, idle_hotgame_show })).toEqual([...usual, ...more])
  },
)

test('WAL-02 a new scoreboard, and a stored one of before, follows its machine; another kind than ours is refused, and a viewer takes it for none', () => {
  expect(filled.figures).toBe('machine')
  const { figures: _, ...before } = filled
  expect(v.parse(ScoreboardInput, before).figures).toBe('machine')
  expect(v.parse(ScoreboardInput, { ...filled, figures: 'reels' }).figures).toBe('reels')
  expect(v.safeParse(ScoreboardInput, { ...filled, figures: 'hologram' }).success).toBe(false)
  expect(v.parse(v.pick(ScoreboardSettings, ['figures']), { figures: 'hologram' }).figures).toBe('machine')
})
