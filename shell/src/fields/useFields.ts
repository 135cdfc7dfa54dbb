import { ApiError, generalFailure } from '@multiball/shared/client'
import { focusField } from '@multiball/shared/ui'
import { useEffect, useState, type FormEvent } from 'react'

interface FieldsOptions<Fields> {
  initial: Fields
  /** what is wrong with each field */
  check(fields: Fields): Partial<Fields>
  /** Sends what is typed. What it throws lands at its field, or is the failure. */
  send(fields: Fields): Promise<void>
  /** told of every change */
  keep?(fields: Fields): void
  /** fields of the server that the form shows beside those that are typed */
  alsoShown?: readonly string[]
}

/**
 * The state of a form of text fields: a field is checked when it is left changed and from then on with every change, all of
 * them before they are sent, and the focus goes to the first one that is wrong.
 */
export function useFields<Fields extends { [Name in keyof Fields]: string }>({ initial, check, send, keep, alsoShown = [] }: FieldsOptions<Fields>) {
  type Name = keyof Fields & string
  const [first] = useState(initial)
  const [fields, setFields] = useState(first)
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<Partial<Record<string, string>>>({})
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [toFocus, setToFocus] = useState<string>()
  const names = Object.keys(first) as Name[]
  const errors = check(fields)

  // After the error is in its place, so that it is read with its field.
  useEffect(() => {
    if (!toFocus) return
    focusField(toFocus)
    setToFocus(undefined)
  }, [toFocus])

  const field = (name: Name) => ({
    name,
    value: fields[name],
    error: refused[name] ?? (visited.has(name) ? errors[name] : undefined),
    onChange: (value: string) => {
      const changed = { ...fields, [name]: value }
      setFields(changed)
      keep?.(changed)
      setRefused({ ...refused, [name]: undefined })
    },
    onBlur: () => fields[name] !== first[name] && setVisited(new Set(visited).add(name)),
  })

  /** Shows the first refusal at its field, or in words where no field of the form is to blame. */
  const land = (thrown: unknown) => {
    const refusals = thrown instanceof ApiError ? (thrown.fields ?? {}) : {}
    const [name, [message] = []] = Object.entries(refusals)[0] ?? []
    if (name && message && [...names, ...alsoShown].includes(name)) {
      setRefused({ [name]: message })
      setToFocus(name)
    } else setFailure(refusals.non_field_errors?.[0] ?? (thrown instanceof ApiError ? thrown.message : generalFailure))
  }

  const sendAll = async () => {
    if (isBusy) return
    setFailure(undefined)
    setVisited(new Set(names))
    const firstWrong = names.find((name) => errors[name])
    if (firstWrong) return setToFocus(firstWrong)
    setBusy(true)
    try {
      await send(fields)
    } catch (thrown) {
      setBusy(false)
      land(thrown)
    }
  }

  return {
    /** props of a text field */
    field,
    /** what the server said of a field that is not typed */
    refusalOf: (name: string) => refused[name],
    failure,
    isBusy,
    isChanged: names.some((name) => fields[name] !== first[name]),
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      void sendAll()
    },
  }
}
