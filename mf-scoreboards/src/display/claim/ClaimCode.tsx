import { QrCode, useNow } from '@multiball/shared/display'
import type { Game } from '@multiball/shared/schema'
import type { ReactNode } from 'react'
import css from './ClaimCode.module.css'
import { claimAddress, claimSlot, turnMs } from './claimSlot'
import { useClaimCode } from './useClaimCode'
import { useGuestLink } from './useGuestLink'

interface ClaimCodeProps {
  game: Game | undefined
  /** id of the machine that is shown; undefined where there is none */
  machine: number | undefined
  viewerKey: string | undefined
}

/** A QR code that leads a player's phone to his slot, and while nothing can be claimed to where guests send scores, if the owner wants it there. The first shows that he stands at the machine, large enough for somebody who stands at the machine. Who holds the screen in his hand follows it as a link. */
export function ClaimCode({ game, machine, viewerKey }: ClaimCodeProps) {
  const slot = claimSlot(game, useNow(turnMs))
  const code = useClaimCode(slot === undefined ? undefined : game, viewerKey)
  const guests = useGuestLink(machine, viewerKey)
  if (game && slot !== undefined && code !== undefined)
    return (
      <Code
        address={claimAddress(location.origin, game, slot, code)}
        title={`QR code of the address at which player ${slot} claims this score`}
        slot={slot}
      >
        <strong>{`Player ${slot}?`}</strong> Claim it
      </Code>
    )
  // While somebody plays, a claim comes first.
  const isFree = slot === undefined || game?.settled_on !== null
  return (
    guests &&
    isFree && (
      <Code
        address={`${location.origin}/send/${guests.code}`}
        title="QR code of the address at which guests send scores"
      >
        <strong>Send a score</strong>
        {guests.day_code !== null && ` ${guests.day_code}`}
      </Code>
    )
  )
}

interface CodeProps {
  address: string
  title: string
  /** that is claimed; undefined where no claim is meant */
  slot?: number
  children: ReactNode
}

const Code = ({ address, title, slot = 0, children }: CodeProps) => (
  <a className={css.claim} href={address} target="_blank" rel="noreferrer" data-claim={slot}>
    <span className={css.code}>
      <QrCode address={address} title={title} />
    </span>
    <span className={css.words}>{children}</span>
  </a>
)
