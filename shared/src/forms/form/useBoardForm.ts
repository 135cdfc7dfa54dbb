import { valibotResolver } from '@hookform/resolvers/valibot'
import { hasToken } from '@multiball/shared/client'
import { titleTaken } from '@multiball/shared/schema'
import {
  clearDraft,
  draftKey,
  keepDraft,
  readDraft,
  useUnsavedChanges,
  type UnsavedChanges,
} from '@multiball/shared/ui'
import { createContext, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { DefaultValues, FieldValues, Path, Resolver, UseFormReturn } from 'react-hook-form'
import * as v from 'valibot'
import { landErrors } from './fieldErrors'

/** Asked right before a board is saved, with what the form would save: answers why that should wait for now, undefined when nothing is against it. */
export type SaveGuard = (values?: object) => Promise<string | undefined>

/** What the page around a form has against its saving. */
export const SaveGuardContext = createContext<SaveGuard>(() => Promise.resolve(undefined))

/** The schema of what is sent, and on top of it that no other board of the owner has the title. */
function boardResolver<Values extends FieldValues>(
  schema: v.GenericSchema<unknown, Values>,
  isTitleTaken: (title: string) => boolean,
): Resolver<Values, unknown, Values> {
  const bySchema = valibotResolver(schema as never) as Resolver<Values, unknown, Values>
  return async (values, context, options) => {
    const result = await bySchema(values, context, options)
    if (result.errors && 'title' in result.errors) return result
    const title: unknown = values.title
    if (typeof title !== 'string' || !isTitleTaken(title.trim())) return result
    return { values: {}, errors: { ...result.errors, title: { type: 'unique', message: titleTaken } } } as never
  }
}

type InputSchema<Values> = v.GenericSchema<unknown, Values> & { entries: Record<string, v.GenericSchema> }

export interface BoardFormOptions<Values, Board> {
  /** object schema of what is sent */
  schema: InputSchema<Values>
  /** the values that the form opens with, every field of the schema */
  defaults: Values
  /** id of who is signed in: whose draft this is */
  owner: number
  /** address whose draft this is, where the page's path alone does not tell */
  draftPath?: string
  /** titles of the owner's other boards of this type; a title among them is refused */
  otherTitles?: ReadonlySet<string>
  /** Sends the whole input. What it throws lands on its field or in the banner. */
  save(input: Values): Promise<Board>
  onSaved(board: Board): void
}

export interface BoardFormState<Values extends FieldValues = FieldValues> {
  methods: UseFormReturn<Values, unknown, Values>
  /** as typed now; not yet valid */
  values: Values
  isSaving: boolean
  /** true while something typed is not saved */
  isUnsaved: boolean
  /** counts the attempts to save that were refused, by the form or by the server */
  refusals: number
  /** why the last attempt failed, as far as no field is to blame */
  failure: string | undefined
  /** true while the form shows a draft from before */
  isRestored: boolean
  /** back to the values that the form opened with */
  startOver(): void
  /** takes back what the last attempts were refused with, where it no longer is so */
  forgive(): void
  submit(): void
  leaving: UnsavedChanges
}

/**
 * The state of a board's form: checked on blur and from then on with every change, saved once however often submit
 * is pressed, kept as a draft until it is saved or left on purpose.
 */
export function useBoardForm<Values extends FieldValues, Board>(
  options: BoardFormOptions<Values, Board>,
): BoardFormState<Values> {
  const [schema] = useState(() => options.schema)
  const [defaults] = useState(() => options.defaults)
  const [key] = useState(() => draftKey(options.owner, options.draftPath ?? location.pathname))
  const [draft] = useState(() =>
    readDraft(key, defaults, (name, value) => name in schema.entries && v.is(schema.entries[name]!, value)),
  )
  const [isRestored, setRestored] = useState(draft !== undefined)
  const [isSaving, setSaving] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const [failure, setFailure] = useState<string>()
  const saving = useRef(false)
  const guard = useContext(SaveGuardContext)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })

  const resolver = useMemo(
    () => boardResolver<Values>(schema, (title) => latest.current.otherTitles?.has(title) ?? false),
    [schema],
  )
  const methods = useForm<Values, unknown, Values>({
    resolver,
    defaultValues: defaults as DefaultValues<Values>,
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const { reset, control, setError, handleSubmit, formState } = methods
  const values = useWatch({ control }) as Values
  const { isDirty } = formState
  const leaving = useUnsavedChanges(isDirty, () => clearDraft(key), hasToken)

  useEffect(() => {
    if (draft) reset(draft, { keepDefaultValues: true })
  }, [draft, reset])

  const wasDirty = useRef(false)
  useEffect(() => {
    if (isDirty) keepDraft(key, values, defaults)
    // Taken back by hand: it would come back with the next visit.
    else if (wasDirty.current) clearDraft(key)
    wasDirty.current = isDirty
  }, [key, isDirty, values, defaults])

  const saveOnce = async () => {
    // A second press may come before the button is disabled.
    if (saving.current) return
    saving.current = true
    let isRefused = false
    const saveValid = async (input: Values) => {
      setFailure(undefined)
      setSaving(true)
      try {
        const objection = await guard(input)
        if (objection !== undefined) {
          isRefused = true
          return setFailure(objection)
        }
        const board = await latest.current.save({ ...input })
        clearDraft(key)
        await leaving.release()
        latest.current.onSaved(board)
      } catch (thrown) {
        isRefused = true
        const { fields, banner } = landErrors(thrown, Object.keys(defaults))
        for (const [name, message] of fields) setError(name as Path<Values>, { type: 'server', message })
        setFailure(banner)
      } finally {
        setSaving(false)
      }
    }
    const refuseInvalid = () => {
      isRefused = true
      setFailure(undefined)
    }
    try {
      await handleSubmit(saveValid, refuseInvalid)()
    } finally {
      saving.current = false
    }
    // Only now does the form know its errors, which the summary shows and takes the focus with.
    if (isRefused) setRefusals((count) => count + 1)
  }

  return {
    methods,
    values,
    isSaving,
    isUnsaved: isDirty,
    refusals,
    failure,
    isRestored,
    leaving,
    startOver: () => {
      clearDraft(key)
      setRestored(false)
      reset(defaults)
    },
    forgive: () => {
      setRefusals(0)
      setFailure(undefined)
    },
    submit: () => void saveOnce(),
  }
}
