import type { DisplayProps } from '@multiball/shared/boards'
import { useLettersOf, useScene } from '@multiball/shared/display'
import { boardView } from './boardView'
import { Cell } from './Cell'
import { Screen } from './Screen'

/** The best scores of a leaderboard, alone on a screen or in the cell of a grid. */
export function LeaderboardDisplay({ bootstrap, scores, layout, isHighDensity = false }: DisplayProps<'leaderboard'>) {
  useScene({ variant: 'leaderboard' })
  const view = boardView(bootstrap)
  useLettersOf(`${view.name} ${view.line}`)
  const Layout = layout === 'cell' ? Cell : Screen
  return (
    <Layout
      view={view}
      scores={scores ?? bootstrap.scores}
      rowsAsked={bootstrap.items_per_list}
      isHighDensity={isHighDensity}
    />
  )
}
