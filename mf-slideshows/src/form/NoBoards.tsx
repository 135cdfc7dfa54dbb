import { EmptyState, LinkButton } from '@multiball/shared/ui'
import css from './NoBoards.module.css'

/** What an owner without any board is told. */
export const NoBoards = () => (
  <EmptyState
    title="You must create at least one scoreboard or leaderboard to use this feature."
    action={
      <span className={css.ways}>
        <LinkButton to="/scoreboards/add" icon="plus">
          Add Scoreboard
        </LinkButton>
        <LinkButton to="/leaderboards/add" icon="plus">
          Add Leaderboard
        </LinkButton>
      </span>
    }
  >
    A slideshow shows boards that exist already, one after the other, and pictures between them.
  </EmptyState>
)
