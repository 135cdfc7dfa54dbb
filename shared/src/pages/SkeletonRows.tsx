import css from './SkeletonRows.module.css'

const rows = [0, 1, 2, 3, 4]

/** Rows at their final height while the list loads. @param of what it lists, such as scoreboards */
export function SkeletonRows({ of }: { of: string }) {
  return (
    <ul className={css.list} aria-label={`Loading your ${of}`} aria-busy="true">
      {rows.map((row) => (
        <li key={row} className={css.row}>
          <span className={css.thumbnail} />
          <span className={css.line} />
        </li>
      ))}
    </ul>
  )
}
