import {
  BackgroundField,
  FieldGroup,
  FieldPair,
  PrivacyField,
  ScoresPerPlayerField,
  SwitchField,
  TimeOptionsFields,
  TitleField,
  useFormField,
  WholeNumberField,
} from '@multiball/shared/forms'
import type { Read } from '@multiball/shared/queries'
import type { FromMachinesInput, VenueMachine } from '@multiball/shared/schema'
import { RadioCards } from '@multiball/shared/ui'
import { MachinesField } from './MachinesField'
import css from './Wizard.module.css'

/** Everything that the wizard asks. */
export function WizardFields({
  own,
  isHighDensity,
  isLeftOut,
}: {
  own: Read<VenueMachine[]>
  isHighDensity: boolean
  isLeftOut: boolean
}) {
  return (
    <>
      <p className={css.intro}>
        Creates a leaderboard and a scoreboard for each machine, and one comboboard with all the scoreboards.
      </p>
      <TitleField />
      <MachinesField own={own} isHighDensity={isHighDensity} isLeftOut={isLeftOut} />
      <FieldPair>
        <PrivacyField />
        <BackgroundField />
      </FieldPair>
      <FieldGroup>
        <SwitchField name="high_density" label="High Density" description="Up to 20 machines instead of 6" />
        <SwitchField
          name="enablePlayerRank"
          label="Show Live Player Rank"
          description="1st to 4th Place beside each name"
        />
      </FieldGroup>
      <section className={css.section} aria-labelledby="wizard-idle">
        <h2 id="wizard-idle">When the game is over</h2>
        <div className={css.pair}>
          <WholeNumberField name="idle_scoreboard_sec" label="Scoreboard seconds" maxLength={5} />
          <WholeNumberField name="idle_leaderboard_sec" label="Leaderboard seconds" maxLength={5} />
        </div>
      </section>
      <section className={css.section} aria-labelledby="wizard-leaderboards">
        <h2 id="wizard-leaderboards">The leaderboards</h2>
        <TimeOptionsFields />
        <ScoresPerPlayerField />
        <ScopeField />
      </section>
    </>
  )
}

const scopes = [
  { value: 'venuemachine', label: 'Single Machine', description: 'Each leaderboard counts its own machine' },
  {
    value: 'machine',
    label: 'Multiple machines of same title',
    description: 'Each leaderboard counts every machine with the same title, in any venue',
  },
] as const

/** What each leaderboard counts. */
function ScopeField() {
  const { name, value, onChange, onBlur } = useFormField<FromMachinesInput['item_type']>('item_type')
  return <RadioCards label="Type" options={scopes} name={name} value={value} onChange={onChange} onBlur={onBlur} />
}
