import { boardKey, matching } from '@multiball/shared/forms'
import { Link } from '@multiball/shared/routing'
import { AsyncComboBox, styles } from '@multiball/shared/ui'
import { useEffect, useRef, useState } from 'react'
import { asOption, playgroundAddress, wordsOf } from '../ownBoards'
import type { OwnBoard } from '../ownBoards'

interface BoardPickerProps {
  own: readonly OwnBoard[]
  board: OwnBoard | undefined
}

/** Which of the owner's boards. Choosing one follows a link, so that what is not saved is asked about first. */
export function BoardPicker({ own, board }: BoardPickerProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const [chosen, setChosen] = useState<OwnBoard>()
  useEffect(() => {
    if (!chosen) return
    setChosen(undefined)
    link.current?.click()
  }, [chosen])
  return (
    <>
      <AsyncComboBox
        label="Board"
        placeholder="Search your boards"
        value={board ? asOption(board) : null}
        onChange={(option) => setChosen(own.find((one) => boardKey(one) === option?.id))}
        debounceMs={0}
        load={async (text) => matching(own, text, wordsOf).map(asOption)}
      />
      {chosen && (
        <Link ref={link} className={styles.unseen} to={playgroundAddress(chosen)} tabIndex={-1} aria-hidden="true">
          {chosen.title}
        </Link>
      )}
    </>
  )
}
