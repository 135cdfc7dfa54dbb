/*
 * Which slide is shown, and which one waits behind it: a pure state machine. Each phase has one wait (`phaseMs`), after which
 * `afterPhase` says what comes. At most two slides are mounted.
 *
 * phase      mounted                                  after its wait
 * showing    one slide                                preparing, 5 s before its turn ends
 * preparing  it, and the next one hidden behind it    changing; holding where the next one is not ready
 * holding    the same, the turn being over            the one after the next is tried; changing as soon as it is ready
 * changing   both, to be seen                         showing the next one
 */

/** How long before its turn a slide is mounted, hidden; no turn is shorter. */
const leadMs = 5000
/** Turn of a slide with a sentence in its place, and how long one that does not come is waited for. */
const shortTurnMs = 5000
/** From one slide to the next. */
export const fadeMs = 240

/** Of a mounted slide: 'waiting' for what it shows, 'ready', or with a 'sentence' in its place. */
export type SlideState = 'waiting' | 'ready' | 'sentence'

/** A slide's time, with a name that no other slide has. */
export interface Turn {
  name: string
  durationMs: number
}

export interface Show {
  phase: 'showing' | 'preparing' | 'holding' | 'changing'
  shown: string
  next?: string
  /** of the mounted slides */
  states: Readonly<Record<string, SlideState>>
  /** counts the turns that were begun */
  turn: number
}

/** The first slide; undefined when there is none. */
export const begin = (turns: readonly Turn[]): Show | undefined =>
  turns[0] && { phase: 'showing', shown: turns[0].name, states: {}, turn: 0 }

const stateOf = ({ states }: Show, name: string): SlideState => states[name] ?? 'waiting'

function following(turns: readonly Turn[], name: string): string {
  const at = turns.findIndex((turn) => turn.name === name)
  return turns[(at + 1) % turns.length]?.name ?? name
}

const onlyOf = (states: Show['states'], kept: string): Show['states'] =>
  Object.fromEntries(Object.entries(states).filter(([name]) => name === kept))

const newTurn = (show: Show, shown: string): Show => ({
  phase: 'showing',
  shown,
  states: onlyOf(show.states, shown),
  turn: show.turn + 1,
})

/** How long the phase lasts, in ms. `changeMs` is what a change takes: {@link fadeMs}, or nothing for a cut. */
export function phaseMs(show: Show, turns: readonly Turn[], changeMs: number): number {
  const durationMs = turns.find(({ name }) => name === show.shown)?.durationMs ?? 0
  const turnMs = stateOf(show, show.shown) === 'ready' ? durationMs : Math.min(durationMs, shortTurnMs)
  switch (show.phase) {
    case 'showing':
      return Math.max(0, turnMs - leadMs)
    case 'preparing':
      // A slide is to be seen from the moment its change begins.
      return Math.min(turnMs, leadMs) - changeMs
    case 'holding':
      return shortTurnMs
    case 'changing':
      return changeMs
  }
}

/** What comes when the phase's wait is over. */
export function afterPhase(show: Show, turns: readonly Turn[]): Show {
  switch (show.phase) {
    case 'showing': {
      const next = following(turns, show.shown)
      return { ...show, phase: 'preparing', next: next === show.shown ? undefined : next }
    }
    case 'preparing':
      if (show.next === undefined) return newTurn(show, show.shown)
      return { ...show, phase: stateOf(show, show.next) === 'waiting' ? 'holding' : 'changing' }
    case 'holding': {
      // It does not come: perhaps the one after it does.
      const other = following(turns, show.next ?? show.shown)
      return other === show.shown
        ? newTurn(show, show.shown)
        : { ...show, next: other, states: onlyOf(show.states, show.shown), turn: show.turn + 1 }
    }
    case 'changing':
      return newTurn(show, show.next ?? show.shown)
  }
}

/** The state of a mounted slide has changed. One that comes late has its whole turn from then on. */
export function withState(show: Show, name: string, state: SlideState): Show {
  if ((name !== show.shown && name !== show.next) || stateOf(show, name) === state) return show
  const told = { ...show, states: { ...show.states, [name]: state } }
  if (name === show.shown) return state === 'ready' && show.phase !== 'changing' ? newTurn(told, name) : told
  return show.phase === 'holding' && state !== 'waiting' ? { ...told, phase: 'changing' } : told
}

/** The same show with other slides: what is mounted stays while it is among them. */
export function withTurns(show: Show | undefined, turns: readonly Turn[]): Show | undefined {
  const isThere = (name: string) => turns.some((turn) => turn.name === name)
  if (!show || !isThere(show.shown)) return begin(turns)
  return show.next === undefined || isThere(show.next) ? show : newTurn(show, show.shown)
}
