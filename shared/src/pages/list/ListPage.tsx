import type { BoardOf } from '@multiball/shared/api'
import { FirstSteps } from '@multiball/shared/forms'
import { Unread } from '@multiball/shared/queries'
import {
  Button,
  EmptyState,
  late,
  LinkButton,
  LoadingRows,
  PageHeading,
  styles,
  useIsPhone,
} from '@multiball/shared/ui'
import { useLocation } from '@multiball/shared/routing'
import { useDeferredValue, useEffect, useState } from 'react'
import { focusAfter } from '../focusAfter'
import { isOwner, useKind } from '../kind'
import { LateSheet } from '../LateSheet'
import { notice, useNotice, type Notice } from '../notice'
import { NoticeBanner } from '../NoticeBanner'
import { useShowOnTv } from '../tvs/useShowOnTv'
import { DeleteDialog } from './DeleteDialog'
import css from './ListPage.module.css'
import { formatListQuery, selectBoards, useListQuery } from './listQuery'
import type { ListQuery } from './listQuery'
import { ListToolbar } from './ListToolbar'
import { NoMatch } from './NoMatch'
import { Row } from './Row'
import type { RowHandlers } from './Row'
import { useBoardList } from './useBoardList'
import { viewerAddress } from './viewerAddress'

// Seldom opened: not in everybody's way.
const CodeDialog = late(async () => (await import('./CodeDialog')).CodeDialog)
const FeedDialog = late(async () => (await import('./FeedDialog')).FeedDialog)

/** The list first; then what is likely to be opened from it. */
const prepareMs = 1_000

/** A screenful, which takes presses while the rows below it are drawn. */
const firstRows = 12

/** The owner's boards of one type. */
export function ListPage({ owner }: { owner: number }) {
  const { type, singular, plural, path, info, actions, prepareForm } = useKind()
  const [shownNotice, setNotice] = useNotice()
  const [query, changeQuery] = useListQuery()
  const [shownCount, setShownCount] = useState<number>()
  const [asked, setAsked] = useState<BoardOf>()
  const isPhone = useIsPhone()
  const [coded, setCoded] = useState<BoardOf>()
  const [fed, setFed] = useState<BoardOf>()
  const tell = (text: string) => setNotice(notice(text))
  const loseSheet = (told: Notice) => {
    setCoded(undefined)
    setFed(undefined)
    setNotice(told)
  }
  const onTv = useShowOnTv(setNotice)
  const [created] = useState(shownNotice?.created)
  const askForTv = ({ id, title }: BoardOf) => onTv.ask({ type, id, title })
  const { read, remove, duplicate, setPrivacy } = useBoardList(type, owner, tell)
  const boards = read.loaded.type === 'ready' ? read.loaded.value : undefined
  const isLoading = read.loaded.type === 'loading'
  const [wasAwaited] = useState(isLoading)
  const count = boards?.length
  const isEmpty = count === 0
  useEffect(() => {
    if (isLoading) return
    const timer = setTimeout(prepareForm, prepareMs)
    return () => clearTimeout(timer)
  }, [isLoading, prepareForm])
  const search = searchOf(query)
  const addLink = (
    <LinkButton to={`${path}/add${search}`} variant="primary">
      + Add {singular}
    </LinkButton>
  )

  return (
    <>
      <PageHeading
        title={`My ${plural}`}
        count={count}
        countLabel={count === 1 ? info.singular : info.plural}
        actions={
          isPhone && !isEmpty ? (
            actions
          ) : (
            <>
              {actions}
              {addLink}
            </>
          )
        }
      />
      <NoticeBanner
        notice={shownNotice}
        onDismiss={() => setNotice(undefined)}
        next={
          shownNotice?.created && (
            <NextSteps board={boards?.find(({ id }) => id === shownNotice.created)} onShowOnTv={askForTv} />
          )
        }
      />
      {isEmpty && <FirstSteps />}
      {isEmpty && <EmptyList />}
      {(isLoading || boards) && !isEmpty && (
        <ListToolbar
          query={query}
          isPhone={isPhone}
          addLink={addLink}
          count={
            boards && shownCount !== undefined && isFiltered(query)
              ? { shown: shownCount, all: boards.length }
              : undefined
          }
          onChange={changeQuery}
        />
      )}
      {info.isOverlay && boards && !isEmpty && (
        <p className={css.hint}>
          View opens the overlay alone. It is transparent: a browser shows it on white, OBS over your video.
        </p>
      )}
      <Unread
        read={read}
        what={`your ${info.plural}`}
        waiting={<LoadingRows label={`Loading your ${info.plural}`} hasPicture />}
      />
      {boards && !isEmpty && (
        <ListBody
          boards={boards}
          owner={owner}
          query={query}
          isPhone={isPhone}
          wasAwaited={wasAwaited}
          created={created}
          onShown={setShownCount}
          onClear={() => changeQuery({ ...query, text: '', privacy: 'all' })}
          handlersOf={(board) => ({
            onDelete: () => setAsked(board),
            onDuplicate: () => void duplicate(board),
            onShowOnTv: () => askForTv(board),
            onSetPrivacy: (isPublic) => void setPrivacy(board, isPublic),
            onShowCode: () => setCoded(board),
            onShowFeeds: () => setFed(board),
            onCopied: tell,
          })}
        />
      )}
      {onTv.sheet}
      {coded && (
        <LateSheet onLost={loseSheet}>
          <CodeDialog board={coded} onClose={() => setCoded(undefined)} />
        </LateSheet>
      )}
      {fed && (
        <LateSheet onLost={loseSheet}>
          <FeedDialog board={fed} onClose={() => setFed(undefined)} />
        </LateSheet>
      )}
      <DeleteDialog
        board={asked}
        onCancel={() => setAsked(undefined)}
        onConfirm={(board) => {
          setAsked(undefined)
          focusAfter(`board-${board.id}`)()
          void remove(board)
        }}
      />
    </>
  )
}

/** What comes after creating a board. */
function NextSteps({ board, onShowOnTv }: { board: BoardOf | undefined; onShowOnTv(board: BoardOf): void }) {
  const { info } = useKind()
  if (!board) return null
  return (
    <>
      <LinkButton href={viewerAddress(info.path, board)} newTab variant="quiet" icon="view">
        View it
      </LinkButton>
      <Button variant="quiet" icon="tv" onPress={() => onShowOnTv(board)}>
        Show on a TV
      </Button>
    </>
  )
}

/** What an owner without boards of this type is told. */
function EmptyList() {
  const { plural, path, info } = useKind()
  return (
    <EmptyState
      title={`You have not created any ${plural}!`}
      action={
        <LinkButton to={`${path}/add`} variant="secondary" icon="plus">
          Create the first one
        </LinkButton>
      }
    >
      {info.purpose}
    </EmptyState>
  )
}

interface ListBodyProps {
  boards: readonly BoardOf[]
  owner: number
  query: ListQuery
  isPhone: boolean
  /** it was waited for; one that was there at once is whole at once, too, or the browser could not scroll back to where it was */
  wasAwaited: boolean
  /** id of the one that was just created */
  created: number | undefined
  /** told how many the query lets through */
  onShown(count: number): void
  /** empties the filter */
  onClear(): void
  handlersOf(board: BoardOf): RowHandlers
}

/** The rows that the query asks for. */
function ListBody({ boards, owner, query, isPhone, wasAwaited, created, onShown, onClear, handlersOf }: ListBodyProps) {
  const kind = useKind()
  const { hash } = useLocation()
  const isWhole = useDeferredValue(true, !wasAwaited)
  const detailsOf = kind.useRows(boards, owner)
  const shown = selectBoards(boards, (board) => detailsOf(board).place, query)
  useEffect(() => onShown(shown.length), [onShown, shown.length])
  useEffect(() => {
    if (isWhole) returnTo(hash)
  }, [isWhole, hash])

  if (shown.length === 0) return <NoMatch what={kind.info.singular} onClear={onClear} />
  return (
    <ul className={styles.rows} aria-label={`My ${kind.plural}`}>
      {shown.slice(0, isWhole ? shown.length : firstRows).map((board) => (
        <Row
          key={board.id}
          board={board}
          editPath={`${kind.path}/${board.id}/edit${searchOf(query)}`}
          details={detailsOf(board)}
          isOwned={isOwner(board, owner)}
          isPhone={isPhone}
          isNew={board.id === created}
          {...handlersOf(board)}
        />
      ))}
    </ul>
  )
}

const isFiltered = ({ text, privacy }: ListQuery) => text.trim() !== '' || privacy !== 'all'

/** The query as the end of an address, for pages that lead back to the list. */
function searchOf(query: ListQuery): string {
  const search = formatListQuery(query).toString()
  return search && `?${search}`
}

/** Shows the row that somebody comes back to, and gives its link the focus. @param hash as in /scoreboards#board-5 */
function returnTo(hash: string): void {
  const row = hash === '' ? null : document.getElementById(hash.slice(1))
  row?.scrollIntoView({ block: 'center' })
  row?.querySelector('a')?.focus({ preventScroll: true })
}
