import { ownMachines } from '@multiball/shared/api'
import { noticeState } from '@multiball/shared/pages'
import { useNavigate } from '@multiball/shared/routing'
import type { VenueMachine } from '@multiball/shared/schema'
import { Banner, Button, ConfirmDialog, styles } from '@multiball/shared/ui'
import { useState } from 'react'
import { untilGone } from '../removal'
import { useStep } from '../useStep'
import css from './RetireSection.module.css'

interface RetireSectionProps {
  machine: VenueMachine
  /** it may be gone from now on, whatever is answered */
  onAsked(said: string): void
}

/** Takes the machine out of its venue. */
export function RetireSection({ machine: { id, machine, venue }, onAsked }: RetireSectionProps) {
  const [isAsking, setAsking] = useState(false)
  const { failure, act } = useStep()
  const navigate = useNavigate()
  const retire = async () => {
    const said = `${machine.name} retired. Its scores are kept.`
    setAsking(false)
    onAsked(said)
    if (await act(() => untilGone(ownMachines.retire(id))))
      void navigate('/venues', { replace: true, state: noticeState(said) })
  }
  return (
    <div className={css.retire}>
      {failure && <Banner tone="error">{failure}</Banner>}
      <p className={styles.help}>Is the machine gone? Its scores stay in leaderboards.</p>
      <Button variant="danger" onPress={() => setAsking(true)}>
        Retire this machine
      </Button>
      <ConfirmDialog
        title="Are you sure?!"
        confirmLabel="Retire"
        isOpen={isAsking}
        onConfirm={() => void retire()}
        onCancel={() => setAsking(false)}
        closesOnBack
      >
        <p>
          <strong>{machine.name}</strong> leaves {venue.name}: its device is unpaired and its key stops working. Its
          scores stay, also in leaderboards. Boards that show it stay too, with its last game.
        </p>
      </ConfirmDialog>
    </div>
  )
}
