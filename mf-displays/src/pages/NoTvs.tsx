import { EmptyState, LinkButton } from '@multiball/shared/ui'
import css from './NoTvs.module.css'

/** What an owner without TVs is told. */
export const NoTvs = () => (
  <EmptyState
    title="No displays yet"
    action={
      <LinkButton to="/displays/pair" icon="plus">
        Pair the first one
      </LinkButton>
    }
  >
    <p>A display is a TV you control from here: choose its board, reload it, see whether it’s online.</p>
    <ol className={css.steps}>
      <li>
        On the TV, open <strong className={css.address}>{`${location.host}/tv`}</strong>
      </li>
      <li>It shows a code. Scan it, or type it here.</li>
      <li>Give the TV a name and a board. You’ll never need to type on the TV again.</li>
    </ol>
  </EmptyState>
)
