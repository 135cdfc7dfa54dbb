import type { BoardOf } from '@multiball/shared/api'
import { Unread } from '@multiball/shared/queries'
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
import { useListQuery } from './useListQuery'
import { useNotice } from './useNotice'

/** The owner's boards of one type. */
export function ListPage({ owner }: { owner: number }) {
  const { type, singular, plural, path, info, actions } = useKind()
  const [shownNotice, setNotice] = useNotice()
  const [query, changeQuery] = useListQuery()
  const [asked, setAsked] = useState<BoardOf>()
  const isPhone = useIsPhone()
  const [coded, setCoded] = useState<BoardOf>()
  const [fed, setFed] = useState<BoardOf>()
  const tell = (text: string) => setNotice(notice(text))
  const { read, remove, duplicate, setPrivacy } = useBoardList(type, owner, tell)
  const boards = read.loaded.type === 'ready' ? read.loaded.value : undefined
  const isLoading = read.loaded.type === 'loading'
  const count = boards?.length
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
      {isEmpty && <EmptyList />}
      {(isLoading || boards) && !isEmpty && (
        <ListToolbar
          query={query}
          isPhone={isPhone}
          addLink={addLink}
          onChange={changeQuery}
        />
      )}
      <Unread read={read} what={`your ${info.plural}`} waiting={<SkeletonRows of={info.plural} />} />
      {boards && !isEmpty && (
        <ListBody
          boards={boards}
          owner={owner}
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
