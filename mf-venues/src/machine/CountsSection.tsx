import { ownMachines } from '@multiball/shared/api'
import type { VenueMachine } from '@multiball/shared/schema'
import { Banner, Switch } from '@multiball/shared/ui'
import { useEffect, useState } from 'react'
import { useStep } from '../useStep'
import { Section } from './Section'

interface CountsSectionProps {
  machine: VenueMachine
  onChanged(): void
}

/** Whether the machine's scores count on leaderboards that are not its owner's. */
export function CountsSection({ machine: { id, counts_elsewhere: stored = true }, onChanged }: CountsSectionProps) {
  // What was chosen stands until the machine is read again.
  const [wanted, setWanted] = useState<boolean>()
  const { isBusy, failure, act } = useStep()
  useEffect(() => {
    if (!isBusy && stored === wanted) setWanted(undefined)
  }, [isBusy, stored, wanted])
  const change = async (counts: boolean) => {
    setWanted(counts)
    const isChanged = await act(async () => {
      await ownMachines.change(id, { counts_elsewhere: counts })
      onChanged()
    })
    if (!isChanged) setWanted(undefined)
  }
  return (
    <Section title="Leaderboards">
      {failure && <Banner tone="error">{failure}</Banner>}
      <Switch
        label="Count on other people’s leaderboards"
        description="Other owners’ leaderboards may count this machine’s scores while one of your public scoreboards shows it. When off, only your own do."
        isSelected={wanted ?? stored}
        isDisabled={isBusy}
        onChange={(counts) => void change(counts)}
      />
    </Section>
  )
}
