import { tvs } from '@multiball/shared/api'
import { ApiError, failureWords } from '@multiball/shared/client'
import { FirstSteps, focusAfter, NoticeBanner, useNotice, useTonight, useTvs } from '@multiball/shared/pages'
import { Unread } from '@multiball/shared/queries'
import { Navigate, useSearchParams } from '@multiball/shared/routing'
import type { Tv } from '@multiball/shared/schema'
import { EmptyState, LinkButton, LoadingRows, PageHeading, styles, useIsPhone } from '@multiball/shared/ui'
import { useState } from 'react'
import css from './ListPage.module.css'
import { RemoveDialog } from './RemoveDialog'
import { TvRow } from './TvRow'

/** For a `catch`: one that is gone is removed, though the answer that said so was lost. */
function unlessGone(error: unknown) {
  if (!(error instanceof ApiError) || error.status !== 404) throw error
}

/** The owner's TVs. An address with a code, as the TV's QR code says it, leads on to the form. */
export function ListPage() {
  const [search] = useSearchParams()
  const code = search.get('code')
  return code === null ? (
    <List />
  ) : (
    <Navigate to={`/displays/pair?${new URLSearchParams({ code }).toString()}`} replace />
  )
}

function List() {
  const read = useTvs(true)
  const { loaded, refresh } = read
  const [notice, setNotice] = useNotice()
  const [asked, setAsked] = useState<Tv>()
  const isPhone = useIsPhone()
  const found = loaded.type === 'ready' ? loaded.value : []
  const count = loaded.type === 'ready' ? found.length : undefined

  const act = async (step: () => Promise<void>, done: string) => {
    try {
      await step()
      setNotice({ text: done, tone: 'success' })
    } catch (error) {
      setNotice({ text: failureWords(error), tone: 'error' })
    }
    await refresh()
  }
  const identify = ({ id, name, is_online }: Tv) =>
    is_online
      ? void act(() => tvs.identify(id), `${name} is showing its name for 10 seconds.`)
      : setNotice({ text: `${name} is offline, so it can’t show its name right now.`, tone: 'error' })
  const reload = ({ id, name, is_online }: Tv) =>
    void act(() => tvs.reload(id), is_online ? `${name} is reloading.` : `${name} will reload when it’s back online.`)
  const unfollow = ({ id, name, board }: Tv) =>
    void act(async () => void (await tvs.unfollow([id])), `${name} shows ${board?.title ?? 'its own board'} again.`)
  const remove = (tv: Tv) => {
    const moveOn = focusAfter(`tv-${tv.id}`)
    setAsked(undefined)
    void act(() => tvs.remove(tv.id).catch(unlessGone), `${tv.name} removed!`).then(moveOn)
  }

  return (
    <>
      <PageHeading
        title="TVs"
        count={count}
        countLabel={count === 1 ? 'TV' : 'TVs'}
        actions={
          count !== 0 && (
            <LinkButton to="/displays/pair" variant="primary">
              + Pair a TV
            </LinkButton>
          )
        }
      />
      <NoticeBanner notice={notice} onDismiss={() => setNotice(undefined)} />
      <Unread read={read} what="your TVs" waiting={<LoadingRows label="Loading your TVs" hasPicture />} />
      {count === 0 && <NoTvs />}
      {found.length > 0 && (
        <ul className={styles.rows} aria-label="TVs">
          {found.map((tv) => (
            <TvRow
              key={tv.id}
              tv={tv}
              now={new Date()}
              isPhone={isPhone}
              onIdentify={() => identify(tv)}
              onUnfollow={() => unfollow(tv)}
              onReload={() => reload(tv)}
              onRemove={() => setAsked(tv)}
            />
          ))}
        </ul>
      )}
      <RemoveDialog tv={asked} onConfirm={remove} onCancel={() => setAsked(undefined)} />
    </>
  )
}

/** What an owner without TVs is told, with one thing to do next: get a board, or pair the first TV once there is one to show. */
function NoTvs() {
  const { loaded } = useTonight()
  if (loaded.type === 'loading') return <LoadingRows label="Loading your TVs" hasPicture />
  const needsBoard = loaded.type === 'ready' && !loaded.value.steps.has_board
  return (
    <>
      {needsBoard && <FirstSteps />}
      <EmptyState
        title="No TVs yet"
        action={
          !needsBoard && (
            <LinkButton to="/displays/pair" variant="primary" icon="plus">
              Pair the first one
            </LinkButton>
          )
        }
      >
        <p>
          Any screen with a browser: pair it once, then choose its board from here, reload it, see whether it’s online.
        </p>
        <ol className={css.steps}>
          <li>
            On the TV, open <strong className={css.address}>{`${location.host}/tv`}</strong>
          </li>
          <li>It shows a code. Scan it, or type it here.</li>
          <li>Give the TV a name and a board. You’ll never need to type on the TV again.</li>
        </ol>
      </EmptyState>
    </>
  )
}
