import { getMachine, getVenueMachine, ownMachines } from '@multiball/shared/api'
import { noticeState } from '@multiball/shared/pages'
import { Unread, useRead } from '@multiball/shared/queries'
import { Navigate, useNavigate, useParams } from '@multiball/shared/routing'
import type { Machine } from '@multiball/shared/schema'
import { PageHeading, useGo } from '@multiball/shared/ui'
import { useState } from 'react'
import { OwnMachineForm, useOwnFields } from '../catalogue/OwnMachine'
import { idIn } from '../ids'

/** Another name, maker or year for a machine of one's own. */
export function RenameMachinePage({ owner }: { owner: number }) {
  const { venue, machine } = useParams()
  const id = idIn(machine)
  const read = useRead(id === undefined ? undefined : ['ownTitle', id], (signal) => titleOf(id!, signal))
  const { loaded } = read
  const page = `/venues/${venue}/machines/${machine}`
  const navigate = useNavigate()
  const go = useGo()
  if (id === undefined || loaded.type === 'missing')
    return <Navigate to="/venues" replace state={noticeState('Item not found.')} />
  // What the catalogue says of a machine is nobody's to change.
  if (loaded.type === 'ready' && !loaded.value.is_own) return <Navigate to={page} replace />
  return (
    <>
      <PageHeading
        title="Rename machine"
        breadcrumb={
          loaded.type === 'ready' ? { label: loaded.value.name, to: page } : { label: 'Venues', to: '/venues' }
        }
      />
      <Unread read={read} what="the machine" />
      {loaded.type === 'ready' && (
        <RenameForm
          owner={owner}
          title={loaded.value}
          onCancel={() => go(page)}
          onSaved={({ name }) => void navigate(page, { replace: true, state: noticeState(`${name} updated`) })}
        />
      )}
    </>
  )
}

const titleOf = async (id: number, signal: AbortSignal) =>
  getMachine((await getVenueMachine(id, signal)).machine.id, signal)

interface RenameFormProps {
  owner: number
  title: Machine
  onCancel(): void
  onSaved(title: Machine): void
}

function RenameForm({ owner, title: { id, name, manufacturer, year }, onCancel, onSaved }: RenameFormProps) {
  const [stored] = useState({ name, manufacturer, year: year === null ? '' : String(year) })
  const own = useOwnFields(owner, stored)
  return (
    <OwnMachineForm
      label="Rename machine"
      submitLabel="Update machine"
      own={own}
      fields={own.fields ?? stored}
      onCancel={onCancel}
      send={(title) => ownMachines.rename(id, title)}
      onSaved={onSaved}
    >
      <p>
        Its boards show the new name at once. If the catalogue has a machine of this name, maker and year, yours becomes
        that one; scores and boards stay.
      </p>
    </OwnMachineForm>
  )
}
