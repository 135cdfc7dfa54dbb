import { pageConfig } from '@multiball/shared/client'
import css from './FullText.module.css'
import './waiting.css'

/** A sentence alone on the screen, with what went wrong below it. */
export function FullText({ text, error }: { text?: string; error?: string }) {
  return (
    <>
      <div className={`mb-waiting ${css.stack}`}>
        {text && (
          <p className={css.line} role="status">
            {text}
          </p>
        )}
        {error && (
          <p className={text ? css.error : css.alone} role="alert">
            {error}
          </p>
        )}
      </div>
      <p className={css.brand}>{pageConfig().branding}</p>
    </>
  )
}
