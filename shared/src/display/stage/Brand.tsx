import css from './Brand.module.css'

const poweredBy = 'Powered by '

/** The Powered-by line, in the type around it. */
export function Brand({ line = 'Powered by Multiball' }: { line?: string }) {
  const by = line.startsWith(poweredBy) ? poweredBy : ''
  return (
    <span className={css.brand}>
      <span>{by}</span>
      <svg className={css.balls} viewBox="0 0 36 24" aria-hidden="true" focusable="false">
        <circle cx="8.5" cy="14" r="8" fill="#ff8a1f" />
        <circle cx="24" cy="7" r="5.6" fill="#a85a14" />
        <circle cx="31.5" cy="17.5" r="3.4" fill="#6b3a10" />
      </svg>
      <strong className={css.name}>{line.slice(by.length)}</strong>
    </span>
  )
}
