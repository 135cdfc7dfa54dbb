import { ApiError, failureWords } from '@multiball/shared/client'
import { clearDraft, focusField, keepDraft, readDraft } from '@multiball/shared/ui'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useForm, useWatch, type DefaultValues, type FieldErrors, type FieldValues, type Path } from 'react-hook-form'

interface FieldsOptions<Values> {
  initial: Values
  /** what is wrong with each field */
  check(values: NoInfer<Values>): { [Name in keyof NoInfer<Values>]?: string }
  /** Sends what is typed. What it throws lands at its field, or is the failure. */
  send(values: Values): Promise<void>
  /** told of every change */
  keep?(values: Values): void
  /** draftKey under which this tab keeps what is typed until it is sent */
  keptAs?: string
  /** told once it is sent */
  onSent?(): void
}

/** What stands around the fields of a form. */
export interface FormState {
  /** why the last attempt failed, where no field is to blame */
  failure: string | undefined
  isBusy: boolean
  onSubmit(event: FormEvent): void
}

/**
 * The state of a form of the account: a field is checked when it is left changed and from then on with every change, all of
 * them before they are sent, and the focus goes to the first one that is wrong.
 */
export function useFields<Values extends FieldValues>({
  initial,
  check,
  send,
  keep,
  keptAs,
  onSent,
}: FieldsOptions<Values>) {
  const { control, formState, register, handleSubmit, setError, trigger, getFieldState, reset } = useForm<Values>({
    defaultValues: initial as DefaultValues<Values>,
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: (values) => {
      const wrong = Object.entries<string | undefined>(check(values)).filter(([, message]) => message)
      const errors = Object.fromEntries(wrong.map(([name, message]) => [name, { type: 'check', message }]))
      return wrong.length > 0 ? { values: {}, errors: errors as FieldErrors<Values> } : { values, errors: {} }
    },
  })
  const values = useWatch({ control }) as Values
  const names = Object.keys(initial) as Path<Values>[]
  const { errors, dirtyFields, touchedFields, isDirty, isSubmitted, isSubmitting, isSubmitSuccessful } = formState
  const [restored] = useState(() => (keptAs === undefined ? undefined : readDraft(keptAs, initial)))
  useEffect(() => {
    if (restored) reset(restored, { keepDefaultValues: true })
  }, [restored, reset])
  const wasDirty = useRef(false)
  const isDone = useRef(false)
  useEffect(() => {
    if (keptAs === undefined || isDone.current) return
    if (isDirty) keepDraft(keptAs, values, initial)
    // Taken back by hand: it would come back with the next visit.
    else if (wasDirty.current) clearDraft(keptAs)
    wasDirty.current = isDirty
  })
  const sending = useRef(false)
  const [toFocus, setToFocus] = useState<string>()

  // After the error is in its place, so that it is read with its field.
  useEffect(() => {
    if (!toFocus) return
    focusField(toFocus)
    setToFocus(undefined)
  }, [toFocus])

  /** props of a text field, and of any other that takes these */
  const field = <Name extends Path<Values>>(name: Name) => {
    const { onChange, onBlur } = register(name)
    // A rule may look at several fields; what the server said of one stands until that one changes.
    const others = names.filter(
      (other) =>
        other !== name &&
        (isSubmitted || other in touchedFields) &&
        getFieldState(other, formState).error?.type !== 'server',
    )
    return {
      name,
      value: values[name],
      error: getFieldState(name, formState).error?.message,
      onChange: (value: Values[Name]) => {
        void onChange({ type: 'change', target: { name, value } })
        void trigger(others)
        keep?.({ ...values, [name]: value })
      },
      onBlur: () => name in dirtyFields && void onBlur({ type: 'blur', target: { name, value: values[name] } }),
    }
  }

  /** Shows the first refusal at its field, which is returned, or in words where no field of the form is to blame. */
  const land = (thrown: unknown): string | undefined => {
    const refusals = thrown instanceof ApiError ? (thrown.fields ?? {}) : {}
    const [refused, [message] = []] = Object.entries(refusals)[0] ?? []
    const name = names.find((each) => each === refused)
    if (name && message) setError(name, { type: 'server', message })
    else setError('root', { type: 'server', message: refusals.non_field_errors?.[0] ?? failureWords(thrown) })
    return name
  }

  const sendOnce = async () => {
    // A second press may come before the button is disabled.
    if (sending.current) return
    sending.current = true
    let wrong: string | undefined
    let isSent = false
    const sendValid = async (valid: Values) => {
      try {
        await send(valid)
        isSent = true
        isDone.current = true
        if (keptAs !== undefined) clearDraft(keptAs)
        onSent?.()
      } catch (thrown) {
        wrong = land(thrown)
      }
    }
    await handleSubmit(sendValid, (refused) => {
      wrong = names.find((name) => name in refused)
    })()
    sending.current = isSent
    setToFocus(wrong)
  }

  const form: FormState = {
    failure: errors.root?.message,
    // What is sent is not sent again.
    isBusy: isSubmitting || isSubmitSuccessful,
    onSubmit: (event) => {
      event.preventDefault()
      void sendOnce()
    },
  }
  return { form, field, isChanged: isDirty, isRestored: restored !== undefined }
}
