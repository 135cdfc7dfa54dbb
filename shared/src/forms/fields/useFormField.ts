import { useController, useFormContext } from 'react-hook-form'

export interface FormField<Value> {
  name: string
  value: Value
  onChange(value: Value): void
  onBlur(): void
  /** what is wrong with it, undefined when nothing is known to be */
  error: string | undefined
}

/** One field of the board form around it, for controlled components. */
export function useFormField<Value>(name: string): FormField<Value> {
  const { field, fieldState } = useController({ name })
  return {
    name,
    value: field.value as Value,
    onChange: field.onChange,
    onBlur: field.onBlur,
    error: fieldState.error?.message,
  }
}

/** Changes a field of the board form around it on behalf of another one: what nobody has tried to save yet is not judged. */
export function useSilentChange<Value>(name: string): (value: Value) => void {
  const { setValue, clearErrors, formState } = useFormContext()
  const { isSubmitted } = formState
  return (value) => {
    setValue(name, value, { shouldDirty: true, shouldValidate: isSubmitted })
    if (!isSubmitted) clearErrors(name)
  }
}
