import { bridges, venues } from '@multiball/shared/api'
import { pageConfig } from '@multiball/shared/client'
import { NoticeBanner, noticeState, useNotice } from '@multiball/shared/pages'
import { Unread, useRead } from '@multiball/shared/queries'
import { Navigate, useParams, useSearchParams } from '@multiball/shared/routing'
import type { Bridge } from '@multiball/shared/schema'
import { ConfirmDialog, CopyButton, LoadingRows, PageHeading } from '@multiball/shared/ui'
import { useState } from 'react'
import { idIn } from '../ids'
import { removePart } from '../removal'
import { BridgeSection } from './BridgeSection'
import parts from '../parts.module.css'
import css from './BridgesPage.module.css'
import { CodeForm } from './CodeForm'
import { useBridges } from './useBridges'

/** The bridges of a venue: what signs them on, and what they have found. */
export function BridgesPage() {
  const id = idIn(useParams().venue)
  const venue = useRead(id === undefined ? undefined : ['venue', id], (signal) => venues.get(id!, signal)).loaded
  const read = useBridges()
  const [notice, setNotice] = useNotice()
  const [asked, setAsked] = useState<Bridge>()
  if (id === undefined || venue.type === 'missing')
    return <Navigate to="/venues" replace state={noticeState('Item not found.')} />
  const { loaded, refresh } = read
  const own = loaded.type === 'ready' ? loaded.value.filter((bridge) => bridge.venue === id) : []

  const remove = ({ id: bridge, name }: Bridge) => {
    setAsked(undefined)
    void removePart({
      part: `bridge-${bridge}`,
      done: `${name} removed!`,
      remove: () => bridges.remove(bridge),
      tell: setNotice,
      refresh,
    })
  }

  return (
    <>
      <PageHeading title="Bridges" breadcrumb={{ label: 'Venues', to: '/venues' }} />
      <NoticeBanner notice={notice} onDismiss={() => setNotice(undefined)} />
      <p className={css.lead}>
        A bridge brings scores to {venue.type === 'ready' ? venue.value.name : 'the venue'} from machines that speak
        another language: Vector boards, or the Mission Pinball Framework.
      </p>
      <CodeForm
        venue={id}
        onAdded={({ name }) => {
          setNotice({ text: `${name} connected!`, tone: 'success' })
          void refresh()
        }}
      />
      <Unread read={read} what="your bridges" waiting={<LoadingRows label="Loading your bridges" />} />
      {loaded.type === 'ready' && own.length === 0 && <HowTo />}
      {own.map((bridge) => (
        <BridgeSection key={bridge.id} bridge={bridge} now={new Date()} onRemove={() => setAsked(bridge)} />
      ))}
      <ConfirmDialog
        title="Are you sure?!"
        confirmLabel="Remove"
        isOpen={asked !== undefined}
        onConfirm={() => asked && remove(asked)}
        onCancel={() => setAsked(undefined)}
        closesOnBack
      >
        <p>
          <strong>{asked?.name}</strong> sends no more scores, and shows a code again. Machines and scores are kept.
        </p>
      </ConfirmDialog>
    </>
  )
}

/** Where a code comes from. */
function HowTo() {
  const server = pageConfig().apiHost || location.origin
  const isMpf = useSearchParams()[0].get('kind') === 'mpf'
  const command = `multiball bridge ${isMpf ? 'mpf' : 'vector'} --server ${server}`
  return (
    <section className={css.how} aria-labelledby="where-codes-come-from">
      <h2 className={parts.name} id="where-codes-come-from">
        Where do I get a code?
      </h2>
      <p>On a computer in the venue’s network that has Multiball, start the bridge. It prints its code.</p>
      <pre className={parts.code} tabIndex={0} aria-label="Command that starts a bridge">
        {command}
      </pre>
      <div>
        <CopyButton text={command} what="command" />
      </div>
      <p className={css.lead}>
        {isMpf
          ? 'For Vector boards, write vector in place of mpf.'
          : 'For the Mission Pinball Framework, write mpf in place of vector.'}
      </p>
    </section>
  )
}
