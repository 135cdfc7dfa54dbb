import { boardRoutes } from '@multiball/shared/pages'
import { LeaderboardForm } from './form/LeaderboardForm'
import { useRows } from './pages/useRows'

/** The owner's pages, below /leaderboards. */
export default boardRoutes({
  type: 'leaderboard',
  filterWord: 'machine',
  Form: LeaderboardForm,
  useRows,
})
