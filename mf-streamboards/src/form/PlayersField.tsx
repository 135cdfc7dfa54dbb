import { useFormField } from '@multiball/shared/forms'
import { Segmented, styles, TextField } from '@multiball/shared/ui'
import css from './fields.module.css'
import { playersOf, withPlayer, type PlayerOverride, type StreamboardDraft } from './streamboardDraft'
import type { ScoreboardChoices } from './useScoreboardChoices'

const counts = (['1', '2', '3', '4'] as const).map((value) => ({ value, label: value }))

const fields = [
  { name: 'playerName', label: 'Name', placeholder: 'From the game' },
  { name: 'playerInfo', label: 'Info', placeholder: 'Pronouns or team' },
  { name: 'playerAddress', label: 'Address', placeholder: 'Town or @handle' },
] as const

/** As much as the schema takes. */
const maxLength = 256

/** How many players there are, and what is shown of each instead of what the game says. */
export function PlayersField({ choices }: { choices: ScoreboardChoices }) {
  const {
    value: configs,
    name,
    error,
    onChange,
    onBlur,
  } = useFormField<StreamboardDraft['scoreboardsConfig']>('scoreboardsConfig')
  const { value: type } = useFormField<StreamboardDraft['type']>('type')
  const { value: items } = useFormField<StreamboardDraft['scoreboard_items']>('scoreboard_items')
  const change = (at: number, config: (typeof configs)[number]) =>
    onChange(configs.map((other, index) => (index === at ? config : other)))
  const legend = (station: number, at: number) =>
    type === 'oneUp'
      ? `Player ${at + 1}`
      : `Player on ${choices.of(items[station]?.scoreboard ?? null)?.title ?? `scoreboard ${station + 1}`}`

  return (
    <div className={css.section} role="group" aria-label="Players" data-field={name} onBlur={onBlur}>
      {type === 'oneUp' && configs[0] && (
        <Segmented
          label="Players"
          options={counts}
          value={String(configs[0].numPlayers) as (typeof counts)[number]['value']}
          onChange={(count) => change(0, { ...configs[0]!, numPlayers: Number(count) })}
        />
      )}
      <p className={styles.help}>
        Names come from the game. Anything you type here replaces them; info and address appear below the name.
      </p>
      {configs.flatMap((config, station) =>
        playersOf(config).map((player, at) => (
          <Player
            key={`${station} ${at}`}
            legend={legend(station, at)}
            player={player}
            onChange={(typed) => change(station, withPlayer(config, at, typed))}
          />
        )),
      )}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

interface PlayerProps {
  legend: string
  player: PlayerOverride
  onChange(typed: Partial<PlayerOverride>): void
}

function Player({ legend, player, onChange }: PlayerProps) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={css.three}>
        {fields.map(({ name, ...words }) => (
          <TextField
            key={name}
            {...words}
            autoComplete="off"
            maxLength={maxLength}
            value={player[name]}
            onChange={(typed) => onChange({ [name]: typed })}
          />
        ))}
      </div>
    </fieldset>
  )
}
