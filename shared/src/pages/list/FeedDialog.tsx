import { makeFeedKey, type BoardOf } from '@multiball/shared/api'
import { failureWords } from '@multiball/shared/client'
import { boardPath } from '@multiball/shared/schema'
import { Banner, Button, CopyButton, Dialog, styles } from '@multiball/shared/ui'
import { useState } from 'react'
import { useKind } from '../kind'
import css from './FeedDialog.module.css'

/** How a program posts what a board shows: where to, and the key that lets it. */
export function FeedDialog({ board, onClose }: { board: BoardOf; onClose(): void }) {
  const { info } = useKind()
  return (
    <Dialog title={`Feeds of ${board.title}`} isOpen onClose={onClose}>
      <p>This board is filled by a program. It needs the feed’s address and its key.</p>
      {info.postedFeeds.map((name) => (
        <Feed key={`${board.id} ${name}`} board={board.id} name={name} />
      ))}
    </Dialog>
  )
}

function Feed({ board, name }: { board: number; name: string }) {
  const { type } = useKind()
  const [key, setKey] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const address = new URL(`${boardPath(type)}${board}/feed/${name}/`, location.origin).href

  const make = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      setKey(await makeFeedKey(type, board, name))
    } catch (thrown) {
      setFailure(failureWords(thrown))
    }
    setBusy(false)
  }

  return (
    <section className={css.feed} aria-label={`Feed ${name}`}>
      <p className={css.address}>PUT {address}</p>
      {failure && <Banner tone="error">{failure}</Banner>}
      {key === undefined ? (
        <p>The key is shown once, when you make it. Making a new one stops the old one from working.</p>
      ) : (
        <>
          <p>
            This is the only time the key is shown. <strong>Copy it now.</strong>
          </p>
          <p className={css.address}>
            Authorization: Feed <code aria-label={`Key of ${name}`}>{key}</code>
          </p>
        </>
      )}
      <div className={styles.actions}>
        {key !== undefined && <CopyButton text={key} what="key" />}
        <Button icon="key" isBusy={isBusy} onPress={() => void make()}>
          {key === undefined ? 'Make a key' : 'Make a new key'}
        </Button>
      </div>
    </section>
  )
}
