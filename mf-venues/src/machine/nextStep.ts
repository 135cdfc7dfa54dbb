type Step = 'connect' | 'play' | 'show'

export interface SetUp {
  /** a device or a key sends for the machine, or it has a game, however that came */
  isConnected: boolean
  /** a game was ever played, a test game too */
  hasScore: boolean
  /** a TV shows it */
  isShown: boolean
}

/** What is done of setting a machine up, in its order. */
export const stepsOf = ({
  isConnected,
  hasScore,
  isShown,
}: SetUp): { step: Step; label: string; isDone: boolean }[] => [
  { step: 'connect', label: 'Connect it', isDone: isConnected },
  { step: 'play', label: 'First score', isDone: hasScore },
  { step: 'show', label: 'On a TV', isDone: isShown },
]

/** What the owner does next; undefined once all is done. */
export const nextStep = (setUp: SetUp): Step | undefined => stepsOf(setUp).find(({ isDone }) => !isDone)?.step
