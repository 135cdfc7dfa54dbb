import { allRows, createFromMachines, listVenueMachines } from '@multiball/shared/api'
import { ApiError } from '@multiball/shared/client'
import { BoardForm, newTimeOptions, onFields, useBoardForm, useCreation, useOtherTitles } from '@multiball/shared/forms'
import { noticeState } from '@multiball/shared/pages'
import { useRead } from '@multiball/shared/queries'
import { useNavigate } from '@multiball/shared/routing'
import { FromMachinesInput, Id, newBoard, type VenueMachine } from '@multiball/shared/schema'
import { PageHeading } from '@multiball/shared/ui'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { WizardFields } from './WizardFields'
import { WizardPreview } from './WizardPreview'

const byName = new Intl.Collator(undefined, { numeric: true })

/** The owner's machines by venue, then by name. Throws ApiError. */
async function listOwnMachines(owner: number, signal: AbortSignal): Promise<VenueMachine[]> {
  const machines = await allRows((offset) => listVenueMachines({ owner, limit: 500, offset }, signal))
  return machines.sort(
    (one, other) =>
      byName.compare(one.venue.name, other.venue.name) ||
      byName.compare(one.machine.name, other.machine.name) ||
      one.id - other.id,
  )
}

const wizardDefaults = (): FromMachinesInput => ({ ...newBoard(FromMachinesInput), ...newTimeOptions() })

/** The rules of what is sent; a draft may have chosen any number of machines. */
const wizardFormSchema = onFields(FromMachinesInput, {
  ...FromMachinesInput.entries,
  machines: v.array(Id),
  idle_scoreboard_sec: v.number(),
  idle_leaderboard_sec: v.number(),
})

/** Bulk create, at /comboboards/wizard: boards for many machines at once. */
export function WizardPage({ owner }: { owner: number }) {
  const navigate = useNavigate()
  const own = useRead(['ownMachines', owner], (signal) => listOwnMachines(owner, signal))
  const { create, otherTitles } = useCreation('Comboboard', useOtherTitles('comboboard', owner, undefined))
  const form = useBoardForm({
    schema: wizardFormSchema,
    defaults: wizardDefaults(),
    owner,
    otherTitles,
    save: (input) =>
      create<{ title: string }>(input.title, { send: () => createFromMachines(input), find: async () => input }).catch(
        async (cause: unknown) => {
          // One of them may be gone by now.
          if (cause instanceof ApiError && cause.fields?.machines) await own.refresh()
          throw cause
        },
      ),
    onSaved: ({ title }) => void navigate('/comboboards', { replace: true, state: noticeState(`${title} created!`) }),
  })
  const { values } = form
  const { setValue } = form.methods
  const machines = own.loaded.type === 'ready' ? own.loaded.value : undefined
  const chosen = machines?.filter(({ id }) => values.machines.includes(id)) ?? []
  const [isLeftOut, setLeftOut] = useState(false)
  // A draft may name machines that are gone by now, which nobody could deselect.
  useEffect(() => {
    const there = values.machines.filter((id) => machines?.some((machine) => machine.id === id))
    if (!machines || there.length === values.machines.length) return
    // Not judged: what was just refused for it stays said.
    setValue('machines', there, { shouldDirty: true })
    setLeftOut(true)
  }, [machines, values.machines, setValue])

  return (
    <>
      <PageHeading title="Bulk create" breadcrumb={{ label: 'Comboboards', to: '/comboboards' }} />
      <BoardForm
        form={form}
        kind="Comboboard"
        isNew
        listPath="/comboboards"
        preview={<WizardPreview draft={values} machines={chosen.map(({ machine }) => machine.name)} />}
      >
        <WizardFields own={own} isHighDensity={values.high_density} isLeftOut={isLeftOut} />
      </BoardForm>
    </>
  )
}
