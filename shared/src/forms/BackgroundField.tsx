import { ColorField } from '@multiball/shared/ui'
import { memo } from 'react'
import { useFormField } from './useFormField'

/** The board's own background; its ink is derived from it. */
export const BackgroundField = memo(function BackgroundField() {
  return <ColorField label="Background colour" description="A middle tone is painted darker, so that everything on it can be read." {...useFormField<string>('background_color')} />
})
