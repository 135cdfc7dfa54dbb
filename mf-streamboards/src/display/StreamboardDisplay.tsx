import type { DisplayProps } from '@multiball/shared/boards'
import {
  Brand,
  CountUpContext,
  lettering,
  longestScore,
  MomentLayer,
  useChunk,
  type LongestScore,
} from '@multiball/shared/display'
import { streamConfigNow, type Moment } from '@multiball/shared/schema'
import { useMemo, useState, type CSSProperties } from 'react'
import { arrange } from './arrange/arrange'
import { placeOf } from './arrange/boxes'
import { Frame } from './Frame'
import type { MomentBannerProps } from './MomentBanner'
import { overlayCountUps } from './overlayFrames'
import { PlayerCell } from './PlayerCell'
import { StationHeading } from './StationHeading'
import css from './StreamboardDisplay.module.css'
import { streamColors } from './streamColors'
import { streamView, type Station } from './streamView'

/**
 * A streamboard at the exact size of its canvas: solid where it says something, transparent where the footage is. The classes
 * that begin with mb- are for the custom CSS of streaming programs and never change, see docs/overlays.md.
 */
export function StreamboardDisplay({ bootstrap, scores, options, connection = 'live' }: DisplayProps<'streamboard'>) {
  const config = streamConfigNow(bootstrap, scores)
  const { control, moments } = scores ?? bootstrap.scores
  const isHidden = control?.is_hidden ?? false
  const stations = streamView(bootstrap, scores)
  const hasMoments = !isHidden && !control?.holds_moments && connection !== 'offline'
  const ownMoments = useMomentsOf(stations, moments)
  const digits = useDigits(stations)
  const players = stations.map(({ lines }) => lines.length).join()
  const { layout, size } = config
  const { canvas, isFramed, cameras, panels, brand } = useMemo(
    () => arrange({ layout, size }, players.split(',').map(Number)),
    [layout, size, players],
  )
  const { width, height, unit } = canvas
  const isLive = connection === 'live' && !stations.some(({ isMissing }) => isMissing)
  const style = { width, height, '--u': `${unit}px`, ...streamColors(config) } as CSSProperties
  const headings = panels.flatMap((panel) => panel.headings)
  const marked = headings.find(({ parts }) => parts.includes('ball'))

  return (
    <CountUpContext value={overlayCountUps()}>
      <div
        className={`${css.canvas} ${lettering} mb-overlay`}
        style={style}
        data-layout={layout}
        data-hidden={isHidden || undefined}
      >
        {isFramed && <Frame canvas={canvas} cameras={cameras} />}
        {panels.map((panel, at) => (
          <section
            key={at}
            className={`mb-panel ${css.panel} ${isFramed ? '' : css.floating}`}
            style={placeOf(panel.box)}
            data-panel={at}
          >
            {panel.headings.map((heading) => (
              <StationHeading
                key={heading.station}
                heading={heading}
                origin={panel.box}
                station={stations[heading.station]!}
                unit={unit}
                mark={heading === marked ? (isLive ? 'live' : 'waiting') : undefined}
                winnerMachineTitle={options.winnerMachineTitle}
              />
            ))}
            {panel.cells.map((cell) => (
              <PlayerCell
                key={`${cell.station} ${cell.player}`}
                cell={cell}
                cells={panel.cells}
                origin={panel.box}
                station={stations[cell.station]!}
                hasNumber={stations.length === 1 && cell.style !== 'one'}
                digits={digits[cell.station]!}
                unit={unit}
              />
            ))}
          </section>
        ))}
        {hasMoments && (
          <MomentLayer moments={ownMoments}>
            {(moment, view) => {
              const at = stations.findIndex(({ venuemachine }) => venuemachine === moment.venuemachine.id)
              const heading = headings.find(({ station, parts }) => station === at && parts.includes('mode'))
              if (!heading) return null
              const { game, lines } = stations[at]!
              const line = game?.id === moment.game ? lines.find(({ slot }) => slot === moment.position) : undefined
              return <LateBanner key={moment.id} view={view} heading={heading} calledName={line?.name} unit={unit} />
            }}
          </MomentLayer>
        )}
        <p className={`${css.brand} mb-brand`} style={placeOf(brand.box)} data-ground={brand.ground}>
          <span className={css.line}>
            <Brand line={options.branding} />
          </span>
        </p>
      </div>
    </CountUpContext>
  )
}

const loadBanner = () => import('./MomentBanner')

/** Its code comes with the first moment. */
function LateBanner(props: MomentBannerProps) {
  const chunk = useChunk(loadBanner)
  return chunk ? <chunk.MomentBanner {...props} /> : null
}

/** Those of its machines: a house record may be another one's. */
function useMomentsOf(
  stations: readonly Station[],
  moments: readonly Moment[] | undefined,
): readonly Moment[] | undefined {
  const machines = stations.map(({ venuemachine }) => venuemachine).join()
  return useMemo(
    () => moments?.filter(({ venuemachine }) => machines.split(',').includes(String(venuemachine.id))),
    [machines, moments],
  )
}

const noScores: readonly LongestScore[] = []

/** Digits that all scores of each machine's game are given room for. */
function useDigits(stations: readonly Station[]): number[] {
  const [memory, setMemory] = useState(noScores)
  const longest = stations.map(({ game, lines }, at) => {
    const scores = lines.flatMap(({ score }) => (score === undefined ? [] : [score]))
    return longestScore(memory[at], game?.id ?? 0, scores)
  })
  if (longest.length !== memory.length || longest.some((one, at) => one !== memory[at])) setMemory(longest)
  return longest.map(({ digits }) => digits)
}
