import { QrCode, useNow } from '@multiball/shared/display'
import type { Game } from '@multiball/shared/schema'
import css from './ClaimCode.module.css'
import { claimAddress, claimSlot, turnMs } from './claimSlot'
import { useClaimCode } from './useClaimCode'

interface ClaimCodeProps {
  game: Game | undefined
  viewerKey: string | undefined
}

/** A QR code that leads a player's phone to his slot and shows that he stands at the machine, large enough for somebody who stands at the machine. Who holds the screen in his hand follows it as a link. */
export function ClaimCode({ game, viewerKey }: ClaimCodeProps) {
  const slot = claimSlot(game, useNow(turnMs))
  const code = useClaimCode(slot === undefined ? undefined : game, viewerKey)
  if (!game || slot === undefined || code === undefined) return null
  const address = claimAddress(location.origin, game, slot, code)
  return (
    <a className={css.claim} href={address} target="_blank" rel="noreferrer" data-claim={slot}>
      <span className={css.code}>
        <QrCode address={address} title={`QR code of the address at which player ${slot} claims this score`} />
      </span>
      <span className={css.words}>
        <strong>{`Player ${slot}?`}</strong> Claim it
      </span>
    </a>
  )
}
