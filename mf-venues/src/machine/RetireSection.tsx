import { ownMachines } from '@multiball/shared/api'
import { noticeState } from '@multiball/shared/pages'
import { useNavigate } from '@multiball/shared/routing'
import type { VenueMachine } from '@multiball/shared/schema'
import { Banner, Button, ConfirmDialog } from '@multiball/shared/ui'
import { useState } from 'react'
import { sentenceOf } from '../sentenceOf'
import css from './RetireSection.module.css'

/** Takes the machine out of its venue. */
export function RetireSection({ machine: { id, machine, venue } }: { machine: VenueMachine }) {
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<string>()
  const navigate = useNavigate()
  const retire = async () => {
    setAsking(false)
    try {
      await ownMachines.retire(id)
      void navigate('/venues', { replace: true, state: noticeState(`${machine.name} retired. Its scores are kept.`) })
    } catch (error) {
      setFailure(sentenceOf(error))
    }
  }
  return (
    <div className={css.retire}>
      {failure && <Banner tone="error">{failure}</Banner>}
      <p className={css.words}>Sold, or gone for good? Its scores stay in leaderboards.</p>
      <Button variant="danger" onPress={() => setAsking(true)}>
        Retire this machine
      </Button>
      <ConfirmDialog title="Are you sure?!" confirmLabel="Retire" isOpen={isAsking} onConfirm={() => void retire()} onCancel={() => setAsking(false)} closesOnBack>
        <p>
          <strong>{machine.name}</strong> leaves {venue.name}: its device is unpaired and its key stops working. Its scores stay, also in leaderboards. Boards that show it stay too, with
          its last game.
        </p>
      </ConfirmDialog>
    </div>
  )
}
