import { Button, EmptyState, LinkButton } from '@multiball/shared/ui'
import css from './ItemsField.module.css'

/** What an owner without any board is told. */
export const NoBoards = ({ onAskOthers }: { onAskOthers(): void }) => (
  <EmptyState
    title="You have no scoreboards or leaderboards yet."
    action={
      <span className={css.ways}>
        <LinkButton to="/scoreboards/add" icon="plus">
          Add Scoreboard
        </LinkButton>
        <LinkButton to="/comboboards/wizard">Bulk create</LinkButton>
        <Button variant="quiet" onPress={onAskOthers}>
          Use public boards of others
        </Button>
      </span>
    }
  >
    A comboboard shows boards that exist already. Make them one by one, or all at once for the machines of your venue.
  </EmptyState>
)
