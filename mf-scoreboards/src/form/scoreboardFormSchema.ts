import { ScoreboardInput } from '@multiball/shared/schema'
import * as v from 'valibot'

// Beside the form: a file that exports more than components is reloaded by `npm run dev`, not refreshed.
/** What is sent, and that an idle leaderboard is one. */
export const scoreboardFormSchema = v.pipe(
  v.object(ScoreboardInput.entries),
  v.forward(
    v.partialCheck(
      [['idle_leaderboard_show'], ['leaderboard']],
      ({ idle_leaderboard_show, leaderboard }) => !idle_leaderboard_show || leaderboard !== null,
      'Please select a leaderboard',
    ),
    ['leaderboard'],
  ),
)
