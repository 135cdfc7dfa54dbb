import { useFormField, WholeNumberField } from '@multiball/shared/forms'
import { idleImages } from '@multiball/shared/schema'
import { Segmented, Select, Switch } from '@multiball/shared/ui'
import css from './IdleFields.module.css'
import { LeaderboardField, type LeaderboardChoices } from './LeaderboardField'

interface IdleFieldsProps {
  choices: LeaderboardChoices
  /** see LeaderboardField */
  wasLeaderboardDeleted: boolean
}

/** What the scoreboard shows while nobody plays: nothing else, a leaderboard, or hot games of other machines. */
export function IdleFields({ choices, wasLeaderboardDeleted }: IdleFieldsProps) {
  const { isOn, turn } = useIdleChoice()
  const { error } = useFormField<number | null>('leaderboard')
  // Else it is chosen where it is chased.
  const { value: chase } = useFormField<string>('chase')
  const isRefusedHere = error !== undefined && chase !== 'leaderboard'
  return (
    <>
      <Switch
        name="idle_leaderboard_show"
        label="Show leaderboard when idle"
        description={
          wasLeaderboardDeleted && !isOn.leaderboard
            ? 'The leaderboard has been deleted. Turn this on to select another one.'
            : 'Alternates with the scoreboard. Turns off hot games.'
        }
        isSelected={isOn.leaderboard}
        onChange={(selected) => turn('leaderboard', selected)}
      />
      {(isOn.leaderboard || isRefusedHere) && (
        <div className={css.nested}>
          <LeaderboardField choices={choices} wasDeleted={wasLeaderboardDeleted} />
          <div className={css.seconds}>
            <WholeNumberField name="idle_scoreboard_sec" label="Seconds to display scoreboard" maxLength={5} />
            <WholeNumberField name="idle_leaderboard_sec" label="Seconds to display leaderboard" maxLength={5} />
          </div>
        </div>
      )}
      <HotGameSwitch isOn={isOn.hotgame} onTurn={(selected) => turn('hotgame', selected)} />
      {isOn.hotgame && (
        <div className={css.nested}>
          <ImageField />
        </div>
      )}
      {!isOn.leaderboard && !isOn.hotgame && <AttractField />}
    </>
  )
}

/** Its field may be refused by the server, which a switch cannot say. */
function HotGameSwitch({ isOn, onTurn }: { isOn: boolean; onTurn(isOn: boolean): void }) {
  const { error } = useFormField<boolean>('idle_hotgame_show')
  return (
    <>
      <Switch
        name="idle_hotgame_show"
        label="Show hot active game when idle"
        description="Shows live games from other public boards. Turns off the idle leaderboard."
        isSelected={isOn}
        onChange={onTurn}
      />
      {error && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
    </>
  )
}

const images = idleImages.map((label, index) => ({ value: String(index), label }))

function ImageField() {
  const { value, onChange, ...field } = useFormField<number>('idle_hotgame_type')
  return (
    <Select
      label="When no game is hot"
      description="Shown for 20 seconds at a time when there are no hot games"
      options={images}
      value={String(value)}
      onChange={(index) => onChange(Number(index))}
      {...field}
    />
  )
}

const whenNobodyPlays = [
  { value: 'attract', label: 'Attract mode' },
  { value: 'keep', label: 'Keep the last result' },
] as const

/** What a wall with neither of the two does. */
function AttractField() {
  const { name, value, onChange } = useFormField<boolean>('attract')
  return (
    <Segmented
      name={name}
      label="When nobody plays"
      description={
        value
          ? 'After 2 minutes without a game, a screen of its own shows records, today’s best and pictures. They stop when a game starts.'
          : 'GAME OVER and the scores stay until the next game.'
      }
      options={whenNobodyPlays}
      value={value ? 'attract' : 'keep'}
      onChange={(chosen) => onChange(chosen === 'attract')}
    />
  )
}

type IdleChoice = 'leaderboard' | 'hotgame'

const usualSeconds = 10

/**
 * The two switches of what is shown when idle: one turns off the other. Seconds that could not be saved and are no longer
 * shown go back to what is usual.
 */
function useIdleChoice(): { isOn: Record<IdleChoice, boolean>; turn(choice: IdleChoice, isOn: boolean): void } {
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
      if (!staysLeaderboard)
        for (const field of seconds) if (field.value < 1 || field.value > 86_400) field.onChange(usualSeconds)
    },
  }
}
