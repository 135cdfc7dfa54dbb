import { Logo } from '@multiball/shared/ui'
import { RenderFailure } from './RenderFailure'
import css from './WholePageFailure.module.css'

/** What is left when not even the frame could be rendered. Needs nothing of the page around it. */
export const WholePageFailure = () => (
  <main className={css.page}>
    <Logo />
    <RenderFailure />
  </main>
)
