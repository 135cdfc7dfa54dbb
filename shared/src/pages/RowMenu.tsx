import { Menu, MenuItem } from '@multiball/shared/ui'
import { copyLink } from './copyLink'
import type { AnyBoard } from './kind'
import { useKind } from './kindContext'
import type { RowHandlers } from './rowHandlers'
import { claimsAddress, viewerAddress } from './viewerAddress'

interface RowMenuProps extends RowHandlers {
  board: AnyBoard
  isOwned: boolean
  isPhone: boolean
}

/** What else can be done with a board; on a phone all but View. */
export function RowMenu({ board, isOwned, isPhone, onDelete, onDuplicate, onSetPrivacy, onShowCode, onShowFeeds, onCopied }: RowMenuProps) {
  const { type, path, info } = useKind()
  // Grids and overlays have no room for codes.
  const forClaims = type === 'scoreboard' || type === 'slideshow' ? claimsAddress(info.path, board) : undefined
  return (
    <Menu label={`More for ${board.title}`}>
      {isPhone && isOwned && (
        <MenuItem icon="edit" to={`${path}/${board.id}/edit`}>
          Edit
        </MenuItem>
      )}
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
