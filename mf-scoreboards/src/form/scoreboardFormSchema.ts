import { ScoreboardInput } from '@multiball/shared/schema'
import * as v from 'valibot'

const isNoTime = 'Please enter 1 to 86400 seconds'
const Seconds = v.pipe(v.number(isNoTime), v.integer(isNoTime), v.minValue(1, isNoTime), v.maxValue(86_400, isNoTime))

/** What is sent, in the words of its form: which seconds may be, and that an idle leaderboard is one. */
export const scoreboardFormSchema = v.pipe(
  v.object({ ...ScoreboardInput.entries, idle_leaderboard_sec: Seconds, idle_scoreboard_sec: Seconds }),
  v.forward(
    v.partialCheck(
      [['idle_leaderboard_show'], ['leaderboard']],
      ({ idle_leaderboard_show, leaderboard }) => !idle_leaderboard_show || leaderboard !== null,
      'Please select a leaderboard',
    ),
    ['leaderboard'],
  ),
)
