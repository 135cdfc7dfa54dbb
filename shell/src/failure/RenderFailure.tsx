import { Logo } from '@multiball/shared/ui'
import type { ReactNode } from 'react'
import css from './RenderFailure.module.css'

export const renderFailure = 'Something has gone wrong! Please refresh the page and try again.'

interface RenderFailureProps {
  action?: ReactNode
  /** what people read out to support */
  details?: string
}

/** Stands in for what could not be rendered. */
export const RenderFailure = ({ action, details }: RenderFailureProps) => (
  <div className={css.failure} role="alert">
    <p>{renderFailure}</p>
    {details && <p className={css.details}>{details}</p>}
    {action}
  </div>
)

/** What is left when not even the frame could be rendered. Needs nothing of the page around it. */
export const WholePageFailure = () => (
  <main className={css.page}>
    <Logo />
    <RenderFailure />
  </main>
)
