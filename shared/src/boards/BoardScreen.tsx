import { pageConfig } from '@multiball/shared/api'
import { Foot, Stage } from '@multiball/shared/display'
import type { Connection } from '@multiball/shared/live'
import css from './BoardScreen.module.css'
import { displayOptions } from './displayOptions'
import type { BoardDisplay, DisplayLayout } from './types'

export interface BoardScreenProps<Bootstrap, Scores> {
  display: BoardDisplay<Bootstrap, Scores>
  bootstrap: Bootstrap
  scores: Scores | undefined
  connection: Connection
  /** ms since 1970 when the server was last heard */
  asOf?: number
  /** sentence of what fails just now; the last scores stay */
  error?: string
  layout?: DisplayLayout
}

/** One board on its stage, with the foot that says how fresh it is. Fills its parent, which must have a size. */
export function BoardScreen<Bootstrap extends { background_color: string }, Scores>({
  display: { Display },
  bootstrap,
  scores,
  connection,
  asOf,
  error,
  layout = 'screen',
}: BoardScreenProps<Bootstrap, Scores>) {
  return (
    <Stage background={bootstrap.background_color} layout={layout}>
      <div className={css.display}>
        <Display bootstrap={bootstrap} scores={scores} layout={layout} options={displayOptions()} />
      </div>
      {error && layout === 'screen' && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
      <Foot connection={connection} asOf={asOf} branding={pageConfig().branding} />
    </Stage>
  )
}
