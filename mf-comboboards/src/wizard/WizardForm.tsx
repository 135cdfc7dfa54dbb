import { ApiError } from '@multiball/shared/client'
import { BoardForm, useBoardForm, useOtherTitles } from '@multiball/shared/forms'
import { Banner } from '@multiball/shared/ui'
import { HalfwayReport } from './HalfwayReport'
import { Progress } from './Progress'
import { useCreation } from './useCreation'
import { useHalfway } from './useHalfway'
import { useOwnMachines } from './useOwnMachines'
import { wizardDefaults } from './wizardDefaults'
import { WizardFields } from './WizardFields'
import { wizardFormSchema } from './wizardInput'
import { WizardPreview } from './WizardPreview'

interface WizardFormProps {
  owner: number
  /** told the title of the comboboard */
  onCreated(title: string): void
}

/** Makes boards for many machines at once, and says exactly how far it came when it could not. */
export function WizardForm({ owner, onCreated }: WizardFormProps) {
  const { halfway, keep, removal, failure, isRemoved, remove } = useHalfway(owner)
  const { creating, create, isOver } = useCreation(owner, keep)
  const own = useOwnMachines(owner)
  const otherTitles = useOtherTitles('comboboard', owner, undefined)
  const form = useBoardForm({
    schema: wizardFormSchema,
    defaults: halfway?.input ?? wizardDefaults(),
    owner,
    // Half way there is no title to put right: one that was taken meanwhile gets a number.
    otherTitles: halfway ? undefined : otherTitles,
    save: async (input) => {
      if (removal) throw new ApiError({ status: 409, detail: 'Please wait until everything is removed.' })
      return create(input, halfway)
    },
    onSaved: ({ title }) => {
      if (!isOver.current) onCreated(title)
    },
  })
  const { values } = form
  const chosen = own.type === 'ready' ? own.machines.filter(({ id }) => values.machines.includes(id)) : []
  const isReporting = halfway !== undefined && !creating

  return (
    <BoardForm
      form={isReporting ? { ...form, isRestored: false } : form}
      kind="Comboboard"
      isNew
      listPath="/comboboards"
      preview={<WizardPreview draft={values} machines={chosen.map(({ machine }) => machine.name)} />}
    >
      {creating && (
        <Progress
          label="Creating the boards"
          at={creating.at}
          total={creating.total}
          text={`${creating.at + 1} of ${creating.total}: the ${creating.step.type} “${creating.step.title}”`}
        />
      )}
      {removal && <Progress label="Removing what was made" {...removal} text={`${removal.at + 1} of ${removal.total}`} />}
      {isReporting && !removal && (
        <HalfwayReport
          halfway={halfway}
          failure={failure}
          isBusy={form.isSaving}
          onRemove={() => {
            form.forgive()
            remove()
          }}
          onKeep={() => {
            keep(undefined)
            form.startOver()
          }}
        />
      )}
      {isRemoved && <Banner tone="success">Everything that was made has been removed.</Banner>}
      {!creating && !halfway && <WizardFields own={own} isHighDensity={values.high_density} />}
    </BoardForm>
  )
}
