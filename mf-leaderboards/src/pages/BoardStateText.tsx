import css from './BoardStateText.module.css'

/** How many scores a leaderboard shows. */
export const BoardStateText = ({ text }: { text: string }) => (text === '' ? null : <span className={css.text}>{text}</span>)
