import { boardRoutes } from '@multiball/shared/pages'
import { ScoreboardForm } from './form/ScoreboardForm'
import { useRows } from './pages/useRows'

/** The owner's pages, below /scoreboards. */
export default boardRoutes({
  type: 'scoreboard',
  filterWord: 'machine',
  Form: ScoreboardForm,
  useRows,
})
