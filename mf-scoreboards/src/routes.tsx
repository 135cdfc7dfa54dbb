import { boardRoutes } from '@multiball/shared/pages'
import { ScoreboardForm } from './form/ScoreboardForm'
import { useRows } from './pages/useRows'

/** The owner's pages, below /scoreboards. */
export default boardRoutes({
  type: 'scoreboard',
  singular: 'Scoreboard',
  plural: 'Scoreboards',
  path: '/scoreboards',
  purpose: 'A scoreboard shows the live game of one machine, full screen.',
  filterWord: 'machine',
  Form: ScoreboardForm,
  useRows,
})
