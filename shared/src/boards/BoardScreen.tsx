import { pageConfig } from '@multiball/shared/client'
import { Foot, Stage, timeOfDay, useNow } from '@multiball/shared/display'
import type { Connection } from '@multiball/shared/live'
import type { BootstrapOf, ScoresOf, BoardType } from '@multiball/shared/schema'
import { BoardMoments } from './BoardMoments'
import css from './BoardScreen.module.css'
import { backgroundOf, displayOptions } from './displayOptions'
import type { BoardDisplay, DisplayLayout } from './types'

export interface BoardScreenProps<Type extends BoardType> {
  display: BoardDisplay<Type>
  bootstrap: BootstrapOf<Type>
  scores: ScoresOf<Type> | undefined
  connection: Connection
  /** ms since 1970 when the server was last seen */
  asOf?: number
  /** sentence of what fails just now; the last scores stay */
  error?: string
  layout?: DisplayLayout
  /** in place of how fresh it is, where it is not live at all */
  words?: string
  /** see DisplayProps */
  viewerKey?: string
}

/** ms without the server after which a board rests: what it shows is not what is played */
const restAfterMs = 60_000
const lookMs = 10_000

/** One board on its stage, with the foot that says how fresh it is. Fills its parent, which must have a size. */
export function BoardScreen<Type extends BoardType>({
  display: { Display, isOverlay, moments },
  bootstrap,
  scores,
  connection,
  asOf,
  error,
  layout = 'screen',
  words,
  viewerKey,
}: BoardScreenProps<Type>) {
  const now = useNow(connection === 'offline' ? lookMs : undefined)
  const since = connection === 'offline' && asOf !== undefined && now - asOf >= restAfterMs ? asOf : undefined
  const sentence = since === undefined ? error : `NO CONNECTION SINCE ${timeOfDay(since, now)}`
  // Over footage there is no place for a background, a foot or a sentence: the display's own mark says how fresh it is.
  if (isOverlay)
    return (
      <Display
        bootstrap={bootstrap}
        scores={scores}
        layout={layout}
        options={displayOptions()}
        connection={connection}
      />
    )
  const foot = <Foot connection={connection} asOf={asOf} words={words} branding={pageConfig().branding} />
  return (
    <Stage background={backgroundOf(bootstrap)} layout={layout}>
      <div className={css.display} data-resting={since === undefined ? undefined : ''}>
        <Display
          bootstrap={bootstrap}
          scores={scores}
          layout={layout}
          options={displayOptions()}
          viewerKey={viewerKey}
        />
      </div>
      {sentence && layout === 'screen' && (
        <p className={since === undefined ? css.error : `${css.error} ${css.away}`} role="alert">
          {sentence}
        </p>
      )}
      {foot}
      {layout === 'screen' && <BoardMoments {...{ bootstrap, scores, connection, foot }} how={moments} />}
    </Stage>
  )
}
