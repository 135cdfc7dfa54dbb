import { MachineSelector, useFormField, useSilentChange } from '@multiball/shared/forms'
import type { LeaderboardInput, VenueMachine } from '@multiball/shared/schema'
import { Segmented } from '@multiball/shared/ui'
import { useRef, useState } from 'react'
import type { Name, Reference } from '../names/names'
import { MachineWhitelist } from './MachineWhitelist'
import { itemOf, titleOption, TitleSelector } from './TitleSelector'

interface MachineFieldsProps {
  owner: number
  /** of a venue, where one machine counts */
  machine: VenueMachine | undefined
  onChooseMachine(machine: VenueMachine | null): void
  nameOf(reference: Reference): Name | undefined
  remember(reference: Reference, name: Name): void
}

const kinds = [
  { value: 'one', label: 'One Machine' },
  { value: 'global', label: 'Global or Machine List' },
] as const

/** What the leaderboard counts: one machine, or a title on all machines or on those of a list. */
export function MachineFields({ owner, machine, onChooseMachine, nameOf, remember }: MachineFieldsProps) {
  const [kind, chooseKind] = useMachineKind()
  const { onChange: changeItems, ...items } = useFormField<LeaderboardInput['items']>('items')
  const { onChange: changeWhitelist } = useFormField<number[]>('venuemachines')
  const [first, ...more] = items.value
  const field = {
    name: items.name,
    error: items.error,
    onBlur: items.onBlur,
    description: more.length > 0 ? severalText(items.value, nameOf) : undefined,
  }

  const choose = (item: LeaderboardInput['items'][number] | undefined) => {
    changeItems(item ? [item] : [])
    changeWhitelist([])
  }
  const firstName = first && nameOf(first)
  return (
    <>
      <Segmented label="Type" options={kinds} value={kind} onChange={chooseKind} />
      {kind === 'one' ? (
        <MachineSelector
          {...field}
          owner={owner}
          value={machine ?? null}
          onChange={(chosen) => {
            onChooseMachine(chosen)
            choose(chosen ? { id: chosen.id, type: 'venuemachine', order: 0 } : undefined)
          }}
        />
      ) : (
        <>
          <TitleSelector
            {...field}
            value={first && firstName ? titleOption(first, firstName) : null}
            onChange={(chosen) => {
              const item = chosen ? itemOf(chosen.id) : undefined
              if (chosen && item) remember(item, { label: chosen.label, detail: chosen.detail })
              choose(item)
            }}
          />
          <MachineWhitelist owner={owner} title={first} nameOf={nameOf} remember={remember} />
        </>
      )}
    </>
  )
}

/** Only calls make a leaderboard of several; the form keeps them until another one is chosen. */
const severalText = (items: LeaderboardInput['items'], nameOf: MachineFieldsProps['nameOf']) =>
  `Counts ${items.length} machines: ${items.map((item) => nameOf(item)?.label ?? '…').join(', ')}. A choice here takes their place.`

/** 'one' counts a machine in a venue, 'global' a title wherever it stands, or those of a list. */
type MachineKind = 'one' | 'global'

type Chosen = Pick<LeaderboardInput, 'items' | 'venuemachines'>

const nothing: Chosen = { items: [], venuemachines: [] }

const kindOf = ({ items: [first] }: Chosen): MachineKind | undefined =>
  first && (first.type === 'venuemachine' ? 'one' : 'global')

/** Which kind the form's machines are of. Going to the other kind and back brings back what was chosen there. */
function useMachineKind(): [MachineKind, (kind: MachineKind) => void] {
  const items = useFormField<Chosen['items']>('items')
  const whitelist = useFormField<Chosen['venuemachines']>('venuemachines')
  const current = { items: items.value, venuemachines: whitelist.value }
  const changeItems = useSilentChange<Chosen['items']>('items')
  const changeWhitelist = useSilentChange<Chosen['venuemachines']>('venuemachines')
  const [wanted, setWanted] = useState<MachineKind>('one')
  const kept = useRef<Record<MachineKind, Chosen>>({ one: nothing, global: nothing })
  const kind = kindOf(current) ?? wanted

  const choose = (chosen: MachineKind) => {
    if (chosen === kind) return
    kept.current[kind] = current
    setWanted(chosen)
    changeItems(kept.current[chosen].items)
    changeWhitelist(kept.current[chosen].venuemachines)
  }
  return [kind, choose]
}
