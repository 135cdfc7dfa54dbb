import { BoardScreen, useDisplay } from '@multiball/shared/boards'
import { boardTypeOf } from '@multiball/shared/client'
import { ScaledScreen, type BoardName, type OwnBoards } from '@multiball/shared/forms'
import { useBoard } from '@multiball/shared/live'
import { isLiveBoardType, notAvailable } from '@multiball/shared/schema'
import { Icon } from '@multiball/shared/ui'
import { boardOf } from './boardChoice'
import css from './TvPreview.module.css'

interface TvPreviewProps {
  /** of the board that is chosen; '' while there is none */
  board: string
  boards: OwnBoards
}

/** The chosen board as the TV will show it, live. */
export function TvPreview({ board, boards }: TvPreviewProps) {
  const chosen = boardOf(board)
  const choice =
    boards.type === 'ready'
      ? boards.choices.find(({ type, id }) => type === chosen?.type && id === chosen.id)
      : undefined
  const key = choice?.isPublic ? undefined : choice?.viewerKey
  // Whether it takes a key is known with the boards.
  const isKnown = boards.type !== 'loading'
  return (
    <figure className={css.tv}>
      <div className={css.screen}>
        {chosen && isKnown && isLiveBoardType(chosen.type) ? (
          <LiveBoard key={board} {...chosen} viewerKey={key} />
        ) : (
          <p className={css.words}>{wordsFor(chosen)}</p>
        )}
      </div>
      <figcaption className={css.note}>
        <Icon name="tv" /> {chosen ? 'This is what the TV will show, live.' : 'The TV shows the board you choose.'}
      </figcaption>
    </figure>
  )
}

function wordsFor(chosen: BoardName | undefined): string {
  if (!chosen) return 'No board yet'
  return chosen.type === 'slideshow' ? 'A slideshow shows its slides in turn.' : 'Waiting for data...'
}

function LiveBoard({ type, id, viewerKey }: BoardName & { viewerKey: string | undefined }) {
  const { bootstrap, scores, connection, asOf, error } = useBoard({ type, id, key: viewerKey })
  const display = useDisplay(type)
  if (display.type === 'failed')
    return <p className={css.words}>{boardTypeOf(type).isAvailable ? 'This display cannot be shown.' : notAvailable}</p>
  if (!bootstrap || display.type === 'loading')
    return <p className={css.words}>{error?.message ?? 'Waiting for data...'}</p>
  return (
    <ScaledScreen>
      <BoardScreen
        display={display.display}
        bootstrap={bootstrap}
        scores={scores}
        connection={connection}
        asOf={asOf}
        layout="screen"
        viewerKey={viewerKey}
      />
    </ScaledScreen>
  )
}
