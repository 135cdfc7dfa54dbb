import { BackgroundField, FieldGroup, SwitchField, useFormField, WholeNumberField } from '@multiball/shared/forms'
import { ColorField, Segmented, TextField } from '@multiball/shared/ui'
import type { Settings } from '../settings'
import { MachinesField } from './MachinesField'
import { TournamentField } from './TournamentField'

const layouts = [
  { value: 'wall', label: 'Wall' },
  { value: 'lower third', label: 'Lower third' },
] as const

/** The settings in the form, between title and privacy. */
export const Fields = ({ owner }: { owner: number }) => (
  <>
    <TournamentField />
    <TextField
      label="Headline"
      description="Empty shows the tournament’s own name."
      maxLength={80}
      {...useFormField<string>('headline')}
    />
    <LayoutField />
    <MachinesField owner={owner} />
    <FieldGroup>
      <SwitchField
        name="show_matches"
        label="Show matches"
        description="Machine, players, running scores and who would win"
      />
      <SwitchField
        name="show_standings"
        label="Show standings"
        description="With the places won and lost since the round began"
      />
      <SwitchField
        name="show_projection"
        label="Show “If it ended now”"
        description="The standings if all games ended now, as far as they are certain"
      />
      <SwitchField
        name="early_games"
        label="Count games that began before their match"
        description="Counts games that are started early. May briefly show the scores of the players before."
      />
      <SwitchField name="show_queue" label="Show who is next" description="Queues, and calls to a machine" />
      <SwitchField
        name="show_bracket"
        label="Show the bracket"
        description="Takes turns with the rest, if the tournament has one"
      />
    </FieldGroup>
    <WholeNumberField
      name="page_seconds"
      label="Seconds per page"
      description="Long lists are shown page by page."
      maxLength={3}
    />
    <BackgroundField />
    <ColorField
      label="Accent colour"
      description="Used for calls, headings and the winner."
      {...useFormField<string>('accent_color')}
    />
  </>
)

function LayoutField() {
  const { name, value, onChange } = useFormField<Settings['layout']>('layout')
  const description =
    value === 'wall'
      ? 'Fills the screen, landscape or portrait.'
      : 'A strip along the foot of the picture, for streams.'
  return (
    <Segmented
      name={name}
      label="Layout"
      description={description}
      options={layouts}
      value={value}
      onChange={onChange}
    />
  )
}
