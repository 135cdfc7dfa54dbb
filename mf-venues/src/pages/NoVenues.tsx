import { EmptyState, LinkButton } from '@multiball/shared/ui'
import css from './NoVenues.module.css'

/** What an owner without venues is told: how the first score gets here. */
export const NoVenues = () => (
  <EmptyState
    title="You have not created any Venues!"
    action={
      <LinkButton to="/venues/add" variant="primary">
        Set up your first venue
      </LinkButton>
    }
  >
    <p>A venue is a place with machines. Your first score is a few minutes away:</p>
    <ol className={css.steps}>
      <li>Name the venue.</li>
      <li>Add a machine from the catalogue.</li>
      <li>Connect it: type the code that its device shows, or make a key.</li>
      <li>Play a test game and see it live.</li>
    </ol>
  </EmptyState>
)
