import { EmptyState, LinkButton } from '@multiball/shared/ui'

/** What an owner without scoreboards is told. */
export function EmptyList() {
  return (
    <EmptyState
      title="You have not created any Scoreboards!"
      action={
        <LinkButton to="/scoreboards/add" variant="secondary" icon="plus">
          Create the first one
        </LinkButton>
      }
    >
      A scoreboard shows the live game of one machine, full screen.
    </EmptyState>
  )
}
