import css from './LoadingRows.module.css'

export interface LoadingRowsProps {
  /** what is being waited for, for assistive technology, such as `Loading your scoreboards` */
  label: string
  /** how many rows; default 5 */
  count?: number
  /** the rows to come begin with a picture of the size of a board's thumbnail */
  hasPicture?: boolean
}

/** Stands in for a list while it loads: rows as high as those to come, so that nothing moves. Where no list comes there is Spinner. */
export const LoadingRows = ({ label, count = 5, hasPicture = false }: LoadingRowsProps) => (
  <ul className={css.rows} aria-label={label} aria-busy="true">
    {Array.from({ length: count }, (_, at) => (
      <li key={at} className={css.row} aria-hidden="true">
        {hasPicture && <span className={css.picture} />}
        <span className={css.words} />
      </li>
    ))}
  </ul>
)
