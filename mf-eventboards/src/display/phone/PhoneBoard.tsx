import { PlayerName, useStage } from '@multiball/shared/display'
import type { EventDocument } from '@multiball/shared/schema'
import { useRef, type CSSProperties, type ReactNode } from 'react'
import type { EventView, MatchCard as Match, QueueCall } from '../../event/eventView'
import { isSameName, turnOf } from '../../event/findMe'
import { ordinal } from '../../event/ordinal'
import type { Settings } from '../../settings'
import { Bracket } from '../Bracket'
import { MatchCard } from '../MatchCard'
import { rowsSize } from '../sizes'
import css from './PhoneBoard.module.css'
import { Roster } from '../Roster'
import { Standings } from '../Standings'
import { useMyName } from './useMyName'

interface PhoneBoardProps {
  event: EventDocument
  view: EventView
  chosen: Settings
  /** who is to come to a machine, or waits */
  calls: readonly QueueCall[]
  slot: number
  /** nothing was heard for a while: no player is sent to a machine by what was */
  isOld: boolean
}

/** What is narrower than so many px is held in a hand. */
const handWidth = 600

const isTouched = () => matchMedia('(pointer: coarse)').matches

/** Whether the board is read on a phone. @param isScreen it fills a screen of its own: one that is not touched hangs on a wall, however narrow */
export function useIsPhone(isScreen: boolean): boolean {
  const { shape, size, layout } = useStage()
  return layout !== 'cell' && shape === 'tall' && size.width > 0 && size.width < handWidth && (!isScreen || isTouched())
}

const bracketHeight = 420
const cardHeight = (players: number) => 36 + players * 38

/** All of a tournament, one below the other, and where its reader's own name is. */
export function PhoneBoard({ event: { status, players }, view, chosen, calls, slot, isOld }: PhoneBoardProps) {
  const [name, setName] = useMyName()
  const column = useRef<HTMLDivElement>(null)
  const me = players.find((player) => name !== undefined && isSameName(player.name, name))
  const { show_matches, show_standings, show_bracket } = chosen
  const isMine = ({ lines }: Match) => lines.some(({ id }) => id === me?.id)
  const matches = show_matches && status !== 'finished' ? [...view.live, ...view.finished] : []
  const { standings } = view
  const hasStandings = show_standings && standings.length > 0 && status !== 'planned'
  const findRow = () =>
    [...(column.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
      .find(({ dataset }) => dataset.row === me?.id)
      ?.scrollIntoView({ block: 'center' })
  return (
    // Reached by keys too, since it scrolls.
    <div ref={column} className={css.column} role="group" aria-label="Tournament" tabIndex={0}>
      <FindMe
        players={players}
        name={me?.name}
        row={standings.find(({ id }) => id === me?.id)}
        turn={me && status !== 'finished' && !isOld ? turnOf(view, view.queue, me.name) : undefined}
        onChoose={setName}
        onFind={findRow}
      />
      {[...matches.filter(isMine), ...matches.filter((match) => !isMine(match))].map((match) => (
        <Box key={match.id} height={cardHeight(match.lines.length)}>
          <MatchCard
            match={match}
            room={{ width: 351, height: cardHeight(match.lines.length) }}
            span={1}
            isNews={isMine(match)}
          />
        </Box>
      ))}
      {calls.length > 0 && <Queue calls={calls} />}
      {hasStandings && (
        <Box height={rowsSize(standings.length).height}>
          <Standings
            rows={standings}
            room={rowsSize(standings.length)}
            slot={0}
            mostColumns={1}
            hasProjection={view.hasProjection}
            strikesOut={view.strikesOut}
            mine={me?.id}
          />
        </Box>
      )}
      {!hasStandings && (
        <Box height={rowsSize(players.length).height}>
          <Roster players={players} room={rowsSize(players.length)} slot={0} mostColumns={1} />
        </Box>
      )}
      {show_bracket && view.bracket.length > 0 && (
        <Box height={bracketHeight}>
          <Bracket rounds={view.bracket} slot={slot} />
        </Box>
      )}
    </div>
  )
}

/** A part that has so much room of its own, in --u. */
const Box = ({ height, children }: { height: number; children: ReactNode }) => (
  <div className={css.box} style={{ '--height': height } as CSSProperties}>
    {children}
  </div>
)

interface FindMeProps {
  players: EventDocument['players']
  /** of the reader, where they play here */
  name: string | undefined
  row: EventView['standings'][number] | undefined
  turn: ReturnType<typeof turnOf>
  onChoose(name: string | undefined): void
  onFind(): void
}

/** Stays at the head while the rest is scrolled: who reads this, where they stand, and when it is their turn. */
function FindMe({ players, name, row, turn, onChoose, onFind }: FindMeProps) {
  const names = players
    .map((player) => player.name)
    .sort((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1))
  return (
    <div className={css.head}>
      <div className={css.me}>
        {name !== undefined && (
          <button type="button" className={css.find} onClick={onFind}>
            {row ? `${name} · ${ordinal(row.place)}` : name}
          </button>
        )}
        {/* The phone's own list stands over the words: it is large, and needs no keyboard. */}
        <span className={css.choose}>
          {name === undefined ? 'Find me' : 'Change'}
          <select
            className={css.names}
            aria-label="Find me"
            value={name ?? ''}
            onChange={({ target }) => onChoose(target.value || undefined)}
          >
            <option value="">{name === undefined ? 'Find me' : 'None of these'}</option>
            {names.map((one, at) => (
              <option key={at} value={one}>
                {one}
              </option>
            ))}
          </select>
        </span>
      </div>
      <div role="status">
        {turn && (
          <p className={css.turn} data-now={turn.isNow || undefined}>
            <strong>{turn.what}</strong>
            {turn.withWhom && <span>{turn.withWhom}</span>}
          </p>
        )}
      </div>
    </div>
  )
}

function Queue({ calls }: { calls: readonly QueueCall[] }) {
  return (
    <section className={css.queue} aria-label="Next up">
      <h3 className={css.title}>Next up</h3>
      <ol className={css.calls}>
        {calls.map(({ key, machine, names }) => (
          <li key={key} className={css.call}>
            <p className={css.machine}>{machine || 'Next free machine'}</p>
            {names.map((name, at) => (
              <div key={at} className={css.who}>
                <PlayerName name={name} />
              </div>
            ))}
          </li>
        ))}
      </ol>
    </section>
  )
}
