import { Link } from '@multiball/shared/routing'
import { reachAtom } from '@multiball/shared/session'
import { Button, Dot, Icon, IconLink, LinkButton, Menu, MenuItem, styles } from '@multiball/shared/ui'
import { useAtomValue } from 'jotai'
import { useKind } from '../kind'
import type { AnyBoard, RowDetails, RowState } from '../kind'
import css from './Row.module.css'
import { claimsAddress, copyLink, viewerAddress } from './viewerAddress'

/** What the list does for a row. */
export interface RowHandlers {
  onDelete(): void
  onDuplicate(): void
  onShowOnTv(): void
  onSetPrivacy(isPublic: boolean): void
  onShowCode(): void
  onShowFeeds(): void
  /** told what became of the link */
  onCopied(text: string): void
}

interface RowActionsProps extends RowHandlers {
  board: AnyBoard
  /** of its form; Cancel leads from there to the list as it is now */
  editPath: string
  isOwned: boolean
  isPhone: boolean
}

interface RowProps extends RowActionsProps {
  details: RowDetails
  /** it was just created */
  isNew: boolean
}

/** One board of the list; the row opens its form. */
export function Row({ board, editPath, details, isOwned, isPhone, isNew, ...handlers }: RowProps) {
  const state = details.state && <StateMark {...details.state} />
  return (
    <li className={`${styles.row} ${css.row}`} id={`board-${board.id}`} data-new={isNew || undefined}>
      {details.thumbnail}
      <div className={styles.rowNames}>
        {isOwned ? (
          <Link className={styles.rowLink} to={editPath} title={board.title}>
            {board.title}
          </Link>
        ) : (
          <span className={styles.rowLink}>{board.title}</span>
        )}
        {/* A line that is still to come has its room already. */}
        {'place' in details && (
          <span className={styles.rowDetail}>
            {besides(board.title, isPhone ? (details.shortPlace ?? details.place) : details.place)}
          </span>
        )}
        {isPhone && state}
      </div>
      {!isPhone && (
        <>
          <span className={css.privacy}>
            <Icon name={board.is_public ? 'globe' : 'lock'} />
            {board.is_public ? 'Public' : 'Private'}
          </span>
          <span className={css.state}>{state}</span>
          <span className={css.when}>{details.when}</span>
        </>
      )}
      <RowActions board={board} editPath={editPath} isOwned={isOwned} isPhone={isPhone} {...handlers} />
    </li>
  )
}

/** What the second line adds to the title: a board that has its machine's title names the machine once. */
const besides = (title: string, line: string | undefined) =>
  line?.toLocaleLowerCase().startsWith(`${title.toLocaleLowerCase()} · `)
    ? line.slice(title.length + ' · '.length)
    : line

/** What a board is doing. Where a game may be on, its dot is filled while one is. */
function StateMark({ text, isPlaying }: RowState) {
  const isLive = useAtomValue(reachAtom).type === 'reached'
  return (
    <span className={css.mark} data-playing={isLive && isPlaying}>
      {isPlaying !== undefined && <Dot isOn={isLive && isPlaying} />}
      {/* Whoever sees the page sees that it is dimmed, and why. */}
      {!isLive && <span className={styles.unseen}>Last known: </span>}
      {text}
    </span>
  )
}

/** View, Edit, Delete and a menu; on a phone View and a menu. */
function RowActions(props: RowActionsProps) {
  const { info } = useKind()
  const { board, isPhone } = props
  return (
    <div className={styles.rowActions}>
      {isPhone ? (
        <IconLink icon="view" label={`View ${board.title}`} href={viewerAddress(info.path, board)} newTab />
      ) : (
        <RowButtons {...props} />
      )}
      <RowMenu {...props} />
    </div>
  )
}

function RowButtons({ board, editPath, isOwned, onDelete }: RowActionsProps) {
  const { info } = useKind()
  return (
    <>
      <LinkButton
        href={viewerAddress(info.path, board)}
        newTab
        variant="quiet"
        icon="view"
        aria-label={`View ${board.title}`}
      >
        <span className={css.word}>View</span>
      </LinkButton>
      {isOwned && (
        <>
          <LinkButton to={editPath} variant="quiet" icon="edit" aria-label={`Edit ${board.title}`}>
            <span className={css.word}>Edit</span>
          </LinkButton>
          <Button variant="quiet" icon="delete" aria-label={`Delete ${board.title}`} onPress={onDelete}>
            <span className={css.word}>Delete</span>
          </Button>
        </>
      )}
    </>
  )
}

/** What else can be done with a board; on a phone all but View. */
function RowMenu({
  board,
  editPath,
  isOwned,
  isPhone,
  onDelete,
  onDuplicate,
  onShowOnTv,
  onSetPrivacy,
  onShowCode,
  onShowFeeds,
  onCopied,
}: RowActionsProps) {
  const { type, path, info, boardPages = [] } = useKind()
  // Grids and overlays have no room for codes.
  const forClaims = type === 'scoreboard' || type === 'slideshow' ? claimsAddress(info.path, board) : undefined
  return (
    <Menu label={`More for ${board.title}`}>
      {isPhone && isOwned && (
        <MenuItem icon="edit" to={editPath}>
          Edit
        </MenuItem>
      )}
      {isOwned &&
        boardPages.map((page) => (
          <MenuItem key={page.path} icon={page.icon} to={`${path}/${board.id}/${page.path}`}>
            {page.label}
          </MenuItem>
        ))}
      <MenuItem icon="tv" onPress={onShowOnTv}>
        Show on a TV
      </MenuItem>
      <MenuItem icon="copy" onPress={() => void copyLink(viewerAddress(info.path, board)).then(onCopied)}>
        Copy link
      </MenuItem>
      {forClaims && (
        <MenuItem icon="copy" onPress={() => void copyLink(forClaims).then(onCopied)}>
          Copy link with claim codes
        </MenuItem>
      )}
      <MenuItem icon="qr" onPress={onShowCode}>
        QR code
      </MenuItem>
      {isOwned && (
        <MenuItem icon="embed" to={`/embed?type=${type}&board=${board.id}`}>
          Embed
        </MenuItem>
      )}
      {isOwned && info.postedFeeds.length > 0 && (
        <MenuItem icon="key" onPress={onShowFeeds}>
          Feed key
        </MenuItem>
      )}
      {isOwned && !info.isOverlay && (
        <MenuItem icon={board.is_public ? 'lock' : 'globe'} onPress={() => onSetPrivacy(!board.is_public)}>
          {board.is_public ? 'Make private' : 'Make public'}
        </MenuItem>
      )}
      <MenuItem icon="plus" onPress={onDuplicate}>
        Duplicate
      </MenuItem>
      {isPhone && isOwned && (
        <MenuItem icon="delete" tone="danger" onPress={onDelete}>
          Delete
        </MenuItem>
      )}
    </Menu>
  )
}
