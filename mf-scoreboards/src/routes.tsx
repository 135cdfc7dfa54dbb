import { boardRoutes, late } from '@multiball/shared/pages'
import { useRows } from './pages/useRows'

/** The owner's pages, below /scoreboards. */
export default boardRoutes({
  type: 'scoreboard',
  filterWord: 'machine',
  Form: late(async () => (await import('./form/ScoreboardForm')).ScoreboardForm),
  useRows,
})
