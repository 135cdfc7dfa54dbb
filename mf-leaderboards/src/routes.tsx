import { boardRoutes, late } from '@multiball/shared/pages'
import { useRows } from './pages/useRows'

/** The owner's pages, below /leaderboards. */
export default boardRoutes({
  type: 'leaderboard',
  filterWord: 'machine',
  Form: late(async () => (await import('./form/LeaderboardForm')).LeaderboardForm),
  useRows,
})
