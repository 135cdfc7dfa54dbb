import { getVenueMachine } from '@multiball/shared/api'
import { noticeState } from '@multiball/shared/pages'
import { Navigate, useParams } from '@multiball/shared/routing'
import { PageHeading } from '@multiball/shared/ui'
import { idIn } from '../ids'
import { Unread, useRead } from '@multiball/shared/queries'
import { MachineView } from './MachineView'

const againMs = 5_000

/** One machine of the owner's. */
export function MachinePage({ owner }: { owner: number }) {
  const { venue, machine } = useParams()
  const id = idIn(machine)
  const read = useRead(id === undefined ? undefined : ['venueMachine', id], (signal) => getVenueMachine(id!, signal), { everyMs: againMs })
  const { loaded, refresh } = read
  // Others may see it, where a public board shows it; they are not told what sends for it.
  const isOwn = loaded.type !== 'ready' || (loaded.value.has_device !== undefined && String(loaded.value.venue.id) === venue)
  if (id === undefined || loaded.type === 'missing' || !isOwn) return <Navigate to="/venues" replace state={noticeState('Item not found.')} />
  if (loaded.type === 'ready') return <MachineView key={id} owner={owner} machine={loaded.value} onChanged={refresh} />
  return (
    <>
      <PageHeading title="Machine" breadcrumb={{ label: 'Venues', to: '/venues' }} />
      <Unread read={read} what="the machine" />
    </>
  )
}
