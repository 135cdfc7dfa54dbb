import { EmptyState, LinkButton } from '@multiball/shared/ui'

/** What an owner without a scoreboard for a stream is told. */
export const NoScoreboards = () => (
  <EmptyState
    title="You must create at least one public, scoreboard with only one machine to use this feature."
    action={
      <LinkButton to="/scoreboards/add" icon="plus">
        Add Scoreboard
      </LinkButton>
    }
  >
    A streamboard puts the live scores of such a scoreboard over the cameras of a stream.
  </EmptyState>
)
