import { Banner, Button, ErrorSummary, LeaveDialog, LinkButton, SaveBar, Segmented } from '@multiball/shared/ui'
import { useDeferredValue, useState } from 'react'
import type { ReactNode } from 'react'
import { FormProvider } from 'react-hook-form'
import type { FieldErrors, FieldValues } from 'react-hook-form'
import css from './BoardForm.module.css'
import type { BoardFormState } from './useBoardForm'

interface BoardFormProps<Values extends FieldValues> {
  form: BoardFormState<Values>
  /** as in 'Create Scoreboard' */
  kind: string
  isNew: boolean
  /** in place of 'Create …' and 'Update …' */
  submitLabel?: string
  /** where Cancel goes */
  listPath: string
  /** the board as it would be shown; beside the fields, or behind a Preview tab where there is no room */
  preview: ReactNode
  /** the fields */
  children: ReactNode
}

const views = [
  { value: 'settings', label: 'Settings' },
  { value: 'preview', label: 'Preview' },
] as const
type View = (typeof views)[number]['value']

/** The frame of every board's form: what is wrong, the fields, the preview, the bar that saves. */
export function BoardForm<Values extends FieldValues>({
  form,
  kind,
  isNew,
  submitLabel,
  listPath,
  preview,
  children,
}: BoardFormProps<Values>) {
  const [view, setView] = useState<View>('settings')
  const { isUnsaved, leaving } = form
  // Displays are much to draw: typing goes first.
  const shownPreview = useDeferredValue(preview)

  return (
    <FormProvider {...form.methods}>
      <form
        className={css.form}
        noValidate
        aria-busy={form.isSaving}
        onSubmit={(event) => {
          event.preventDefault()
          setView('settings')
          form.submit()
        }}
      >
        <div className={css.views}>
          <Segmented label="View" isLabelHidden options={views} value={view} onChange={(chosen) => setView(chosen)} />
        </div>
        <div className={css.columns} data-view={view}>
          {/* What is typed into it now would be neither in what is saved nor in a draft. */}
          <div className={css.fields} inert={form.isSaving}>
            <Problems form={form} />
            {form.isRestored && (
              <Banner tone="success">
                <div className={css.restored}>
                  We restored your unsaved changes.
                  <Button variant="quiet" onPress={form.startOver}>
                    Start over
                  </Button>
                </div>
              </Banner>
            )}
            {children}
          </div>
          <aside className={css.preview} aria-label="Preview">
            {shownPreview}
          </aside>
        </div>
        <SaveBar note={isUnsaved ? 'Not saved yet' : undefined}>
          <LinkButton to={listPath}>Cancel</LinkButton>
          <Button type="submit" variant="primary" isBusy={form.isSaving}>
            {submitLabel ?? (isNew ? `Create ${kind}` : `Update ${kind}`)}
          </Button>
        </SaveBar>
      </form>
      <LeaveDialog leaving={leaving} />
    </FormProvider>
  )
}

/** Shown from the first refused attempt on, and focused with each. */
function Problems<Values extends FieldValues>({ form }: { form: BoardFormState<Values> }) {
  const { methods, refusals, failure } = form
  const errors = messagesOf(methods.formState.errors, Object.keys(form.values))
  if (refusals === 0) return null
  return (
    <>
      {failure && (
        <Banner tone="error" key={refusals} attempt={errors.length === 0 ? refusals : undefined}>
          {failure}
        </Banner>
      )}
      <ErrorSummary errors={errors} attempt={refusals} />
    </>
  )
}

const messagesOf = (errors: FieldErrors, order: string[]) =>
  order.flatMap((field) => {
    const message = errors[field]?.message
    return typeof message === 'string' ? [{ field, message }] : []
  })
