import type { Scoreboard } from '@multiball/shared/schema'
import { IconLink, Menu, MenuItem } from '@multiball/shared/ui'
import { copyLink } from './copyLink'
import { viewerAddress } from './viewerAddress'

interface RowMenuProps {
  board: Scoreboard
  isOwned: boolean
  onDelete(): void
  onCopied(text: string): void
}

/** A phone's row: View, and the rest behind a menu. */
export function RowMenu({ board, isOwned, onDelete, onCopied }: RowMenuProps) {
  const address = viewerAddress(board)
  return (
    <>
      <IconLink icon="view" label={`View ${board.title}`} href={address} newTab />
      <Menu label={`More for ${board.title}`}>
        {isOwned && (
          <MenuItem icon="edit" to={`/scoreboards/${board.id}/edit`}>
            Edit
          </MenuItem>
        )}
        <MenuItem icon="copy" onPress={() => void copyLink(address).then(onCopied)}>
          Copy link
        </MenuItem>
        {isOwned && (
          <MenuItem icon="delete" tone="danger" onPress={onDelete}>
            Delete
          </MenuItem>
        )}
      </Menu>
    </>
  )
}
