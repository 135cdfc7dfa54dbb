import css from './SkeletonRows.module.css'

const rows = [0, 1, 2, 3, 4]

/** Rows at their final height while the list loads. */
export function SkeletonRows() {
  return (
    <ul className={css.list} aria-label="Loading your scoreboards" aria-busy="true">
      {rows.map((row) => (
        <li key={row} className={css.row}>
          <span className={css.thumbnail} />
          <span className={css.line} />
        </li>
      ))}
    </ul>
  )
}
