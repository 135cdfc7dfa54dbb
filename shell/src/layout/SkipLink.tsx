import css from './SkipLink.module.css'

/** The first stop of the keyboard: past the navigation. */
export const SkipLink = () => (
  <a
    className={css.skip}
    href="#main"
    onClick={(event) => {
      // By hand: a hash in the address would be a navigation.
      event.preventDefault()
      document.getElementById('main')?.focus()
    }}
  >
    Skip to content
  </a>
)
