import css from './marks.module.css'

interface AvatarProps {
  initials: string
  /** address of the picture; without it the initials stand in */
  picture?: string | null
  /** px, default 30 */
  size?: number
}

/** A person's picture, decorative beside their name. */
export const Avatar = ({ initials, picture, size = 30 }: AvatarProps) =>
  picture ? (
    <img className={css.avatar} src={picture} width={size} height={size} alt="" />
  ) : (
    <svg className={css.avatar} width={size} height={size} viewBox="0 0 30 30" aria-hidden="true">
      <text x="15" y="15" textAnchor="middle" dominantBaseline="central">
        {initials.slice(0, 3)}
      </text>
    </svg>
  )
