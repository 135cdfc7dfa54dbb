import { guestScores } from '@multiball/shared/api'
import { QrCode } from '@multiball/shared/display'
import { Unread, useRead } from '@multiball/shared/queries'
import type { GuestScoreMode, VenueMachine } from '@multiball/shared/schema'
import { Banner, Button, ConfirmDialog, CopyButton, LinkButton, RadioCards, styles } from '@multiball/shared/ui'
import { useState } from 'react'
import { Section } from '../machine/Section'
import { useStep } from '../useStep'
import css from './GuestsSection.module.css'
import { modes, sendAddress } from './modes'

/** Whether guests send scores of the machine, and the link by which they do. */
export function GuestsSection({ machine: { id, machine, venue } }: { machine: VenueMachine }) {
  const read = useRead(['guestScores', id], (signal) => guestScores.ofMachine(id, signal))
  const { loaded } = read
  // What was chosen stands until it is stored.
  const [wanted, setWanted] = useState<GuestScoreMode>()
  const [isAsking, setAsking] = useState(false)
  const { isBusy, failure, act } = useStep()

  const change = async (step: () => ReturnType<typeof guestScores.ofMachine>) => {
    const isChanged = await act(async () => {
      const changed = await step()
      read.change(() => changed)
    })
    setWanted(undefined)
    if (!isChanged) void read.refresh()
  }
  const choose = (mode: GuestScoreMode) => {
    if (isBusy) return
    setWanted(mode)
    void change(() => guestScores.changeMachine(id, mode))
  }
  const known = loaded.type === 'ready' ? loaded.value : undefined
  const code = known && known.mode !== 'off' ? known.code : null
  return (
    <Section title="Guests send scores">
      <Unread read={read} what="how guests send scores" />
      {failure && <Banner tone="error">{failure}</Banner>}
      {known && (
        <RadioCards
          label="A guest scans a code at the machine, types the score and takes a photo"
          options={modes}
          value={wanted ?? known.mode}
          onChange={choose}
        />
      )}
      {code !== null && code !== undefined && (
        <div className={css.link}>
          <div className={css.code}>
            <QrCode
              address={sendAddress(code)}
              title={`QR code of the page on which guests send scores of ${machine.name}`}
            />
          </div>
          <div className={css.words}>
            <a className={css.address} href={sendAddress(code)} target="_blank" rel="noreferrer">
              {sendAddress(code)}
            </a>
            <div className={styles.actions}>
              <CopyButton text={sendAddress(code)} what="link" />
              <Button variant="quiet" icon="retry" onPress={() => setAsking(true)}>
                New link
              </Button>
            </div>
            <div>
              <LinkButton to={`/venues/${venue.id}/guests`} icon="qr">
                Print a sheet
              </LinkButton>
            </div>
          </div>
        </div>
      )}
      <ConfirmDialog
        title="Are you sure?!"
        confirmLabel="Make a new link"
        isOpen={isAsking}
        onConfirm={() => {
          setAsking(false)
          void change(() => guestScores.renewLink(id))
        }}
        onCancel={() => setAsking(false)}
        closesOnBack
      >
        <p>
          Printed codes of <strong>{machine.name}</strong> stop working. Print its sheet again.
        </p>
      </ConfirmDialog>
    </Section>
  )
}
