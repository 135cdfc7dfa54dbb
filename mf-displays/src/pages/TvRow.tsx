import { boardTypeLabel, boardTypeOf } from '@multiball/shared/client'
import { Thumbnail, useNewestScores, whenSeen } from '@multiball/shared/pages'
import { Link } from '@multiball/shared/routing'
import { isBuiltInType, isLiveBoardType } from '@multiball/shared/schema'
import type { BoardType, Tv } from '@multiball/shared/schema'
import { Button, Dot, Icon, LinkButton, Menu, MenuItem, styles } from '@multiball/shared/ui'
import css from './TvRow.module.css'

interface TvRowProps {
  tv: Tv
  now: Date
  isPhone: boolean
  onIdentify(): void
  onUnfollow(): void
  onReload(): void
  onRemove(): void
}

/** One TV: what it is called, what it shows, whether it is there. The row opens its form. */
export function TvRow({ tv, now, isPhone, ...handlers }: TvRowProps) {
  const { id, name, follows, is_online } = tv
  const board = follows ?? tv.board
  const seen = (
    <span className={`${styles.status} ${css.seen}`} data-online={is_online}>
      <Dot isOn={is_online} />
      {whenSeen(tv, now)}
    </span>
  )
  return (
    <li className={`${styles.row} ${css.row}`} id={`tv-${id}`} data-tv={id}>
      <span className={css.tile} data-online={is_online} aria-hidden="true">
        {board && isBuiltInType(board.type) && isLiveBoardType(board.type) ? (
          <LiveTile type={board.type} id={board.id} />
        ) : (
          <Icon name={board ? boardTypeOf(board.type).icon : 'alert'} size={18} />
        )}
      </span>
      <div className={`${styles.rowNames} ${css.names}`}>
        <Link className={styles.rowLink} to={`/displays/${id}/edit`} title={name}>
          {name}
        </Link>
        <span className={styles.rowDetail}>
          {board
            ? `${board.title} · ${follows ? 'until it’s over' : boardTypeLabel(board.type)}`
            : 'Nothing to show: its board was deleted'}
        </span>
        {isPhone && seen}
      </div>
      {!isPhone && seen}
      <TvActions tv={tv} isPhone={isPhone} {...handlers} />
    </li>
  )
}

/** What is on the TV, in small. */
function LiveTile({ type, id }: { type: BoardType; id: number }) {
  const scores = useNewestScores([{ id }], type)
  return <Thumbnail type={type} scores={scores.get(id)} />
}

function TvActions({
  tv: { id, name, board, follows },
  isPhone,
  onIdentify,
  onUnfollow,
  onReload,
  onRemove,
}: Omit<TvRowProps, 'now'>) {
  return (
    <div className={`${styles.rowActions} ${css.actions}`}>
      {!isPhone && (
        <>
          <LinkButton to={`/displays/${id}/edit`} variant="quiet" icon="edit" aria-label={`Change board of ${name}`}>
            <span className={css.word}>Change board</span>
          </LinkButton>
          <Button variant="quiet" icon="identify" aria-label={`Identify ${name}`} onPress={onIdentify}>
            <span className={css.word}>Identify</span>
          </Button>
        </>
      )}
      <Menu label={`More for ${name}`}>
        {isPhone && (
          <MenuItem icon="edit" to={`/displays/${id}/edit`}>
            Change board
          </MenuItem>
        )}
        {isPhone && (
          <MenuItem icon="identify" onPress={onIdentify}>
            Identify
          </MenuItem>
        )}
        {follows && (
          <MenuItem icon="tv" onPress={onUnfollow}>
            {board ? `Show ${board.title} again` : 'Show its own board again'}
          </MenuItem>
        )}
        <MenuItem icon="retry" onPress={onReload}>
          Reload
        </MenuItem>
        {!isPhone && (
          <MenuItem icon="edit" to={`/displays/${id}/edit`}>
            Rename
          </MenuItem>
        )}
        <MenuItem icon="key" to={`/displays/pair?display=${id}`}>
          Pair again
        </MenuItem>
        <MenuItem icon="delete" tone="danger" onPress={onRemove}>
          Remove
        </MenuItem>
      </Menu>
    </div>
  )
}
