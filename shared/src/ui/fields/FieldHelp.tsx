import type { ReactNode } from 'react'
import { FieldError, Label, Text } from 'react-aria-components/TextField'
import { Icon } from '../marks/Icon'
import css from './field.module.css'

interface FieldLabelProps {
  children: string
  isRequired?: boolean
}

/** The words above a field. */
export const FieldLabel = ({ children, isRequired }: FieldLabelProps) => (
  <Label className={css.label}>
    {children}
    {isRequired && (
      <span className={css.required} aria-hidden="true">
        {' *'}
      </span>
    )}
  </Label>
)

interface FieldHelpProps {
  description?: ReactNode
  error?: string
}

/** What stands below a field: its error, and its help, which stays because it may hold the rule that was broken. */
export const FieldHelp = ({ description, error }: FieldHelpProps) => (
  <>
    {error && (
      <FieldError className={css.error}>
        <Icon name="alert" size={14} />
        <span>{error}</span>
      </FieldError>
    )}
    {description && (
      <Text slot="description" className={css.description}>
        {description}
      </Text>
    )}
  </>
)
