import { Button } from '@multiball/shared/ui'
import css from './NoMatch.module.css'

interface NoMatchProps {
  /** what is filtered, such as 'scoreboard' */
  what: string
  /** empties the filter */
  onClear(): void
}

/** Said in place of a list that a filter lets nothing through of. Once the filter is cleared, its field has the focus. */
export const NoMatch = ({ what, onClear }: NoMatchProps) => (
  <p className={css.nothing}>
    No {what} matches.
    <Button
      variant="quiet"
      icon="close"
      onPress={() => {
        onClear()
        document.querySelector<HTMLElement>('input[type=search]')?.focus()
      }}
    >
      Clear filter
    </Button>
  </p>
)
