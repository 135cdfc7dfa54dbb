import type { DisplayProps } from '@multiball/shared/boards'
import { Brand, CountUpContext } from '@multiball/shared/display'
import { useMemo, type CSSProperties } from 'react'
import { arrange } from './arrange'
import { Frame } from './Frame'
import { overlayCountUps } from './overlayCountUps'
import { PlayerCell } from './PlayerCell'
import { StationHeading } from './StationHeading'
import css from './StreamboardDisplay.module.css'
import { placeOf } from './boxes'
import { streamColors } from './streamColors'
import { streamView } from './streamView'
import { useDigits } from './useDigits'

/** A streamboard at the exact size of its canvas: solid where it says something, transparent where the footage is. */
export function StreamboardDisplay({ bootstrap, scores, options, connection = 'live' }: DisplayProps<'streamboard'>) {
  const { config_json: config } = bootstrap
  const stations = streamView(bootstrap, scores)
  const digits = useDigits(stations)
  const players = stations.map(({ lines }) => lines.length).join()
  const { layout, size } = config
  const { canvas, isFramed, cameras, panels, brand } = useMemo(() => arrange({ layout, size }, players.split(',').map(Number)), [layout, size, players])
  const { width, height, unit } = canvas
  const isLive = connection === 'live' && !stations.some(({ isMissing }) => isMissing)
  const style = { width, height, '--u': `${unit}px`, ...streamColors(config) } as CSSProperties
  const marked = panels.flatMap(({ headings }) => headings).find(({ parts }) => parts.includes('ball'))

  return (
    <CountUpContext value={overlayCountUps()}>
      <div className={css.canvas} style={style} data-layout={layout}>
        {isFramed && <Frame canvas={canvas} cameras={cameras} />}
        {panels.map((panel, at) => (
          <section key={at} className={isFramed ? css.panel : `${css.panel} ${css.floating}`} style={placeOf(panel.box)} data-panel={at}>
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
                origin={panel.box}
                station={stations[cell.station]!}
                hasNumber={stations.length === 1 && cell.style !== 'one'}
                digits={digits[cell.station]!}
                unit={unit}
              />
            ))}
          </section>
        ))}
        <p className={css.brand} style={placeOf(brand.box)} data-ground={brand.ground}>
          <span className={css.line}>
            <Brand line={options.branding} />
          </span>
        </p>
      </div>
    </CountUpContext>
  )
}
