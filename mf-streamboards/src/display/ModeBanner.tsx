import { bannerColor, DotMatrix, DotStrip, useGameBanner } from '@multiball/shared/display'
import { scoreFromWire, type Game } from '@multiball/shared/schema'
import type { Station } from './streamView'

interface ModeBannerProps {
  station: Station
  /** real dots instead of a strip */
  isMatrix: boolean
  winnerMachineTitle: string | null
  className?: string
}

const amber = '#ff8a1f'

/** What goes on in the game, or how it ended; unlit before the first one. */
export function ModeBanner({ station: { game, machine }, isMatrix, winnerMachineTitle, className }: ModeBannerProps) {
  const Banner = isMatrix ? DotMatrix : DotStrip
  if (!game) return <Banner className={className} text="" color={amber} />
  return <GameBanner key={game.id} {...{ game, machine, isMatrix, winnerMachineTitle, className }} />
}

interface GameBannerProps extends Omit<ModeBannerProps, 'station'> {
  game: Game
  machine: string
}

function GameBanner({ game, machine, isMatrix, winnerMachineTitle, className }: GameBannerProps) {
  const banner = useGameBanner(
    game,
    game.scores.map(({ score }) => scoreFromWire(score)),
    machine,
    winnerMachineTitle,
  )
  const Banner = isMatrix ? DotMatrix : DotStrip
  return (
    <Banner
      className={className}
      text={banner.text}
      color={bannerColor(banner)}
      {...(isMatrix && { isNew: banner.isNew })}
    />
  )
}
