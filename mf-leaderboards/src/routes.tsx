import { boardRoutes } from '@multiball/shared/pages'
import { LeaderboardForm } from './form/LeaderboardForm'
import { useRows } from './pages/useRows'

/** The owner's pages, below /leaderboards. */
export default boardRoutes({
  type: 'leaderboard',
  singular: 'Leaderboard',
  plural: 'Leaderboards',
  path: '/leaderboards',
  purpose: 'A leaderboard shows the best scores of a machine, full screen: ever, this month, or of your tournament.',
  filterWord: 'machine',
  Form: LeaderboardForm,
  useRows,
})
