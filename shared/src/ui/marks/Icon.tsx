import {
  Beer,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronUp,
  CircleAlert,
  CircleCheck,
  CircleQuestionMark,
  Clock,
  Code,
  Copy,
  Download,
  Ellipsis,
  ExternalLink,
  Globe,
  GripVertical,
  House,
  Image,
  KeyRound,
  LayoutDashboard,
  LayoutGrid,
  Lightbulb,
  Lock,
  LogOut,
  MapPin,
  Monitor,
  Moon,
  Pencil,
  Play,
  Plus,
  QrCode,
  RotateCw,
  Search,
  Settings,
  Sun,
  Trash2,
  Tv,
  Upload,
  User,
  Users,
  X,
} from 'lucide-react'
import css from './marks.module.css'

interface OwnIconProps {
  size: number
  strokeWidth: number
}

/* The board types, drawn on the same 24 grid and with the same stroke as the icons from lucide. */
const draw = (path: string) =>
  function OwnIcon({ size, ...stroke }: OwnIconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeLinecap="round"
        strokeLinejoin="round"
        {...stroke}
      >
        <path d={path} />
      </svg>
    )
  }

const ScoreboardIcon = draw(
  'M5 4h14a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3Z M8 8.5v7 M12.5 8.5h4V12h-4v3.5h4',
)
const LeaderboardIcon = draw(
  'M3 20v-8a1 1 0 0 1 1-1h5 M9 20V5a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v15 M15 13h5a1 1 0 0 1 1 1v6 M2 20h20',
)
const SlideshowIcon = draw(
  'M5 5h10a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3Z M8.5 9v6l4.5-3Z M22 7v10',
)
const StreamboardIcon = draw(
  'M4.5 5.5h9A2.5 2.5 0 0 1 16 8v8a2.5 2.5 0 0 1-2.5 2.5h-9A2.5 2.5 0 0 1 2 16V8a2.5 2.5 0 0 1 2.5-2.5Z M16 10.5l6-3v9l-6-3',
)

const icons = {
  home: House,
  scoreboard: ScoreboardIcon,
  leaderboard: LeaderboardIcon,
  comboboard: LayoutGrid,
  slideshow: SlideshowIcon,
  streamboard: StreamboardIcon,
  venue: MapPin,
  tv: Tv,
  view: ExternalLink,
  external: ExternalLink,
  edit: Pencil,
  delete: Trash2,
  more: Ellipsis,
  search: Search,
  check: Check,
  success: CircleCheck,
  alert: CircleAlert,
  close: X,
  lock: Lock,
  globe: Globe,
  retry: RotateCw,
  copy: Copy,
  plus: Plus,
  'chevron-down': ChevronDown,
  'chevron-up': ChevronUp,
  'chevron-left': ChevronLeft,
  'chevron-right': ChevronRight,
  'sign-out': LogOut,
  user: User,
  users: Users,
  help: CircleQuestionMark,
  settings: Settings,
  qr: QrCode,
  embed: Code,
  sun: Sun,
  moon: Moon,
  system: Monitor,
  play: Play,
  image: Image,
  clock: Clock,
  beer: Beer,
  key: KeyRound,
  drag: GripVertical,
  identify: Lightbulb,
  download: Download,
  upload: Upload,
}

export type IconName = keyof typeof icons

interface IconProps {
  /** a name from the registry may be one that this version does not know */
  name: IconName | (string & {})
  /** px, default 16 */
  size?: number
}

/** An icon beside a text that says the same; hidden from assistive technology. Unknown names get a neutral glyph. */
export function Icon({ name, size = 16 }: IconProps) {
  const Glyph = Object.hasOwn(icons, name) ? icons[name as IconName] : LayoutDashboard
  return (
    <span className={css.icon} aria-hidden="true" data-icon={name}>
      <Glyph size={size} strokeWidth={2} />
    </span>
  )
}

/** Before words that say the same: filled while something is on, hollow while it is not. */
export const Dot = ({ isOn }: { isOn: boolean }) => <span className={css.dot} data-on={isOn} aria-hidden="true" />
