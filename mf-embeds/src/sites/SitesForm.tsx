import { embeds } from '@multiball/shared/api'
import { useBoardForm } from '@multiball/shared/forms'
import { Banner, Button, LeaveDialog, SaveBar } from '@multiball/shared/ui'
import { useState } from 'react'
import { playgroundAddress } from '../ownBoards'
import type { OwnBoard } from '../ownBoards'
import { siteProblem, sitesFormSchema, withTyped } from './sitesDraft'
import type { SitesDraft } from './sitesDraft'
import css from './sites.module.css'
import { SitesList } from './SitesList'
import { TypedSite } from './TypedSite'

interface SitesFormProps {
  owner: number
  board: OwnBoard
  /** as stored */
  sites: string[]
}

const asDraft = (sites: string[]): SitesDraft => ({ sites, typed: '' })

/** The list of sites, saved as a whole. */
export function SitesForm({ owner, board, sites }: SitesFormProps) {
  const [stored, setStored] = useState(sites)
  const [isSaved, setSaved] = useState(false)
  const form = useBoardForm<SitesDraft, { sites: string[] }>({
    schema: sitesFormSchema,
    defaults: asDraft(sites),
    owner,
    draftPath: playgroundAddress(board),
    save: (draft) => embeds.update(board.type, board.id, { sites: draft.sites }),
    onSaved: (saved) => {
      setStored(saved.sites)
      setSaved(true)
      form.methods.reset(asDraft(saved.sites))
    },
  })
  const { methods, values, isUnsaved, leaving } = form
  const { errors } = methods.formState

  const change = (name: keyof SitesDraft, value: string | string[]) => {
    setSaved(false)
    methods.setValue(name, value, { shouldDirty: true })
  }
  const type = (typed: string) => {
    change('typed', typed)
    // What was wrong is judged with every key from then on.
    if (errors.typed) judge(typed)
  }
  const judge = (typed: string): boolean => {
    const message = siteProblem(typed, values.sites)
    if (message === undefined) methods.clearErrors('typed')
    else methods.setError('typed', { type: 'site', message })
    return message === undefined
  }
  const add = () => {
    if (values.typed.trim() === '' || !judge(values.typed)) return
    change('sites', withTyped(values))
    change('typed', '')
  }
  const discard = () => {
    form.startOver()
    methods.reset(asDraft(stored))
  }

  return (
    <form
      noValidate
      aria-busy={form.isSaving}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      {/* What is typed into it now would be lost with the answer. */}
      <div className={css.fields} inert={form.isSaving}>
        {form.failure && (
          <Banner tone="error" key={form.refusals}>
            {form.failure}
          </Banner>
        )}
        {isSaved && !isUnsaved && (
          <Banner tone="success">
            {stored.length === 0 ? 'Any site may show this board' : 'Allowed sites updated'}
          </Banner>
        )}
        {form.isRestored && isUnsaved && !isSaved && <Banner tone="success">We restored your unsaved changes.</Banner>}
        <SitesList
          sites={values.sites}
          error={errors.sites?.message}
          onRemove={(gone) =>
            change(
              'sites',
              values.sites.filter((site) => site !== gone),
            )
          }
        />
        <TypedSite
          typed={values.typed}
          error={errors.typed?.message}
          onType={type}
          onAdd={add}
          onLeave={() => judge(values.typed)}
        />
      </div>
      {(isUnsaved || form.isSaving) && (
        <SaveBar note="Not saved yet">
          <Button isDisabled={form.isSaving} onPress={discard}>
            Discard
          </Button>
          <Button type="submit" variant="primary" isBusy={form.isSaving}>
            Save sites
          </Button>
        </SaveBar>
      )}
      <LeaveDialog leaving={leaving} />
    </form>
  )
}
