import { bannerColor, DotMatrix } from '@multiball/shared/display'
import type { Game } from '@multiball/shared/schema'
import { Header } from './Header'
import type { LayoutProps } from './layoutProps'
import { playerLines } from './playerLines'
import { PlayerRows } from './PlayerRows'
import css from './Screen.module.css'
import { Solo } from './Solo'
import { useGameBanner } from './useGameBanner'
import { useLongest } from './useLongest'
import { Waiting } from './Waiting'

/** A scoreboard that has a screen of its own. */
export function Screen({ view, ...settings }: LayoutProps) {
  const { game } = view
  const isPlayed = game && game.scores.length > 0
  return (
    <div className={css.screen}>
      <Header {...view} ball={game && !game.settled_on ? game.current_ball : null} />
      {isPlayed ? <Play key={game.id} game={game} machine={view.machine} {...settings} /> : <Waiting />}
    </div>
  )
}

interface PlayProps extends Omit<LayoutProps, 'view'> {
  game: Game
  machine: string
}

function Play({ game, machine, enablePlayerRank, winnerMachineTitle }: PlayProps) {
  const banner = useGameBanner(game, machine, winnerMachineTitle)
  const lines = playerLines(game, enablePlayerRank)
  const digits = useLongest(
    game.id,
    lines.map((line) => line.score),
  )
  const [solo] = lines
  return (
    <>
      <DotMatrix className={lines.length === 1 ? css.tallBanner : css.banner} text={banner.text} color={bannerColor(banner)} isNew={banner.isNew} />
      {lines.length === 1 && solo ? (
        <Solo line={solo} digits={digits} isOver={!!game.settled_on} />
      ) : (
        <PlayerRows lines={lines} digits={digits} />
      )}
    </>
  )
}
