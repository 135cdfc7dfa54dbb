import { useFormField } from '@multiball/shared/forms'

export type IdleChoice = 'leaderboard' | 'hotgame'

const usualSeconds = 10

/**
 * The two switches of what is shown when idle: one turns off the other. Seconds that could not be saved and are no longer
 * shown go back to what is usual.
 */
export function useIdleChoice(): { isOn: Record<IdleChoice, boolean>; turn(choice: IdleChoice, isOn: boolean): void } {
  const leaderboard = useFormField<boolean>('idle_leaderboard_show')
  const hotgame = useFormField<boolean>('idle_hotgame_show')
  const seconds = [useFormField<number>('idle_scoreboard_sec'), useFormField<number>('idle_leaderboard_sec')]
  return {
    isOn: { leaderboard: leaderboard.value, hotgame: hotgame.value },
    turn: (choice, isOn) => {
      const [one, other] = choice === 'leaderboard' ? [leaderboard, hotgame] : [hotgame, leaderboard]
      one.onChange(isOn)
      if (isOn) other.onChange(false)
      const staysLeaderboard = choice === 'leaderboard' ? isOn : leaderboard.value && !isOn
      if (!staysLeaderboard) for (const field of seconds) if (field.value < 1 || field.value > 86_400) field.onChange(usualSeconds)
    },
  }
}
