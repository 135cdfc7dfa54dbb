import { boardTypeLabel, boardTypeOf, failureWords } from '@multiball/shared/client'
import { Unread } from '@multiball/shared/queries'
import type { Tv } from '@multiball/shared/schema'
import { Banner, Dialog, Dot, Icon, Spinner, styles } from '@multiball/shared/ui'
import { useState } from 'react'
import type { Notice } from '../notice'
import { PairTv } from './PairTv'
import { showOnAll, showOnTv, shownBy, type TitledBoard, useTvs } from './steerTv'
import css from './TvSheet.module.css'
import { whenSeen } from './tvWords'

interface TvSheetProps {
  board: TitledBoard
  onClose(): void
  /** the board is on its way to a TV */
  onDone(notice: Notice): void
  /** told what became of taking it back */
  tell(notice: Notice | undefined): void
}

/** The owner's TVs, of which a tap puts the board on one; the last line pairs a new one. */
export function TvSheet({ board, onClose, onDone, tell }: TvSheetProps) {
  const read = useTvs(true)
  const [busy, setBusy] = useState<number | 'all'>()
  const [failure, setFailure] = useState<string>()
  const [isPairing, setPairing] = useState(false)
  const found = read.loaded.type === 'ready' ? read.loaded.value : undefined

  const show = async (what: Tv | 'all') => {
    if (busy !== undefined) return
    setBusy(what === 'all' ? what : what.id)
    setFailure(undefined)
    try {
      const notice = await (what === 'all' ? showOnAll(found ?? [], board, tell) : showOnTv(what, board, tell))
      void read.refresh()
      onDone(notice)
    } catch (error) {
      setFailure(failureWords(error))
      setBusy(undefined)
    }
  }

  return (
    <Dialog
      title={isPairing || found?.length === 0 ? 'Pair a new TV' : 'Show on a TV'}
      closeLabel="Cancel"
      isSheet
      isOpen
      onClose={onClose}
    >
      <p className={css.board}>{board.title}</p>
      {failure && <Banner tone="error">{failure}</Banner>}
      <Unread read={read} what="your TVs" />
      {found && (isPairing || found.length === 0) && <PairTv board={board} known={found} onDone={onDone} />}
      {found && found.length > 0 && !isPairing && (
        <ul className={css.list} aria-label="TVs">
          {found.map((tv) => (
            <TvChoice
              key={tv.id}
              tv={tv}
              isHere={isSame(tv, board)}
              isBusy={busy === tv.id}
              onPress={() => void show(tv)}
            />
          ))}
          {boardTypeOf(board.type).postedFeeds.length > 0 && (
            <li>
              <button type="button" className={css.tv} onClick={() => void show('all')} aria-busy={busy === 'all'}>
                <span className={css.tile}>
                  {busy === 'all' ? <Spinner label="Waiting for all TVs" /> : <Icon name="tv" />}
                </span>
                <span className={`${styles.rowNames} ${css.words}`}>
                  <span className={css.name}>All TVs, until it’s over</span>
                  <span className={css.shows}>Then each shows its own board again</span>
                </span>
              </button>
            </li>
          )}
          <li>
            <button type="button" className={css.tv} onClick={() => setPairing(true)}>
              <span className={css.tile}>
                <Icon name="plus" />
              </span>
              <span className={css.name}>Pair a new TV</span>
            </button>
          </li>
        </ul>
      )}
    </Dialog>
  )
}

function isSame(tv: Tv, { type, id }: TitledBoard) {
  const shown = shownBy(tv)
  return shown?.type === type && shown.id === id
}

function TvChoice({ tv, isHere, isBusy, onPress }: { tv: Tv; isHere: boolean; isBusy: boolean; onPress(): void }) {
  const { name, is_online } = tv
  const board = shownBy(tv)
  const shows = board ? `${board.title} · ${boardTypeLabel(board.type)}` : 'Nothing to show'
  return (
    <li>
      <button type="button" className={css.tv} onClick={onPress} aria-busy={isBusy}>
        <span className={css.tile}>
          {isBusy ? <Spinner label={`Waiting for ${name}`} /> : <Icon name={isHere ? 'check' : 'tv'} />}
        </span>
        <span className={`${styles.rowNames} ${css.words}`}>
          <span className={css.name}>{name}</span>
          <span className={css.shows}>{isHere ? 'Shows this board' : shows}</span>
        </span>
        <span className={`${styles.status} ${css.seen}`}>
          <Dot isOn={is_online} />
          {whenSeen(tv, new Date())}
        </span>
      </button>
    </li>
  )
}
