import { bannerColor, DotMatrix, DotStrip, gameOverBanner, useModeBanner, type Banner } from '@multiball/shared/display'
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
  const banner = useGameBanner(game, machine, winnerMachineTitle)
  const Banner = isMatrix ? DotMatrix : DotStrip
  return <Banner className={className} text={banner.text} color={bannerColor(banner)} {...(isMatrix && { isNew: banner.isNew })} />
}

/** As scoreboards say it, a test game for as long as it is seen. */
function useGameBanner(game: Game, machine: string, winnerMachineTitle: string | null): Banner & { isNew: boolean } {
  const mode = useModeBanner(game.game_modes)
  if (game.is_test) return { text: game.settled_on ? 'TEST GAME OVER' : 'TEST GAME', color: 'yellow', isNew: false }
  if (!game.settled_on) return mode
  return { ...gameOverBanner(machine, winnerMachineTitle, game.scores.map(({ score }) => scoreFromWire(score))), isNew: false }
}
