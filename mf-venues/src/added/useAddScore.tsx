import { addedScores } from '@multiball/shared/api'
import { formatScore } from '@multiball/shared/display'
import type { Notice } from '@multiball/shared/pages'
import { scoreFromWire } from '@multiball/shared/schema'
import type { PlayedGame } from '@multiball/shared/schema'
import { useEffect, useRef, useState } from 'react'
import type { Dispatch, ReactNode, SetStateAction } from 'react'
import { untilGone } from '../removal'
import { sentenceOf } from '../sentenceOf'
import { AddScoreSheet } from './AddScoreSheet'
import type { ScoredMachine } from './AddScoreSheet'

const undoMs = 10_000

interface AddScore {
  /** opens the sheet, for this machine or for one that the owner chooses */
  ask(machine?: ScoredMachine): void
  /** stands anywhere on the page */
  sheet: ReactNode
}

const wordsOf = ({ scores: [score] }: PlayedGame, { name }: ScoredMachine) =>
  [
    score && formatScore(scoreFromWire(score.score)),
    score?.player && `by ${score.player.cached_display_name}`,
    `added to ${name}.`,
  ]
    .filter(Boolean)
    .join(' ')

/**
 * Adds a score to one of the owner's machines.
 * @param tell takes what became of it, with Undo for ten seconds
 * @param onChanged games have changed: read them again
 */
export function useAddScore(
  owner: number,
  tell: Dispatch<SetStateAction<Notice | undefined>>,
  onChanged: () => void,
): AddScore {
  const [asked, setAsked] = useState<{ machine?: ScoredMachine }>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const done = (game: PlayedGame, machine: ScoredMachine) => {
    setAsked(undefined)
    const text = wordsOf(game, machine)
    const undo = async () => {
      clearTimeout(timer.current)
      try {
        await untilGone(addedScores.remove(game.id))
      } catch (error) {
        return tell({ text: sentenceOf(error), tone: 'error' })
      }
      tell({ text: 'Undone.', tone: 'success' })
      onChanged()
    }
    const told: Notice = { text, tone: 'success', action: { label: 'Undo', onPress: () => void undo() } }
    tell(told)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => tell((now) => (now === told ? { text, tone: 'success' } : now)), undoMs)
    onChanged()
  }

  return {
    ask: (machine) => {
      tell(undefined)
      setAsked({ machine })
    },
    sheet: asked && (
      <AddScoreSheet owner={owner} machine={asked.machine} onClose={() => setAsked(undefined)} onDone={done} />
    ),
  }
}
