import type { GuestScoreMode } from '@multiball/shared/schema'

/** Whether guests send scores, in the owner's words. */
export const modes: { value: GuestScoreMode; label: string; description: string }[] = [
  { value: 'off', label: 'Off', description: 'The link takes no scores.' },
  {
    value: 'ask',
    label: 'Wait for my yes',
    description: 'A score is shown nowhere until you have accepted it on Home.',
  },
  {
    value: 'accept',
    label: 'Show at once',
    description: 'A score is on leaderboards as soon as it’s sent. You can remove it.',
  },
]

/** Where the code on a machine leads. @param code of its link */
export const sendAddress = (code: string): string => `${location.origin}/send/${code}`
