import { generalFailure } from '@multiball/shared/api'
import { useLocation, useNavigate, useSearchParams } from '@multiball/shared/routing'
import type { Scoreboard } from '@multiball/shared/schema'
import { Banner, LinkButton, PageHeading, useIsPhone } from '@multiball/shared/ui'
import { useEffect, useState } from 'react'
import { DeleteDialog } from './DeleteDialog'
import { EmptyList } from './EmptyList'
import { ListBody } from './ListBody'
import css from './ListPage.module.css'
import { focusAfter } from './focusAfter'
import { formatListQuery, parseListQuery } from './listQuery'
import { ListToolbar } from './ListToolbar'
import { notice, noticeOf } from './notice'
import { SkeletonRows } from './SkeletonRows'
import { useDeleteScoreboard } from './useDeleteScoreboard'
import { useScoreboardList } from './useScoreboardList'

const addLink = (
  <LinkButton to="/scoreboards/add" variant="primary">
    + Add Scoreboard
  </LinkButton>
)

/** The owner's scoreboards. */
export function ListPage({ owner }: { owner: number }) {
  const loaded = useScoreboardList(owner)
  const [shownNotice, setNotice] = useNotice()
  const [search, setSearch] = useSearchParams()
  const [asked, setAsked] = useState<Scoreboard>()
  const isPhone = useIsPhone()
  const remove = useDeleteScoreboard((text) => setNotice(notice(text)))
  const query = parseListQuery(search)
  const count = loaded.type === 'ready' ? loaded.list.boards.length : undefined
  const isEmpty = count === 0

  return (
    <>
      <PageHeading
        title="My Scoreboards"
        count={count}
        countLabel={count === 1 ? 'scoreboard' : 'scoreboards'}
        actions={isPhone && !isEmpty ? undefined : addLink}
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
          onChange={(changed) => setSearch(formatListQuery(changed), { replace: true })}
        />
      )}
      {loaded.type === 'loading' && <SkeletonRows />}
      {loaded.type === 'ready' && !isEmpty && (
        <ListBody list={loaded.list} query={query} isPhone={isPhone} onDelete={setAsked} onCopied={(text) => setNotice(notice(text))} />
      )}
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

/** What the navigation here brought to say, then what happens on the page. It is said once: a reload does not repeat it. */
function useNotice() {
  const { state, pathname, search } = useLocation()
  const navigate = useNavigate()
  const shown = useState(() => noticeOf(state))
  useEffect(() => {
    if (noticeOf(state)) void navigate(pathname + search, { replace: true, state: null })
  }, [state, pathname, search, navigate])
  return shown
}
