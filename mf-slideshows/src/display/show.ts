/*
 * Which screen stands on the stage, and which one waits behind it: a pure state machine. Each phase has one wait
 * (`phaseMs`), after which `over` says what comes. Two screens are on the stage at most.
 */

/** How long before its turn a screen is mounted, hidden; no turn is shorter. */
export const leadMs = 5000
/** Turn of a screen with a sentence in its place, and how long one that does not come is waited for. */
export const shortTurnMs = 5000
/** From one screen to the next. */
export const fadeMs = 240

/** How a mounted screen is: 'waiting' for what it shows, 'ready', or with a 'sentence' in its place. */
export type Stand = 'waiting' | 'ready' | 'sentence'

/** A screen, named so that no two have one name. */
export interface Turn {
  name: string
  durationMs: number
}

export interface Show {
  /**
   * 'showing' one screen; 'preparing' the next one, hidden; 'holding' the one whose turn is over, because the next one
   * is not ready; 'changing' from one to the other, both to be seen
   */
  phase: 'showing' | 'preparing' | 'holding' | 'changing'
  shown: string
  next?: string
  /** of the screens on the stage */
  stands: Readonly<Record<string, Stand>>
  /** counts the turns that were begun */
  turn: number
}

/** The first screen; undefined when there is none. */
export const begin = (turns: readonly Turn[]): Show | undefined => turns[0] && { phase: 'showing', shown: turns[0].name, stands: {}, turn: 0 }

const standOf = ({ stands }: Show, name: string): Stand => stands[name] ?? 'waiting'

function following(turns: readonly Turn[], name: string): string {
  const at = turns.findIndex((turn) => turn.name === name)
  return turns[(at + 1) % turns.length]?.name ?? name
}

function onlyOf(stands: Show['stands'], ...names: string[]): Show['stands'] {
  return Object.fromEntries(Object.entries(stands).filter(([name]) => names.includes(name)))
}

const newTurn = (show: Show, shown: string): Show => ({ phase: 'showing', shown, stands: onlyOf(show.stands, shown), turn: show.turn + 1 })

/** How long the phase lasts, in ms. `changeMs` is what a change takes: {@link fadeMs}, or nothing for a cut. */
export function phaseMs(show: Show, turns: readonly Turn[], changeMs: number): number {
  const durationMs = turns.find(({ name }) => name === show.shown)?.durationMs ?? 0
  const turnMs = standOf(show, show.shown) === 'ready' ? durationMs : Math.min(durationMs, shortTurnMs)
  switch (show.phase) {
    case 'showing':
      return Math.max(0, turnMs - leadMs)
    case 'preparing':
      // A screen is to be seen from the moment its change begins.
      return Math.min(turnMs, leadMs) - changeMs
    case 'holding':
      return shortTurnMs
    case 'changing':
      return changeMs
  }
}

/** What comes when the phase's wait is over. */
export function over(show: Show, turns: readonly Turn[]): Show {
  switch (show.phase) {
    case 'showing': {
      const next = following(turns, show.shown)
      return { ...show, phase: 'preparing', next: next === show.shown ? undefined : next }
    }
    case 'preparing':
      if (show.next === undefined) return newTurn(show, show.shown)
      return { ...show, phase: standOf(show, show.next) === 'waiting' ? 'holding' : 'changing' }
    case 'holding': {
      // It does not come: perhaps the one after it does.
      const other = following(turns, show.next ?? show.shown)
      return other === show.shown ? newTurn(show, show.shown) : { ...show, next: other, stands: onlyOf(show.stands, show.shown), turn: show.turn + 1 }
    }
    case 'changing':
      return newTurn(show, show.next ?? show.shown)
  }
}

/** A screen on the stage is another way than before. One that comes late has its whole turn from then on. */
export function stood(show: Show, name: string, stand: Stand): Show {
  if ((name !== show.shown && name !== show.next) || standOf(show, name) === stand) return show
  const told = { ...show, stands: { ...show.stands, [name]: stand } }
  if (name === show.shown) return stand === 'ready' && show.phase !== 'changing' ? newTurn(told, name) : told
  return show.phase === 'holding' && stand !== 'waiting' ? { ...told, phase: 'changing' } : told
}

/** The same show with other screens: what is on the stage stays while it is among them. */
export function withTurns(show: Show | undefined, turns: readonly Turn[]): Show | undefined {
  const isThere = (name: string) => turns.some((turn) => turn.name === name)
  if (!show || !isThere(show.shown)) return begin(turns)
  return show.next === undefined || isThere(show.next) ? show : newTurn(show, show.shown)
}
