import type { BoardOf } from '@multiball/shared/api'
import { generalFailure } from '@multiball/shared/client'
import { Banner, LinkButton, PageHeading, useIsPhone } from '@multiball/shared/ui'
import { useState } from 'react'
import { CodeDialog } from './CodeDialog'
import { DeleteDialog } from './DeleteDialog'
import { EmptyList } from './EmptyList'
import { ListBody } from './ListBody'
import css from './ListPage.module.css'
import { FeedDialog } from './FeedDialog'
import { focusAfter } from './focusAfter'
import { useKind } from './kindContext'
import { ListToolbar } from './ListToolbar'
import { notice } from './notice'
import { SkeletonRows } from './SkeletonRows'
import { useBoardList } from './useBoardList'
import { useDeleteBoard } from './useDeleteBoard'
import { useDuplicateBoard } from './useDuplicateBoard'
import { useListQuery } from './useListQuery'
import { useNotice } from './useNotice'
import { useSetPrivacy } from './useSetPrivacy'

/** The owner's boards of one type. */
export function ListPage({ owner }: { owner: number }) {
  const { type, singular, plural, path, info, actions } = useKind()
  const loaded = useBoardList(type, owner)
  const [shownNotice, setNotice] = useNotice()
  const [query, changeQuery] = useListQuery()
  const [asked, setAsked] = useState<BoardOf>()
  const isPhone = useIsPhone()
  const [coded, setCoded] = useState<BoardOf>()
  const [fed, setFed] = useState<BoardOf>()
  const tell = (text: string) => setNotice(notice(text))
  const remove = useDeleteBoard(type, tell)
  const duplicate = useDuplicateBoard(type, tell)
  const setPrivacy = useSetPrivacy(type, tell)
  const count = loaded.type === 'ready' ? loaded.list.boards.length : undefined
  const isEmpty = count === 0
  const addLink = (
    <LinkButton to={`${path}/add`} variant="primary">
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
          isPhone && !isEmpty ? actions : (
            <>
              {actions}
              {addLink}
            </>
          )
        }
      />
      {shownNotice && (
        <div className={css.notice}>
          <Banner tone={shownNotice.tone} onDismiss={() => setNotice(undefined)}>
            {shownNotice.text}
          </Banner>
        </div>
      )}
      {loaded.type === 'failed' && <Banner tone="error">{generalFailure}</Banner>}
      {isEmpty && <EmptyList />}
      {loaded.type !== 'failed' && !isEmpty && (
        <ListToolbar
          query={query}
          isPhone={isPhone}
          addLink={addLink}
          onChange={changeQuery}
        />
      )}
      {loaded.type === 'loading' && <SkeletonRows of={info.plural} />}
      {loaded.type === 'ready' && !isEmpty && (
        <ListBody
          list={loaded.list}
          query={query}
          isPhone={isPhone}
          handlersOf={(board) => ({
            onDelete: () => setAsked(board),
            onDuplicate: () => void duplicate(board),
            onSetPrivacy: (isPublic) => void setPrivacy(board, isPublic),
            onShowCode: () => setCoded(board),
            onShowFeeds: () => setFed(board),
            onCopied: tell,
          })}
        />
      )}
      <CodeDialog board={coded} onClose={() => setCoded(undefined)} />
      <FeedDialog board={fed} onClose={() => setFed(undefined)} />
      <DeleteDialog
        board={asked}
        onCancel={() => setAsked(undefined)}
        onConfirm={(board) => {
          setAsked(undefined)
          focusAfter(board)
          void remove(board)
        }}
      />
    </>
  )
}
