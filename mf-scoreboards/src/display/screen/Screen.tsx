import { bannerColor, namesJackpot, ShownNumbers, useMachineLook, useStage } from '@multiball/shared/display'
import type { CSSProperties } from 'react'
import type { BoardView, LayoutProps } from '../boardView'
import { ChaseLine } from '../chase/ChaseLine'
import { ClaimCode } from '../claim/ClaimCode'
import { useGame, type GameProps } from '../useGame'
import { Header } from './Header'
import { PlayerRows } from './PlayerRows'
import css from './Screen.module.css'
import { Solo } from './Solo'

/** A scoreboard that has a screen of its own. */
export function Screen({ view, claims, ...settings }: LayoutProps) {
  const { game, chase } = view
  const isPlayed = game && game.scores.length > 0
  return (
    <div className={[css.screen, claims && css.claimed, isPlayed && chase && css.chasing].filter(Boolean).join(' ')}>
      {claims && <ClaimCode game={game} machine={view.venuemachine} {...claims} />}
      <Header {...view} ball={game && !game.settled_on ? game.current_ball : null} />
      {isPlayed ? (
        <ShownNumbers key={game.id}>
          <Play game={game} machine={view.machine} chase={chase} {...settings} />
        </ShownNumbers>
      ) : (
        <Waiting {...view} />
      )}
    </div>
  )
}

/** Characters for which an upright banner has room at its largest, where one player leaves it the height. */
const tallCharacters = 12

function Play(props: GameProps) {
  const { game, chase } = props
  const { banner, lines, digits, isOver } = useGame(props)
  const { Banner } = useMachineLook()
  const { shape } = useStage()
  const [solo] = lines
  const isJackpot = namesJackpot(banner.text)
  return (
    <>
      <Banner
        className={[lines.length === 1 ? css.tallBanner : css.banner, isJackpot && css.jackpot, banner.isNew && css.new]
          .filter(Boolean)
          .join(' ')}
        text={banner.text}
        color={bannerColor(banner)}
        isNew={banner.isNew}
        isLoud={isJackpot}
        atRest={lines.length === 1 && shape === 'tall' ? tallCharacters : undefined}
      />
      {chase && <ChaseLine className={css.chase} chase={chase} game={game} lines={lines} />}
      {lines.length === 1 && solo ? (
        <Solo line={solo} digits={digits} isOver={isOver} />
      ) : (
        <PlayerRows lines={lines} digits={digits} />
      )}
    </>
  )
}

/** Without a game: a machine that is switched on and waits for somebody to play, unless it was removed. */
function Waiting({ machine, hasPast }: BoardView) {
  const { Banner, Figures, fewestDigits = 9, width } = useMachineLook()
  return (
    <>
      <Banner className={css.banner} text="Waiting for data..." color="#ff8a1f" />
      <div className={css.waiting} style={{ '--ems': width(fewestDigits) } as CSSProperties}>
        {machine !== '' && (
          <p className={css.ready}>{hasPast ? 'Ready for the next game' : 'Ready for its first game'}</p>
        )}
        <Figures className={css.digits} value={0n} digits={fewestDigits} blank />
      </div>
    </>
  )
}
