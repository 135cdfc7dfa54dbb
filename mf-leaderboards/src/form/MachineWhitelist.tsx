import { machineLoader } from '@multiball/shared/forms'
import type { VenueMachine } from '@multiball/shared/schema'
import { useState } from 'react'
import { venueMachineName, type Name, type Reference } from '../names/names'
import { machineGroups } from '../names/readNames'
import type { LeaderboardItem } from './TitleSelector'
import { Whitelist } from './Whitelist'

interface MachineWhitelistProps {
  owner: number
  /** what the leaderboard counts: only its machines are offered; all while nothing is chosen */
  title: LeaderboardItem | undefined
  nameOf(reference: Reference): Name | undefined
  remember(reference: Reference, name: Name): void
}

/** The only machines that count. */
export function MachineWhitelist({ owner, title, nameOf, remember }: MachineWhitelistProps) {
  const [loadMachines] = useState(() => machineLoader(owner))
  const load = async (text: string, signal: AbortSignal) => {
    const [machines, isOfTitle] = await Promise.all([loadMachines(text, signal), fits(title)])
    return machines.filter(isOfTitle).map((machine) => ({ id: machine.id, ...venueMachineName(machine) }))
  }
  return (
    <Whitelist
      name="venuemachines"
      type="venuemachine"
      label="Machine whitelist"
      description="Optional. Leave empty to count every machine with this title."
      addLabel="Add Machine"
      placeholder="Search by machine or venue"
      duplicate="No duplicate machines in whitelist!"
      load={load}
      nameOf={nameOf}
      remember={remember}
    />
  )
}

async function fits(title: LeaderboardItem | undefined): Promise<(machine: VenueMachine) => boolean> {
  if (title?.type === 'machine') return ({ machine }) => machine.id === title.id
  if (title?.type !== 'machinegroup') return () => true
  const editions = new Set((await machineGroups()).get(title.id)?.machines)
  return ({ machine }) => editions.has(machine.id)
}
