import type { BoardFormProps } from '@multiball/shared/pages'
import { NoScoreboards } from './NoScoreboards'
import { StreamboardFields } from './StreamboardFields'
import { useScoreboardChoices } from './useScoreboardChoices'

/** Creates or updates a streamboard, once there is a scoreboard that it can show. */
export function StreamboardForm(props: BoardFormProps<'streamboard'>) {
  const { owner, board } = props
  const choices = useScoreboardChoices(owner, board?.scoreboard_items.map(({ scoreboard }) => scoreboard) ?? [])
  if (!board && choices.count === 0) return <NoScoreboards />
  return <StreamboardFields {...props} choices={choices} />
}
