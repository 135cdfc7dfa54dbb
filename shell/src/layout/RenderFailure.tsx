import type { ReactNode } from 'react'
import css from './RenderFailure.module.css'

export const renderFailure = 'Something has gone wrong! Please refresh the page and try again.'

/** Stands in for what could not be rendered. */
export const RenderFailure = ({ action }: { action?: ReactNode }) => (
  <div className={css.failure} role="alert">
    <p>{renderFailure}</p>
    {action}
  </div>
)
