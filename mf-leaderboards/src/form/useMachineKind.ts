import { useFormField } from '@multiball/shared/forms'
import type { LeaderboardInput } from '@multiball/shared/schema'
import { useRef, useState } from 'react'

/** 'one' counts a machine in a venue, 'global' a title wherever it stands, or those of a list. */
export type MachineKind = 'one' | 'global'

type Chosen = Pick<LeaderboardInput, 'items' | 'venuemachines'>

const nothing: Chosen = { items: [], venuemachines: [] }

const kindOf = ({ items: [first] }: Chosen): MachineKind | undefined => first && (first.type === 'venuemachine' ? 'one' : 'global')

/** Which kind the form's machines are of. Going to the other kind and back brings back what was chosen there. */
export function useMachineKind(): [MachineKind, (kind: MachineKind) => void] {
  const items = useFormField<Chosen['items']>('items')
  const whitelist = useFormField<Chosen['venuemachines']>('venuemachines')
  const current = { items: items.value, venuemachines: whitelist.value }
  const [wanted, setWanted] = useState<MachineKind>('one')
  const kept = useRef<Record<MachineKind, Chosen>>({ one: nothing, global: nothing })
  const kind = kindOf(current) ?? wanted

  const choose = (chosen: MachineKind) => {
    if (chosen === kind) return
    kept.current[kind] = current
    setWanted(chosen)
    items.onChange(kept.current[chosen].items)
    whitelist.onChange(kept.current[chosen].venuemachines)
  }
  return [kind, choose]
}
